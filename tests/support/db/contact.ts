import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { ProofOfWork } from '#app/features/contact/challenge.ts'
import { submissionInput } from '#app/features/contact/schema.ts'
import type { TestApp } from '#tests/support/factories.ts'

/** A message as somebody types it into the form. */
export const typed = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'A key for our server',
  message: 'We would like to read the statistics.\n\nWhom do we ask?',
}

/** A message as the rule gets it. */
export const aMessage = (over: Record<string, unknown> = {}) => submissionInput.parse({ ...typed, ...over })

/**
 * Solves a challenge with the library that clients use, which is not our own solver. Starts at `counterStart`, if the
 * solution is known to be at least that.
 */
export async function solved(challenge: ProofOfWork, counterStart = 0): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey, counterStart })
  return packed({ challenge, solution })
}

export const packed = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')

/** Everything that is kept of messages, the oldest first. */
export const keptMessages = ({ app }: TestApp) =>
  app.db.selectFrom('contact_submissions').selectAll().orderBy('id').execute()

/** The rows of the audit log about messages, the oldest first. */
export const auditOfMessages = ({ app }: TestApp) =>
  app.db.selectFrom('audit').selectAll().where('action', 'like', 'contact.%').orderBy('id').execute()
