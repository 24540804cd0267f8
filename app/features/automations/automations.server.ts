import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { allowGuild } from '#app/features/guilds/guilds.server.ts'
import { Conflict } from '#app/errors.ts'
import { guildItems } from '#app/features/actions/guild-items.server.ts'
import { checkDefinition } from '#app/features/automations/checks.server.ts'
import { slowReasons, type EvaluationFault } from '#app/features/automations/evaluation/evaluation.ts'
import { presentAutomation, rowOfAutomation } from '#app/features/automations/present.server.ts'
import { authoredNames, type Automation, type AutomationInput } from '#app/features/automations/schema.ts'
import {
  anyAutomation,
  automationStore,
  type AutomationRow,
  failingIn,
  insertAutomation,
} from '#app/features/automations/store.server.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'
import { cancelRuns } from '#app/features/jobs/runs/cancel-runs.server.ts'
import type { ItemRef, ItemVersion } from '#app/platform/db/guild-items.server.ts'
import type { PagedQuery } from '#app/primitives/schema.ts'
import { formatInteger } from '#app/primitives/count.ts'

/** Returns these guilds' enabled automations whose last run failed. */
export async function listFailingAutomations(
  ctx: Context,
  { guildIds, most }: { guildIds: string[]; most: number },
) {
  for (const id of guildIds) allow(ctx, 'guild:read', id)
  const rows = await failingIn(ctx.db, guildIds, most)
  return rows.map(({ last_triggered_at, updated_at, ...row }) => ({
    ...row,
    at: last_triggered_at ?? updated_at,
  }))
}

type GuildRef = { guildId: string }

/** Limits the automations per guild, because every event is compared with each automation. */
const MAX_AUTOMATIONS = 200

type Written = ReturnType<typeof rowOfAutomation>

const automations = guildItems<AutomationRow, Automation, AutomationInput, Written>({
  kind: 'automation',
  store: automationStore,
  fields: authoredNames,
  present: presentAutomation,
  columns: rowOfAutomation,
  check: checkDefinition,
  lock: (ctx, guildId) => lockGuilds(ctx, [guildId]),
  stop: (ctx, { id, because }) => cancelRuns(ctx, { id, message: `The automation was ${because}.` }),
  async insert({ db }, row) {
    if ((await automationStore.count(db, { guildId: row.guild_id })) >= MAX_AUTOMATIONS) {
      throw new Conflict(
        `A server can have at most ${formatInteger(MAX_AUTOMATIONS)} automations. Delete an automation first.`,
      )
    }
    return insertAutomation(db, { ...row, run_count: 0, success_count: 0, failure_count: 0 })
  },
})

export const {
  search: findAutomations,
  listSlow: listSlowAutomations,
  authored: authoredFields,
  requireRow: requireAutomation,
  read: readAutomation,
  toggle: toggleAutomation,
  remove: deleteAutomation,
  changeMany: changeAutomations,
} = automations

type Page = Awaited<ReturnType<typeof automations.list>>
const namePage = ({ guild_id, items, ...page }: Page) => ({ guild_id, automations: items, ...page })

/** Returns the automations of a guild, ordered by name. Throws `NotFound` for an unknown guild. */
export const listAutomations = async (ctx: Context, asked: Parameters<typeof automations.list>[1]) =>
  namePage(await automations.list(ctx, asked))

/** Returns the automations of the API key's guild. */
export const reportAutomations = async (ctx: Context, query: PagedQuery) =>
  namePage(await automations.report(ctx, query))

/** Creates an automation. Throws `Invalid` for an invalid schedule or pattern, and `Conflict` above the limit. */
export const createAutomation = (ctx: Context, { guildId, ...input }: GuildRef & AutomationInput) =>
  automations.create(ctx, guildId, input)

/** Replaces an automation. Throws `Stale` if `version` is outdated, and otherwise throws like `createAutomation`. */
export const updateAutomation = (
  ctx: Context,
  { guildId, id, version, ...input }: ItemVersion & AutomationInput,
) => automations.update(ctx, { guildId, id, version }, input)

type SlowAutomation = Parameters<typeof automations.disableSlow>[1]

/** Disables an automation whose conditions take too long, unless its author has since changed the automation. */
export const disableSlowAutomation = (
  ctx: Context,
  slow: SlowAutomation,
  reason: EvaluationFault['reason'],
) =>
  automations.disableSlow(ctx, slow, reason, (at) => ({
    next_run_at: null,
    last_error: JSON.stringify({ code: 'too_slow', message: slowReasons[reason], at }),
  }))

/** Creates a disabled copy of an automation. Throws like `createAutomation`. */
export async function copyAutomation(ctx: Context, asked: ItemRef): Promise<Automation> {
  await allowGuild(ctx, 'guild:write', asked.guildId)
  const written = authoredFields(await readAutomation(ctx, asked))
  const name = `${written.name.slice(0, 93)} (copy)`
  return createAutomation(ctx, { guildId: asked.guildId, ...written, name, enabled: false })
}

/** Checks whether any guild except the demo guild has an automation. Callers authorize first. */
export const hasAutomations = async ({ db }: Pick<Context, 'db'>): Promise<boolean> =>
  (await anyAutomation(db)) !== undefined
