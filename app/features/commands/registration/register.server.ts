import { ulid } from 'ulid'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { DiscordError } from '#app/platform/outside/discord.server.ts'
import { Conflict, Invalid, Refusal } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import { requireBot } from '#app/features/bots/bots.server.ts'
import { discordCommands, discordIssues, limitIssues } from '#app/features/commands/registration/response.ts'
import { bodyHash, hashOf, keyOf, registrationBody } from '#app/features/commands/registration/body.server.ts'
import { askCommand } from '#app/features/commands/registration/built-in.ts'
import {
  diffCommands,
  lastRegistered,
  remoteCommands,
  type CommandDiff,
  type LocalCommand,
  type RemoteCommand,
} from '#app/features/commands/registration/difference.server.ts'
import {
  claimRegistration,
  enabledCommands,
  markRegistered,
  unmarkOthers,
  writeRegistration,
  type RegistrationRow,
} from '#app/features/commands/registration/store.server.ts'
import type { RegistrationReport } from '#app/features/commands/registration/schema.ts'
import { allowGuild, readGuild } from '#app/features/guilds/guilds.server.ts'
import type { Guild } from '#app/features/guilds/schema.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'

/** Milliseconds before a registration claim expires, which is longer than two Discord timeouts. */
const CLAIM_MS = 60_000

type Work = {
  guild: Guild
  application: string
  claim: string
  stands: RegistrationRow
  commands: LocalCommand[]
}

/**
 * Registers a guild's enabled commands if any command changed since the last registration. With `force`, compares the
 * local commands with the registered commands instead. Stores the error and throws `Invalid` or `DiscordError`. Throws
 * `Conflict` if another registration is running.
 */
export async function registerCommands(
  ctx: Context,
  { guildId, force = false }: { guildId: string; force?: boolean },
): Promise<RegistrationReport> {
  await allowGuild(ctx, 'guild:write', guildId)
  const guild = await readGuild(ctx, { id: guildId })
  const { applicationId: application } = await requireBot(ctx)
  const claim = ulid()
  const now = ctx.now()
  const until = new Date(now.getTime() + CLAIM_MS).toISOString()
  const stands = await claimRegistration(ctx.db, { guildId, claim, at: now.toISOString(), until })
  if (!stands) throw new Conflict('Another registration for this server is running. Try again in a minute.')
  try {
    const commands = await localCommands(ctx, guildId)
    return await register(ctx, { guild, application, claim, stands, commands }, force)
  } catch (error) {
    await releaseClaim(ctx, { guildId, claim }, error)
    throw error
  }
}

/** Returns the commands to register in a stable order. The caller must have checked access. */
export async function localCommands(
  ctx: Pick<Context, 'db' | 'contentIndex'>,
  guildId: string,
): Promise<LocalCommand[]> {
  const { ask_command } = await settingsOf(ctx, guildId)
  const own = (await enabledCommands(ctx.db, guildId)).map((row) => ({ row, body: registrationBody(row) }))
  const isTaken = own.some(({ body }) => keyOf(body) === keyOf(askCommand))
  return [...own, ...(ask_command && !isTaken ? [{ row: null, body: askCommand }] : [])]
    .map(({ row, body }) => ({ row, body, hash: bodyHash(body), key: keyOf(body) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
}

async function register(ctx: Context, work: Work, force: boolean): Promise<RegistrationReport> {
  const { application, stands, commands } = work
  const issues = limitIssues(commands.map(({ body }) => body))
  if (issues.length) throw new Invalid(`Discord would reject these commands. ${issues[0]!.message}`, issues)
  const last = force || stands.hash === null ? null : lastRegistered(stands, application)
  const there = last ?? (await callDiscord(ctx, work, 'GET'))
  const difference = diffCommands(commands, there)
  if (!difference.changed) return saveRegistration(ctx, work, there, difference)
  // The registration state is stored as unknown until Discord responds, in case this process crashes.
  await writeRegistration(ctx.db, { guildId: work.guild.id, claim: work.claim }, { hash: null })
  return saveRegistration(ctx, work, await callDiscord(ctx, work, 'PUT'), difference)
}

/** Reads or replaces the commands that are registered with Discord. */
async function callDiscord(ctx: Context, work: Work, method: 'GET' | 'PUT'): Promise<RemoteCommand[]> {
  const { guild, application, commands } = work
  const bodies = commands.map(({ body }) => body)
  const path = `/applications/${application}/guilds/${guild.id}/commands` as const
  const body = method === 'PUT' ? { body: bodies } : {}
  try {
    const answered = await ctx.discord.request({ method, path, ...body, answer: discordCommands })
    return remoteCommands(answered, commands)
  } catch (error) {
    const trouble = error instanceof DiscordError ? error.trouble : null
    if (trouble?.reason !== 'invalid') throw error
    const issues = discordIssues(trouble.errors, bodies)
    const why = issues[0] ? `${issues[0].path}: ${issues[0].message}` : trouble.message
    throw new Invalid(`Discord rejected these commands. ${why}`, issues)
  }
}

/**
 * Stores Discord's current commands. A command edited in the meantime gets the hash that was sent, so the new version
 * does not count as registered.
 */
async function saveRegistration(ctx: Context, work: Work, there: RemoteCommand[], difference: CommandDiff) {
  const { guild, application, claim, stands, commands } = work
  const { changed, ...names } = difference
  const now = ctx.now().toISOString()
  const at = changed ? now : (stands.registered_at ?? now)
  const ids = new Map(there.map((one) => [keyOf(one), one.id]))
  const sent = commands.map(({ body: { name, type }, hash, key }) => ({
    id: ids.get(key) ?? null,
    name,
    type,
    hash,
  }))
  await inTransaction(ctx, async (inner) => {
    const written = await writeRegistration(
      inner.db,
      { guildId: guild.id, claim },
      {
        hash: hashOf([application, ...sent.map(({ hash }) => hash)]),
        registered: JSON.stringify({ application_id: application, commands: sent }),
        registered_at: at,
        last_error: null,
        claim: null,
        claimed_until: null,
      },
    )
    if (!written)
      throw new Conflict(
        'This registration took too long, and another registration has started. Try again in a minute.',
      )
    for (const { row, hash, key } of commands) {
      const id = ids.get(key) ?? null
      if (!row) continue
      if (row.registered_hash === hash && row.discord_command_id === id) continue
      const mark = { discord_command_id: id, registered_at: at, registered_hash: hash }
      await markRegistered(inner.db, row.id, mark)
    }
    await unmarkOthers(
      inner.db,
      guild.id,
      commands.flatMap(({ row }) => row?.id ?? []),
    )
    if (!changed) return
    await recordAudit(inner, {
      action: 'commands.registered',
      target: { kind: 'guild', id: guild.id, name: guild.name },
      details: { ...names, unchanged: names.unchanged.length },
    })
  })
  return { guild_id: guild.id, ...difference, registered_at: at, total: commands.length }
}

/** Releases the claim and stores the error. */
async function releaseClaim(ctx: Context, who: { guildId: string; claim: string }, error: unknown) {
  const { code, message } =
    error instanceof Refusal
      ? error
      : { code: 'internal', message: 'The registration failed because of an internal error. Try again.' }
  const last_error = JSON.stringify({ code, message, at: ctx.now().toISOString() })
  await writeRegistration(ctx.db, who, { last_error, claim: null, claimed_until: null })
}
