import type { Call } from '#agent-tools/tool/call.ts'
import { pickGiven } from '#agent-tools/tool/inputs.ts'
import { readChallenge, sendMessage } from '#agent-tools/everyone/operations.ts'
import { failure } from '#agent-tools/tool/result.ts'
import { sanitizeLine } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'
import type { ProofOfWork } from '#app/features/contact/challenge.ts'

const { name, email, subject, message } = sendMessage.body

type ChallengeResponse = { provider: string; challenge: ProofOfWork | null }
type ContactResponse = { submission: { id: string; created_at: string } }

export const sendContactMessage = tool({
  name: 'send_contact_message',
  title: 'Send a contact message',
  description:
    'Sends a message to the people who run this site, who reply by email. Use it only if the person wants to send a message. The first call only returns a proposal and a confirm_token. After the person agrees, repeat the call with the token.',
  uses: [readChallenge, sendMessage],
  input: {
    name,
    email: { ...email, description: 'Email address for the reply.' },
    subject,
    message: { ...message, description: 'Message in plain text, worded as the person wants.' },
  },
  required: ['name', 'email', 'message'],
  untrusted: false,
  describeInput: ({ email: from }) => `from ${from}`,
  async run(input, { call }) {
    const fields = pickGiven(input, ['name', 'email', 'subject', 'message'])
    const proof = input.confirm_token ? await solveChallenge(call) : {}
    if (!proof) {
      return failure(
        'challenge_required',
        'This site requires a bot challenge that only the person can solve.',
        {
          hint: 'The person can send the message with the form at /contact.',
        },
      )
    }
    const proposal = {
      summary: `Send a message from ${sanitizeLine(input.email)} to the people who run this site`,
      message: sanitizeLine(input.message, 400),
    }
    const { data } = await call<ContactResponse>(sendMessage, { body: { ...fields, ...proof }, proposal })
    const summary = `Sent a message from ${sanitizeLine(input.email)}`
    return { ok: true, summary, id: data.submission.id, created_at: data.submission.created_at }
  },
})

/**
 * Solves the site's contact challenge. Returns an empty object if no challenge is required, or null if only a person
 * can solve the challenge.
 */
async function solveChallenge(call: Call): Promise<{ altcha?: string } | null> {
  const { provider, challenge } = (await call<ChallengeResponse>(readChallenge)).data
  if (provider === 'none') return {}
  if (!challenge) return null
  try {
    const { solveProofOfWork: solve } = await import('#app/features/contact/ui/proof-of-work.ts')
    return { altcha: await solve(challenge) }
  } catch {
    return null
  }
}
