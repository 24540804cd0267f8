import type { Context } from '#app/context.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { DiscordError } from '#app/platform/outside/discord.server.ts'
import { Refusal, type ErrorCode, type Issue } from '#app/errors.ts'
import { diffCommands, lastRegistered } from '#app/features/commands/registration/difference.server.ts'
import {
  failedRegistration,
  lastUse,
  registrationRow,
  registrationTotals,
} from '#app/features/commands/registration/store.server.ts'
import { localCommands, registerCommands } from '#app/features/commands/registration/register.server.ts'
import type { RegistrationReport, RegistrationState } from '#app/features/commands/registration/schema.ts'
import { allowGuild, listGuilds } from '#app/features/guilds/guilds.server.ts'

/** Returns a guild's registration state and pending changes, without contacting Discord. */
export async function readRegistration(
  ctx: Context,
  { guildId }: { guildId: string },
): Promise<RegistrationState> {
  await allowGuild(ctx, 'guild:read', guildId)
  const row = await registrationRow(ctx.db, guildId)
  const last = lastRegistered(row, ctx.bot.application().id ?? '') ?? []
  const { created, updated, deleted } = diffCommands(await localCommands(ctx, guildId), last)
  return {
    guild_id: guildId,
    registered_at: row?.registered_at ?? null,
    total: last.length,
    last_error: row?.last_error ? fromJson(row.last_error) : null,
    running: Boolean(row?.claim && row.claimed_until! > ctx.now().toISOString()),
    pending: { created, updated, deleted },
  }
}

/** Guild whose registration failed, with the reason. */
export type FailedRegistration = {
  guild_id: string
  error: { error: string; code: string; issues?: Issue[] }
}

/**
 * Registers all guilds of the current user, one after the other. A failure in one guild does not stop the others.
 * Throws errors that affect every guild, such as an invalid token.
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

/** Failures of the connection to Discord, in contrast to commands that Discord rejects. */
const connectionCodes: readonly string[] = ['unavailable', 'conflict'] satisfies ErrorCode[]

/** Returns the error of a guild's last registration if Discord could not be used. Callers authorize first. */
export async function registrationProblem({ db }: Pick<Context, 'db'>, guildId: string) {
  const error = fromJson((await registrationRow(db, guildId))?.last_error ?? null)
  return error && connectionCodes.includes(error.code) ? error : null
}

const isSharedFailure = (error: Refusal) =>
  error instanceof DiscordError && ['not_set_up', 'token'].includes(error.trouble.reason)

/** Summarizes registrations and uses of all guilds for an application. Callers authorize first. */
export async function summarizeCommands({ db }: Pick<Context, 'db'>, applicationId: string) {
  const totals = await registrationTotals(db, applicationId)
  const failed = await failedRegistration(db)
  return {
    guilds: Number(totals.guilds),
    registered_at: totals.registered_at,
    failure: failed ? { guild_id: failed.guild_id, ...fromJson(failed.last_error!) } : null,
    used_at: (await lastUse(db)).at,
  }
}
