import { allow, requireReportAccess } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Forbidden, TryLater } from '#app/errors.ts'
import type { AnswerQueue } from '#app/features/interactions/answer-queue.server.ts'
import type { Interaction, InteractionResponse } from '#app/features/interactions/schema.ts'

/**
 * Responds to an interaction that a runner reports, with the rule for signed interactions. Throws `Forbidden` for
 * guilds outside the runner's scope and for other applications.
 */
export async function reportInteraction(
  ctx: Context,
  interaction: Interaction,
  respond: (asked: Interaction) => ReturnType<AnswerQueue>,
): Promise<InteractionResponse> {
  allow(ctx, 'events:report')
  if (interaction.guild_id) requireReportAccess(ctx, interaction.guild_id)
  const { id: own } = ctx.bot.application()
  if (!own) throw new TryLater('unavailable', 'No bot is connected. Connect the bot in the console.', 3600)
  if (interaction.application_id !== own)
    throw new Forbidden(
      `The interaction belongs to another application. Use the bot token of application ${own}.`,
    )
  return respond(interaction)
}
