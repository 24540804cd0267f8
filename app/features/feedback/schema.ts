import { z } from 'zod'
import { time } from '#app/primitives/schema.ts'
import { normalizedText } from '#app/primitives/text.ts'

/** Reasons why a page is not helpful. */
export const reasons = ['missing', 'wrong', 'outdated', 'unclear', 'other'] as const
export type Reason = (typeof reasons)[number]

/** Maximum length of a comment in characters. */
export const MAX_COMMENT = 1_000

const commentLength = 'Use at most 1,000 characters.'

const path = z
  .string({ error: 'Enter the path of a page.' })
  .trim()
  .min(1, { error: 'Enter the path of a page.' })
  .max(300, { error: 'Use at most 300 characters.' })
  .meta({ description: 'Path of a published entry, such as /docs/markdown.', example: '/docs/markdown' })

const comment = z
  .string({ error: commentLength })
  .max(10_000, { error: commentLength, abort: true })
  .overwrite(normalizedText)
  .max(MAX_COMMENT, { error: commentLength })
  .optional()
  .meta({
    description: 'What is missing or wrong. Do not send personal data.',
    example: 'The page does not say how to revoke a key.',
  })

const reason = z
  .enum(reasons, { error: `Use one of ${reasons.join(', ')}.` })
  .optional()
  .meta({ description: 'Why the page is not helpful.', example: 'missing' })

const helpful = z
  .boolean({ error: 'Use true or false.' })
  .meta({ description: 'True if the page was helpful.', example: false })

/** Schema of feedback over JSON. */
export const feedbackInput = z
  .strictObject({ path, helpful, reason, comment })
  .meta({ id: 'FeedbackInput', description: 'Feedback on a published entry.' })

/** Schema of the form below an entry, and of the form for a comment, which has a `step`. */
export const feedbackForm = z.object({
  path,
  helpful: z.enum(['yes', 'no'], { error: 'Select Yes or No.' }).transform((value) => value === 'yes'),
  step: z.enum(['vote', 'comment']).default('vote'),
  comment,
  website: z.string().max(2_000).optional(),
})

export const feedbackReceipt = z
  .object({ path, helpful, created_at: time })
  .meta({ id: 'FeedbackReceipt', description: 'Feedback as it was stored.' })

export type FeedbackInput = z.output<typeof feedbackInput>
