import { z } from 'zod'
import { feedbackInput, feedbackReceipt } from '#app/features/feedback/schema.ts'
import { operationsAt } from '#app/operations/operation.ts'

const onFeedback = operationsAt('/api/feedback', {})

export const sendFeedback = onFeedback('sendFeedback', 'POST', {
  access: 'public',
  limit: 'feedback',
  body: feedbackInput,
  answers: { 201: z.object({ feedback: feedbackReceipt }) },
  refuses: [404],
  summary: 'Send feedback on a page',
  description:
    'For agents and programs. Says whether a published entry was helpful, with an optional reason and comment. Editors see it next to the entry. Nothing about the sender is stored.',
})
