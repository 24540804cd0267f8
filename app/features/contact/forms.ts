import { z } from 'zod'
import { submissionChange } from '#app/features/contact/schema.ts'

/** What the forms of a message in the console send. */
export const noteForm = z.object({ note: submissionChange.shape.note })
export const removeForm = z.object({
  sure: z.literal('yes', { error: 'Tick the box to delete the message.' }),
})
