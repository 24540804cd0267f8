import { redirect } from '@remix-run/node'
import { z } from 'zod'
import type { Context } from '#app/context.server.ts'
import { waitForAnswer } from '#app/features/chat/answer.server.ts'
import { ask } from '#app/features/chat/ask.server.ts'
import {
  deleteConversation,
  listConversations,
  renameConversation,
  stopAnswer,
} from '#app/features/chat/conversations.server.ts'
import { readFullConversation } from '#app/features/chat/messages.server.ts'
import { listModels } from '#app/features/chat/models.server.ts'
import { chatLimits, SITE_SEARCH } from '#app/platform/config/chat-limits.ts'
import { questionForm, renameInput, type Ask } from '#app/features/chat/schema.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { consumeFormLimit, page } from '#app/http/pages/page.server.ts'

/** Milliseconds that a form waits for an instant response, so that the response appears without JavaScript. */
const QUICK_ANSWER_MS = 3_000

/** Suggested questions, if the manual is the site. */
const questionsForManual = [
  'How do I create an API key?',
  'What happens to a job when its runner crashes?',
  'Which settings control email?',
  'How long are events kept?',
]

/** Serves the page of a conversation, or of a new conversation if there is no id. */
export const chatPage = page('chat:use', async (ctx, { id }) => ({
  ...(id ? await readFullConversation(ctx, { id }) : { conversation: null, messages: [] }),
  models: await listModels(ctx),
  examples: ctx.contentIndex.isManual ? questionsForManual : [],
  conversations: (await listConversations(ctx, { limit: chatLimits.conversations, offset: 0 })).conversations,
}))

const confirmed = z.object({ sure: z.literal('yes', { error: 'Select the checkbox to confirm.' }) })

/** Serves the forms on both pages. Each form redirects to the conversation. */
export const chatForms = forms((args) => {
  const { id } = args
  const begin = async (ctx: Context, input: Ask) => {
    await consumeFormLimit(args, 'chat')
    const { messageId, conversationId } = await ask(ctx, input)
    if ((input.model ?? SITE_SEARCH) === SITE_SEARCH) await waitForAnswer(ctx, messageId, QUICK_ANSWER_MS)
    return redirect(`/chat/${conversationId}#latest`)
  }
  const there = id ? `/chat/${id}` : '/chat'
  return {
    ask: formHandler(questionForm, (ctx, input) =>
      begin(ctx, { ...input, conversation_id: id || undefined }),
    ),
    retry: formHandler(
      z.object({ retry_of: z.string().max(100), model: z.string().max(100).optional() }),
      begin,
    ),
    stop: formHandler(z.object({}), async (ctx) => {
      await stopAnswer(ctx, { id })
      return redirect(there)
    }),
    rename: formHandler(renameInput.strip(), async (ctx, { title }) => {
      await renameConversation(ctx, { id, title })
      return redirect(there)
    }),
    delete: formHandler(confirmed, async (ctx) => {
      await deleteConversation(ctx, { id })
      return redirect('/chat')
    }),
  }
})
