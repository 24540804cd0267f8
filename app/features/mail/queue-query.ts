import { z } from 'zod'
import { emailStatuses, type EmailStatus } from '#app/features/mail/schema.ts'

const statuses = Object.keys(emailStatuses) as [EmailStatus, ...EmailStatus[]]
const page = z.coerce.number({ error: 'A whole number from 1.' }).int().min(1).max(1_000_000).default(1)

/** What the list of letters can be narrowed by. */
export const outboxQuery = z.object({
  status: z.enum(statuses, { error: `One of ${statuses.join(', ')}.` }).optional(),
  page,
})

export const mailboxQuery = z.object({ page })

/** Which letter to send again. */
export const retryInput = z.object({ id: z.string().max(40) })

export type OutboxQuery = z.infer<typeof outboxQuery>
