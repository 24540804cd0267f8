import { allow } from '#app/access.ts'
import { inTransaction, type Context } from '#app/context.server.ts'
import { runCommand } from '#app/features/commands/commands.server.ts'
import { answers, asks, type Answer, type Interaction } from '#app/features/interactions/schema.ts'
import {
  answerOf,
  claimInteraction,
  deleteInteractionsBefore,
  saveAnswer,
} from '#app/features/interactions/store.server.ts'
import { whisper } from '#app/features/interactions/whisper.ts'

/** How long an answer is kept for a repeat, in milliseconds: as long as Discord's token for it lives. */
const KEPT = 15 * 60_000

/** Answers one verified interaction. A repeated id gets its first answer again and runs nothing twice. */
export async function answerInteraction(ctx: Context, asked: Interaction): Promise<Answer> {
  allow(ctx, 'interactions:answer')
  if (asked.type === asks.ping) return { type: answers.pong }
  return inTransaction(ctx, async (inner) => {
    const now = inner.now()
    const first = await claimInteraction(inner.db, {
      id: asked.id,
      guild_id: asked.guild_id ?? null,
      created_at: now.toISOString(),
    })
    if (!first) return JSON.parse((await answerOf(inner.db, asked.id))?.answer ?? '{}') as Answer
    const answer = await decide(inner, asked)
    await saveAnswer(inner.db, asked.id, JSON.stringify(answer))
    await deleteInteractionsBefore(inner.db, new Date(now.getTime() - KEPT).toISOString())
    return answer
  })
}

async function decide(ctx: Context, asked: Interaction): Promise<Answer> {
  switch (asked.type) {
    case asks.command:
      return runCommand(ctx, asked)
    case asks.autocomplete:
      return { type: answers.autocomplete, data: { choices: [] } }
    default:
      return whisper('This control is no longer in use.')
  }
}
