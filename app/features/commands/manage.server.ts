import { ulid } from 'ulid'
import { allow, authorColumns } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, Invalid, found } from '#app/errors.ts'
import { recordAudit, staleError } from '#app/features/audit/audit.server.ts'
import { patternIssues } from '#app/features/automations/evaluation/check-patterns.server.ts'
import { throwIssues } from '#app/features/automations/checks.server.ts'
import { authoredParts } from '#app/features/commands/drafts.ts'
import { presentCommand, reportCommand, rowOfCommand } from '#app/features/commands/present.server.ts'
import { isRegistered } from '#app/features/commands/registration/body.server.ts'
import type { Command, CommandInput } from '#app/features/commands/schema.ts'
import {
  commandById,
  type CommandRow,
  commandRows,
  searchCommands,
  countCommands,
  countOfType,
  enabledRows,
  insertCommand,
  commandWithSameName,
  removeCommand,
  writeCommand,
} from '#app/features/commands/store.server.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'
import { guildOfKey } from '#app/features/settings/settings.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import type { PagedQuery } from '#app/primitives/schema.ts'

type CommandSearch = { guildIds: readonly string[]; q: string; limit: number }

/** The commands of some guilds whose name holds the text, by name. Refused as a whole where one of the guilds is closed. */
export async function findCommands(ctx: Context, asked: CommandSearch) {
  for (const id of asked.guildIds) allow(ctx, 'guild:read', id)
  return asked.guildIds.length > 0 ? searchCommands(ctx.db, asked) : []
}

type GuildRef = { guildId: string }
type CommandRef = GuildRef & { id: string }
type Versioned = CommandRef & { version: number }

/** How many commands of each type Discord takes for one guild. */
const MAX_PER_TYPE: Record<number, number> = { 1: 100, 2: 15, 3: 15 }

/** The commands of a guild, by name; `q` is a part of a name or a description. Throws `NotFound` for a guild that is not here. */
export async function listCommands(
  ctx: Context,
  { guildId, ...query }: GuildRef & PagedQuery & { q?: string | undefined },
) {
  await readGuild(ctx, { id: guildId })
  return listPage(ctx, guildId, query, presentCommand)
}

/** The commands of the guild that the key belongs to. */
export async function reportCommands(ctx: Context, query: PagedQuery) {
  allow(ctx, 'commands:read')
  return listPage(ctx, guildOfKey(ctx.actor), query, reportCommand)
}

/** One command. Throws `NotFound`. */
export async function readCommand(ctx: Context, { guildId, id }: CommandRef): Promise<Command> {
  allow(ctx, 'guild:read', guildId)
  return presentCommand(await requireCommand(ctx, { guildId, id }))
}

/** Makes a command. Throws `Conflict` when the guild has one of this name and type, or as many as Discord takes. */
export async function createCommand(
  ctx: Context,
  { guildId, ...input }: GuildRef & CommandInput,
): Promise<Command> {
  allow(ctx, 'guild:write', guildId)
  await checkConditions(ctx, input)
  return inTransaction(ctx, async (inner) => {
    await readGuild(inner, { id: guildId })
    if ((await countOfType(inner.db, guildId, input.type)) >= MAX_PER_TYPE[input.type]!) {
      throw new Conflict(`A guild has at most ${MAX_PER_TYPE[input.type]} commands of this type.`)
    }
    const at = inner.now().toISOString()
    const row = await insertCommand(inner.db, {
      ...rowOfCommand(input),
      id: ulid(inner.now().getTime()),
      guild_id: guildId,
      use_count: 0,
      error_count: 0,
      created_at: at,
      updated_at: at,
      ...authorColumns('updated_by', inner),
      version: 1,
    })
    if (!row) throw nameTaken(input.name)
    await recordChange(inner, 'command.created', row, { version: 1 })
    return presentCommand(row)
  })
}

/** Writes a command anew. Throws `Stale` when `version` is not the one that stands, `Conflict` when the name is taken. */
export async function updateCommand(ctx: Context, asked: Versioned & CommandInput): Promise<Command> {
  allow(ctx, 'guild:write', asked.guildId)
  await checkConditions(ctx, asked)
  return writeChecked(ctx, asked)
}

/** Disables a command, also one that could not be saved again as it is. Throws `Stale` like `updateCommand`. */
async function disableCommand(ctx: Context, { guildId, id, version }: Versioned): Promise<Command> {
  allow(ctx, 'guild:write', guildId)
  const command = await readCommand(ctx, { guildId, id })
  return writeChecked(ctx, { guildId, id, version, ...authoredParts(command), enabled: false })
}

/** Refuses patterns that are invalid, too large or too slow. Throws `Invalid`. */
async function checkConditions(ctx: Context, { actions }: CommandInput): Promise<void> {
  const placed = actions.flatMap(({ condition: rule }, index) =>
    rule ? [{ rule, path: `actions.${index}.condition.value` }] : [],
  )
  throwIssues(await patternIssues(ctx, placed))
}

function writeChecked(ctx: Context, { guildId, id, version, ...input }: Versioned & CommandInput) {
  return inTransaction(ctx, async (inner) => {
    const before = await requireCommand(inner, { guildId, id })
    if (before.type !== input.type) {
      throw new Invalid('The type of a command cannot change. Make another command.', [
        { path: 'type', message: 'The type of a command cannot change.' },
      ])
    }
    const other = await commandWithSameName(inner.db, { guildId, name: input.name, type: input.type })
    if (other && other.id !== id) throw nameTaken(input.name)
    const written = rowOfCommand(input)
    const changed = (Object.keys(written) as (keyof typeof written)[]).filter(
      (name) => written[name] !== before[name],
    )
    const who = {
      stopped_at: null,
      updated_at: inner.now().toISOString(),
      ...authorColumns('updated_by', inner),
    }
    const row = await writeCommand(inner.db, { guildId, id, version }, { ...written, ...who })
    if (!row) throw await staleError(inner, { action: 'command.changed', id, version }, before)
    await recordChange(inner, 'command.changed', row, { changed, version: row.version })
    return presentCommand(row)
  })
}

/** Deletes a command. Discord keeps it until commands are registered again. Throws like `updateCommand`. */
export async function deleteCommand(ctx: Context, { guildId, id, version }: Versioned): Promise<null> {
  allow(ctx, 'guild:write', guildId)
  return inTransaction(ctx, async (inner) => {
    const before = await requireCommand(inner, { guildId, id })
    if (!(await removeCommand(inner.db, { guildId, id, version }))) {
      throw await staleError(inner, { action: 'command.changed', id, version }, before)
    }
    await recordChange(inner, 'command.deleted', before, { version })
    return null
  })
}

/** How many commands of a guild Discord has as they stand here. Its caller has authorised it. */
export async function countRegistered(ctx: Pick<Context, 'db'>, guildId: string): Promise<number> {
  const rows = await enabledRows(ctx.db, guildId)
  return rows.filter(isRegistered).length
}

async function listPage(
  ctx: Context,
  guildId: string,
  { limit, offset, enabled, q }: PagedQuery & { q?: string | undefined },
  show: (row: CommandRow) => Command,
) {
  const rows = await commandRows(ctx.db, { guildId, enabled, q, limit, offset })
  const total = await countCommands(ctx.db, { guildId, enabled, q })
  return { guild_id: guildId, commands: rows.map(show), total, limit, offset }
}

const requireCommand = async (ctx: Context, { guildId, id }: CommandRef): Promise<CommandRow> =>
  found(await commandById(ctx.db, guildId, id), 'There is no such command in this guild.')

const nameTaken = (name: string) =>
  new Conflict(`The guild has a command ${name} of this type.`, 'conflict', [
    { path: 'name', message: 'Another command of this type has this name.' },
  ])

const recordChange = (
  ctx: Context,
  action: 'command.created' | 'command.changed' | 'command.deleted',
  { id, name, guild_id }: CommandRow,
  details: Record<string, unknown>,
) => recordAudit(ctx, { action, target: { kind: 'command', id, name }, details: { guild_id, ...details } })

/** The names of the commands of a guild that are typed, which are those that a control can run. Throws like `listCommands`. */
export async function slashCommandNames(ctx: Context, { guildId }: { guildId: string }): Promise<string[]> {
  const { commands } = await listCommands(ctx, { guildId, limit: MAX_NAMES, offset: 0 })
  return commands.filter(({ type }) => type === 1).map(({ name }) => name)
}

/** More than a guild can have of all types together. */
const MAX_NAMES = 200

type ToggleInput = { guildId: string; id: string; version: number; enabled: boolean }

/** Switches a command on or off and keeps the rest of it. Throws like `updateCommand`. */
export async function toggleCommand(
  ctx: Context,
  { guildId, id, version, enabled }: ToggleInput,
): Promise<Command> {
  allow(ctx, 'guild:write', guildId)
  if (!enabled) return disableCommand(ctx, { guildId, id, version })
  const command = await readCommand(ctx, { guildId, id })
  return updateCommand(ctx, { guildId, id, version, ...authoredParts(command), enabled })
}
