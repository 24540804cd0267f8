import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { DiscordError } from '#app/platform/outside/discord.server.ts'
import { Refusal, type Issue } from '#app/errors.ts'
import { diffCommands, lastRegistered } from '#app/features/commands/registration/difference.server.ts'
import { registrationRow } from '#app/features/commands/registration/store.server.ts'
import { localCommands, registerCommands } from '#app/features/commands/registration/register.server.ts'
import type { RegistrationReport, RegistrationState } from '#app/features/commands/registration/schema.ts'
import { listGuilds, readGuild } from '#app/features/guilds/guilds.server.ts'

/** How the registration of a guild stands, and what the next one would change. Asks nobody outside. */
export async function readRegistration(
  ctx: Context,
  { guildId }: { guildId: string },
): Promise<RegistrationState> {
  allow(ctx, 'guild:read', guildId)
  await readGuild(ctx, { id: guildId })
  const row = await registrationRow(ctx.db, guildId)
  const last = lastRegistered(row, ctx.config.discordApplicationId ?? '') ?? []
  const { created, updated, deleted } = diffCommands(await localCommands(ctx, guildId), last)
  return {
    guild_id: guildId,
    registered_at: row?.registered_at ?? null,
    total: last.length,
    last_error: row?.last_error ? (JSON.parse(row.last_error) as RegistrationState['last_error']) : null,
    running: Boolean(row?.claim && row.claimed_until! > ctx.now().toISOString()),
    pending: { created, updated, deleted },
  }
}

/** A guild that was not registered, and why. */
export type FailedRegistration = {
  guild_id: string
  error: { error: string; code: string; issues?: Issue[] }
}

/**
 * Registers every guild that the one who asks may see, one after the other: one that fails does not keep the next from its
 * turn. Throws what would be the same for each, such as a token that is wrong.
 */
export async function registerEveryGuild(
  ctx: Context,
  { force }: { force: boolean },
): Promise<(RegistrationReport | FailedRegistration)[]> {
  const done: (RegistrationReport | FailedRegistration)[] = []
  for (const { id: guildId } of await listGuilds(ctx)) {
    try {
      done.push(await registerCommands(ctx, { guildId, force }))
    } catch (error) {
      if (!(error instanceof Refusal) || isSharedFailure(error)) throw error
      const { message, code, issues } = error
      done.push({ guild_id: guildId, error: { error: message, code, ...(issues ? { issues } : {}) } })
    }
  }
  return done
}

const isSharedFailure = (error: Refusal) =>
  error instanceof DiscordError && ['not_set_up', 'token'].includes(error.trouble.reason)
