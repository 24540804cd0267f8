import { ulid } from 'ulid'
import { allow, authorColumns } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, found } from '#app/errors.ts'
import { recordAudit, staleError } from '#app/features/audit/audit.server.ts'
import { checkDefinition } from '#app/features/automations/checks.server.ts'
import {
  presentAutomation,
  reportAutomation,
  rowOfAutomation,
} from '#app/features/automations/present.server.ts'
import type { Automation, AutomationInput } from '#app/features/automations/schema.ts'
import {
  automationById,
  type AutomationRow,
  automationRows,
  searchAutomations,
  countAutomations,
  failingIn,
  insertAutomation,
  removeAutomation,
  slowIn,
  writeAutomation,
} from '#app/features/automations/store.server.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'
import { cancelRuns } from '#app/features/jobs/runs/cancel-runs.server.ts'
import { guildOfKey } from '#app/features/settings/settings.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import type { PagedQuery } from '#app/primitives/schema.ts'

/** The automations of these guilds that are on and failed the last time that they ran. */
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

/** Returns the automations of these guilds that the service disabled because they took too long. */
export async function listSlowAutomations(
  ctx: Context,
  { guildIds, most }: { guildIds: string[]; most: number },
) {
  for (const id of guildIds) allow(ctx, 'guild:read', id)
  const rows = await slowIn(ctx.db, guildIds, most)
  return rows.map(({ stopped_at, ...row }) => ({ ...row, at: stopped_at! }))
}

type AutomationSearch = { guildIds: readonly string[]; q: string; limit: number }

/** The automations of some guilds whose name holds the text, by name. Refused as a whole where one of the guilds is closed. */
export async function findAutomations(ctx: Context, asked: AutomationSearch) {
  for (const id of asked.guildIds) allow(ctx, 'guild:read', id)
  return asked.guildIds.length > 0 ? searchAutomations(ctx.db, asked) : []
}

type GuildRef = { guildId: string }
type AutomationRef = GuildRef & { id: string }
type Versioned = AutomationRef & { version: number }

/** How many automations a guild may have: each is held against every event. */
const MAX_AUTOMATIONS = 200

/** A page of a list, which a text in the name or the description may narrow. */
type Listed = PagedQuery & { q?: string | undefined }

/** The automations of a guild, by name. Throws `NotFound` for a guild that is not here. */
export async function listAutomations(ctx: Context, { guildId, ...query }: GuildRef & Listed) {
  await readGuild(ctx, { id: guildId })
  return listPage(ctx, guildId, query, presentAutomation)
}

/** The automations of the guild that the key belongs to. */
export async function reportAutomations(ctx: Context, query: PagedQuery) {
  allow(ctx, 'automations:read')
  return listPage(ctx, guildOfKey(ctx.actor), query, reportAutomation)
}

/** One automation. Throws `NotFound`. */
export async function readAutomation(ctx: Context, asked: AutomationRef): Promise<Automation> {
  allow(ctx, 'guild:read', asked.guildId)
  return presentAutomation(await requireAutomation(ctx, asked))
}

/** Makes an automation. Throws `Invalid` for a schedule or a pattern that cannot be, `Conflict` when there are too many. */
export async function createAutomation(
  ctx: Context,
  { guildId, ...input }: GuildRef & AutomationInput,
): Promise<Automation> {
  allow(ctx, 'guild:write', guildId)
  const now = ctx.now()
  await checkDefinition(ctx, input)
  return inTransaction(ctx, async (inner) => {
    await readGuild(inner, { id: guildId })
    if ((await countAutomations(inner.db, { guildId })) >= MAX_AUTOMATIONS) {
      throw new Conflict(`A guild has at most ${MAX_AUTOMATIONS} automations.`)
    }
    const row = await insertAutomation(inner.db, {
      ...rowOfAutomation(input, now),
      id: ulid(now.getTime()),
      guild_id: guildId,
      ever_enabled: Number(input.enabled),
      run_count: 0,
      success_count: 0,
      failure_count: 0,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      ...authorColumns('updated_by', inner),
      version: 1,
    })
    await recordChange(inner, 'automation.created', row, { version: 1 })
    return presentAutomation(row)
  })
}

/** Writes an automation anew. Throws `Stale` when `version` is not the one that stands, else like `createAutomation`. */
export async function updateAutomation(
  ctx: Context,
  { guildId, id, version, ...input }: Versioned & AutomationInput,
): Promise<Automation> {
  allow(ctx, 'guild:write', guildId)
  await checkDefinition(ctx, input)
  return writeChecked(ctx, { guildId, id, version, ...input })
}

/** Disables an automation, also one that could not be saved again as it is. Throws `Stale` like `updateAutomation`. */
async function disableAutomation(ctx: Context, { guildId, id, version }: Versioned): Promise<Automation> {
  allow(ctx, 'guild:write', guildId)
  const automation = await readAutomation(ctx, { guildId, id })
  return writeChecked(ctx, { guildId, id, version, ...authoredFields(automation), enabled: false })
}

/** Returns the fields that authors write. */
export function authoredFields(automation: Automation): AutomationInput {
  const { name, description, enabled, trigger, conditions, actions, cooldown } = automation
  return { name, description, enabled, trigger, conditions, actions, cooldown }
}

function writeChecked(ctx: Context, { guildId, id, version, ...input }: Versioned & AutomationInput) {
  const now = ctx.now()
  return inTransaction(ctx, async (inner) => {
    await lockGuilds(inner, [guildId])
    const before = await requireAutomation(inner, { guildId, id })
    const written = rowOfAutomation(input, now)
    const row = await writeAutomation(
      inner.db,
      { guildId, id, version },
      {
        ...written,
        ever_enabled: Math.max(before.ever_enabled, written.enabled),
        stopped_at: null,
        updated_at: now.toISOString(),
        ...authorColumns('updated_by', inner),
      },
    )
    if (!row) throw await staleError(inner, { action: 'automation.changed', id, version }, before)
    if (before.enabled && !row.enabled) await cancelRuns(inner, { id })
    const changed = changes(presentAutomation(before), presentAutomation(row))
    await recordChange(inner, 'automation.changed', row, { changed, version: row.version })
    return presentAutomation(row)
  })
}

/** Deletes an automation with the record of its runs. Throws like `updateAutomation`. */
export async function deleteAutomation(ctx: Context, { guildId, id, version }: Versioned): Promise<null> {
  allow(ctx, 'guild:write', guildId)
  return inTransaction(ctx, async (inner) => {
    await lockGuilds(inner, [guildId])
    const before = await requireAutomation(inner, { guildId, id })
    await cancelRuns(inner, { id })
    if (!(await removeAutomation(inner.db, { guildId, id, version }))) {
      throw await staleError(inner, { action: 'automation.changed', id, version }, before)
    }
    await recordChange(inner, 'automation.deleted', before, { version })
    return null
  })
}

const fields = ['name', 'description', 'enabled', 'trigger', 'conditions', 'actions', 'cooldown'] as const

const changes = (before: Automation, after: Automation) =>
  fields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

async function listPage(
  ctx: Context,
  guildId: string,
  { limit, offset, ...narrow }: Listed,
  show: (row: AutomationRow) => Automation,
) {
  const rows = await automationRows(ctx.db, { guildId, ...narrow, limit, offset })
  const total = await countAutomations(ctx.db, { guildId, ...narrow })
  return { guild_id: guildId, automations: rows.map(show), total, limit, offset }
}

const requireAutomation = async (ctx: Context, { guildId, id }: AutomationRef): Promise<AutomationRow> =>
  found(await automationById(ctx.db, guildId, id), 'There is no such automation in this guild.')

const recordChange = (
  ctx: Context,
  action: 'automation.created' | 'automation.changed' | 'automation.deleted',
  { id, name, guild_id }: AutomationRow,
  details: Record<string, unknown>,
) => recordAudit(ctx, { action, target: { kind: 'automation', id, name }, details: { guild_id, ...details } })

/** Switches an automation on or off and keeps the rest of it. Throws like `updateAutomation`. */
export async function toggleAutomation(
  ctx: Context,
  { enabled, version, ...asked }: AutomationRef & { version: number; enabled: boolean },
): Promise<Automation> {
  allow(ctx, 'guild:write', asked.guildId)
  if (!enabled) return disableAutomation(ctx, { ...asked, version })
  const automation = await readAutomation(ctx, asked)
  return updateAutomation(ctx, { ...asked, ...authoredFields(automation), enabled, version })
}

/** Makes a copy of an automation that is switched off. Throws like `createAutomation`. */
export async function copyAutomation(ctx: Context, asked: AutomationRef): Promise<Automation> {
  allow(ctx, 'guild:write', asked.guildId)
  const written = authoredFields(await readAutomation(ctx, asked))
  const name = `${written.name.slice(0, 93)} (copy)`
  return createAutomation(ctx, { guildId: asked.guildId, ...written, name, enabled: false })
}
