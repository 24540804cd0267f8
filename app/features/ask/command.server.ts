import { answerForDiscord, answerWithinLimit, MODEL_WAIT_MS } from '#app/features/ask/answer.server.ts'
import { consumeQuestion } from '#app/features/ask/limits.server.ts'
import { askCommand, MAX_QUESTION } from '#app/features/commands/registration/built-in.ts'
import { writeDeferred } from '#app/features/interactions/deferred.server.ts'
import { eventOf } from '#app/features/interactions/interaction-input.ts'
import type { BuiltInCommand } from '#app/features/interactions/interactions.server.ts'
import { denialReason } from '#app/features/interactions/refusals.ts'
import { ephemeralReply, responseTypes, userOf } from '#app/features/interactions/schema.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import { singleLine, truncate } from '#app/primitives/text.ts'

/**
 * Answers the built-in command `/ask` from the public pages. With a model, defers the response and falls back to the
 * quote. Returns null for other commands.
 */
export const askFromDiscord: BuiltInCommand = async (ctx, interaction) => {
  const { name, type = 1, options = [] } = interaction.data ?? {}
  if (name !== askCommand.name || type !== askCommand.type) return null
  const { ask_command, modules } = await settingsOf(ctx, interaction.guild_id)
  const refusal = denialReason({ ...askCommand, enabled: Number(ask_command), modules }, interaction)
  if (refusal) return { answer: ephemeralReply(refusal) }
  const asker = userOf(interaction)
  const given = options.find((option) => option.name === 'question')?.value
  const question = truncate(singleLine(typeof given === 'string' ? given : ''), MAX_QUESTION)
  if (!asker || !question) return { answer: ephemeralReply('Enter a question.') }
  const member = { userId: asker.id, guildId: interaction.guild_id }
  const wait = await consumeQuestion(ctx, member)
  if (wait !== null) return { answer: ephemeralReply(wait) }
  // The question is not stored with the event.
  const used = { data: { command: askCommand.name, failed: false }, target: null }
  const events = [eventOf(interaction, 'COMMAND_USE', used, ctx.now().toISOString())]
  const asked = { question, isQuoted: true }
  const { content, extracts, isCovered } = await answerForDiscord(ctx, asked)
  if (!isCovered) return { answer: ephemeralReply(content), events }
  const { application_id, token } = interaction
  if (!ctx.config.chat || !application_id || !token) {
    const data = { content, allowed_mentions: { parse: [] } }
    return { answer: { type: responseTypes.message, data }, events }
  }
  const write = async () => (await answerWithinLimit(ctx, member, { asked, extracts })) ?? content
  const start = () => void writeDeferred(ctx, interaction, write)
  return {
    answer: { type: responseTypes.deferred },
    events,
    later: { fallback: content, waitMs: MODEL_WAIT_MS, start },
  }
}
