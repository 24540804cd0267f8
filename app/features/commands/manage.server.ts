import type { Context } from '#app/context.server.ts'
import { Conflict, Invalid } from '#app/errors.ts'
import { guildItems } from '#app/features/actions/guild-items.server.ts'
import { patternIssues } from '#app/features/automations/evaluation/check-patterns.server.ts'
import { throwIssues } from '#app/features/automations/checks.server.ts'
import { authoredNames } from '#app/features/commands/drafts.ts'
import { presentCommand, rowOfCommand } from '#app/features/commands/present.server.ts'
import { isRegistered } from '#app/features/commands/registration/body.server.ts'
import type { Command, CommandInput } from '#app/features/commands/schema.ts'
import {
  commandStore,
  type CommandRow,
  countOfType,
  enabledRows,
  insertCommand,
  commandWithSameName,
} from '#app/features/commands/store.server.ts'
import type { ItemVersion } from '#app/platform/db/guild-items.server.ts'
import type { PagedQuery } from '#app/primitives/schema.ts'
import { formatInteger } from '#app/primitives/count.ts'

type GuildRef = { guildId: string }

/** Discord's limits on commands per type and guild. */
const MAX_PER_TYPE: Record<number, number> = { 1: 100, 2: 15, 3: 15 }

type Written = ReturnType<typeof rowOfCommand>

const commands = guildItems<CommandRow, Command, CommandInput, Written>({
  kind: 'command',
  store: commandStore,
  fields: authoredNames,
  present: presentCommand,
  columns: rowOfCommand,
  check: checkConditions,
  checkChange,
  async insert(ctx, row) {
    const most = MAX_PER_TYPE[row.type]!
    if ((await countOfType(ctx.db, row.guild_id, row.type)) >= most) {
      throw new Conflict(
        `A server can have at most ${formatInteger(most)} commands of this type. Delete a command first.`,
      )
    }
    const inserted = await insertCommand(ctx.db, { ...row, use_count: 0, error_count: 0 })
    if (!inserted) throw nameTaken(row.name)
    return inserted
  },
})

export const {
  search: findCommands,
  listSlow: listSlowCommands,
  read: readCommand,
  toggle: toggleCommand,
  remove: deleteCommand,
  changeMany: changeCommands,
  disableSlow: disableSlowCommand,
} = commands

type Page = Awaited<ReturnType<typeof commands.list>>
const namePage = ({ guild_id, items, ...page }: Page) => ({ guild_id, commands: items, ...page })

/**
 * Lists a guild's commands by name. `q` matches part of a name or description. Throws `NotFound` for an unknown guild.
 */
export const listCommands = async (ctx: Context, asked: Parameters<typeof commands.list>[1]) =>
  namePage(await commands.list(ctx, asked))

/** Lists the commands of the API key's guild. */
export const reportCommands = async (ctx: Context, query: PagedQuery) =>
  namePage(await commands.report(ctx, query))

/** Creates a command. Throws `Conflict` if the name and type are taken or the guild has reached Discord's limit. */
export const createCommand = (ctx: Context, { guildId, ...input }: GuildRef & CommandInput) =>
  commands.create(ctx, guildId, input)

/** Updates a command. Throws `Stale` if `version` is outdated and `Conflict` if the name is taken. */
export const updateCommand = (ctx: Context, { guildId, id, version, ...input }: ItemVersion & CommandInput) =>
  commands.update(ctx, { guildId, id, version }, input)

/** Rejects patterns that are invalid, too large or too slow. Throws `Invalid`. */
async function checkConditions(ctx: Context, { actions }: CommandInput): Promise<void> {
  const placed = actions.flatMap(({ condition: rule }, index) =>
    rule ? [{ rule, path: `actions.${index}.condition.value` }] : [],
  )
  throwIssues(await patternIssues(ctx, placed))
}

async function checkChange(
  { db }: Context,
  { id, guild_id: guildId, type }: CommandRow,
  input: CommandInput,
) {
  if (type !== input.type) {
    throw new Invalid('The type of a command cannot change. Create another command.', [
      { path: 'type', message: 'To use a different type, create another command.' },
    ])
  }
  const other = await commandWithSameName(db, { guildId, name: input.name, type })
  if (other && other.id !== id) throw nameTaken(input.name)
}

const nameTaken = (name: string) =>
  new Conflict(`The server already has a ${name} command of this type. Use a different name.`, 'conflict', [
    { path: 'name', message: 'Another command of this type has this name. Use a different name.' },
  ])

/** Counts a guild's commands whose current version is registered with Discord. The caller must have checked access. */
export async function countRegistered(ctx: Pick<Context, 'db'>, guildId: string): Promise<number> {
  const rows = await enabledRows(ctx.db, guildId)
  return rows.filter(isRegistered).length
}

/** Returns the names of a guild's slash commands, which components can run. Throws like `listCommands`. */
export async function slashCommandNames(ctx: Context, { guildId }: { guildId: string }): Promise<string[]> {
  const { commands } = await listCommands(ctx, { guildId, limit: MAX_NAMES, offset: 0 })
  return commands.filter(({ type }) => type === 1).map(({ name }) => name)
}

/** Maximum number of commands in a guild, including all types. */
const MAX_NAMES = 200
