import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { commandByName, countUse, type CommandRow } from '#app/features/commands/store.server.ts'
import { fillTemplate } from '#app/features/commands/template.ts'
import { answers, EPHEMERAL, type Answer, type Interaction } from '#app/features/interactions/schema.ts'
import { whisper } from '#app/features/interactions/whisper.ts'
import { recordCommandUse } from '#app/features/stats/events.server.ts'

/** Looks a command up, counts its use, and answers with what it says. Unknown and disabled ones answer only the asker. */
export async function runCommand(ctx: Context, asked: Interaction): Promise<Answer> {
  allow(ctx, 'interactions:answer')
  const { guild_id: guildId, data } = asked
  if (!guildId || !data?.name) return whisper('Commands work inside a server.')
  const command = await commandByName(ctx.db, { guildId, name: data.name, type: data.type ?? 1 })
  if (!command) return whisper('This command is not known here.')
  if (!command.enabled) return whisper('This command is switched off.')
  const at = ctx.now().toISOString()
  await countUse(ctx.db, command.id, at)
  await recordCommandUse(ctx, useOf(asked, guildId, command.name, at), false)
  return answer(command, asked)
}

function answer(command: CommandRow, asked: Interaction): Answer {
  const { content, embed } = JSON.parse(command.response) as { content: string | null; embed: unknown }
  return {
    type: answers.message,
    data: {
      ...(content === null ? {} : { content: fillTemplate(content, asked).slice(0, 2000) }),
      ...(embed ? { embeds: [embed] } : {}),
      ...(command.ephemeral ? { flags: EPHEMERAL } : {}),
      allowed_mentions: { parse: [] },
    },
  }
}

function useOf(asked: Interaction, guildId: string, command: string, at: string) {
  const user = asked.member?.user ?? asked.user
  const channelId = asked.channel?.id ?? asked.channel_id
  return {
    id: asked.id,
    type: 'COMMAND_USE' as const,
    occurred_at: at,
    guild_id: guildId,
    actor: user ? { id: user.id, name: user.global_name ?? user.username, is_bot: user.bot ?? false } : null,
    target: null,
    channel: channelId ? { id: channelId, name: asked.channel?.name ?? '' } : null,
    data: { command },
  }
}
