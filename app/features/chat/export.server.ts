import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { readFullConversation } from '#app/features/chat/messages.server.ts'
import { chatLimits } from '#app/platform/config/chat-limits.ts'
import type { Conversation, Message } from '#app/features/chat/schema.ts'
import { conversationRows } from '#app/features/chat/store.server.ts'

/** Exports a conversation as Markdown or JSON. Throws `NotFound`. */
export async function exportConversation(
  ctx: Context,
  { id, format }: { id: string; format: 'markdown' | 'json' },
) {
  const whole = await readFullConversation(ctx, { id })
  const at = ctx.now().toISOString()
  const json = { format: 'signpost-conversation', version: 1, exported_at: at, ...whole }
  const text = format === 'json' ? `${JSON.stringify(json, null, 2)}\n` : asMarkdown(whole)
  return {
    name: `conversation-${at.slice(0, 10)}-${id.toLowerCase()}.${format === 'json' ? 'json' : 'md'}`,
    type: format === 'json' ? 'application/json' : 'text/markdown; charset=utf-8',
    chunks: (async function* () {
      yield text
    })(),
  }
}

function asMarkdown({ conversation, messages }: { conversation: Conversation; messages: Message[] }) {
  return [
    `# ${oneLine(conversation.title)}`,
    ...messages.flatMap((message) => [
      message.role === 'user' ? '## Question' : `## Answer (${message.model})`,
      message.content || '*No answer was written.*',
      ...(message.status === 'stopped' ? ['*This answer was stopped.*'] : []),
      ...(message.error ? [`*${message.error.error}*`] : []),
      ...(message.citations.length
        ? [
            message.citations
              .map(({ n, title, heading, url }) => `${n}. [${mark(title, heading)}](${url})`)
              .join('\n'),
          ]
        : []),
    ]),
    '',
  ].join('\n\n')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#]/g, '\\$&')
const mark = (title: string, heading: string) => oneLine(heading === title ? title : `${title}: ${heading}`)

/** Returns the actor's conversations with all messages, for the account export. */
export async function exportConversations(ctx: Context) {
  allow(ctx, 'chat:use')
  const rows = await conversationRows(ctx.db, requireUser(ctx).userId, {
    limit: chatLimits.conversations,
    offset: 0,
  })
  const all = []
  for (const { id } of rows) {
    const { conversation, messages } = await readFullConversation(ctx, { id })
    all.push({ ...conversation, messages })
  }
  return all
}
