import { z } from 'zod'
import { emailStatuses, type EmailStatus } from '#app/features/mail/schema.ts'

const statuses = Object.keys(emailStatuses) as [EmailStatus, ...EmailStatus[]]
const page = z.coerce
  .number({ error: 'Use a whole number from 1 to 1,000,000.' })
  .int()
  .min(1)
  .max(1_000_000)
  .default(1)

/** Schema of the outbox filters. */
export const outboxQuery = z.object({
  status: z.enum(statuses, { error: `Use one of: ${statuses.join(', ')}.` }).optional(),
  page,
})

export const mailboxQuery = z.object({ page })

/** Schema of the email to retry. */
export const retryInput = z.object({ id: z.string().max(40) })

export type OutboxQuery = z.infer<typeof outboxQuery>
