import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { readConversation } from '#app/features/chat/conversations.server.ts'
import { endMessage } from '#app/features/chat/finalize.server.ts'

/**
 * Ends the answer that is being written in one of one’s own conversations, wherever it is written, with what was sent of it.
 * Where none is, nothing happens. Throws `NotFound`.
 */
export async function stopAnswer(ctx: Context, { id }: { id: string }): Promise<void> {
  allow(ctx, 'chat:use')
  const { running_message_id } = await readConversation(ctx, { id })
  if (!running_message_id) return
  await endMessage(ctx, running_message_id, { status: 'stopped' })
  await ctx.signals.publish('chat_stop', { message: running_message_id })
}
