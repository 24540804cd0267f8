import { allow, authorColumns, type Actor } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { type Json, fromJson } from '#app/primitives/json.ts'
import { changedNames, isObject } from '#app/primitives/objects.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Forbidden, Invalid, found } from '#app/errors.ts'
import { refusedUses, type DirectoryUse } from '#app/features/directory/directory.server.ts'
import { recordAudit, staleError } from '#app/features/audit/audit.server.ts'
import { allowGuild, requireServed } from '#app/features/guilds/guilds.server.ts'
import {
  defaultSettings,
  guildSettings,
  type GuildSettings,
  type SavedSettings,
  type SaveSettingsInput,
} from '#app/features/settings/schema.ts'
import { settingsRow, writeSettings } from '#app/features/settings/store.server.ts'

declare module '#app/platform/db/tables/columns.ts' {
  interface Stored {
    guild_settings: Partial<GuildSettings>
  }
}

const { modules } = guildSettings.shape

/** Returns a guild's settings. Throws `NotFound`. */
export async function readSettings(ctx: Context, { guildId }: { guildId: string }): Promise<SavedSettings> {
  await allowGuild(ctx, 'guild:read', guildId)
  return present(ctx, await requireSettings(ctx, guildId))
}

/** Returns the settings of the key's guild. */
export async function readSettingsOfKey(ctx: Context): Promise<SavedSettings> {
  allow(ctx, 'settings:read')
  return present(ctx, await requireSettings(ctx, guildOfKey(ctx.actor)))
}

/** Returns a guild's settings, or the defaults, for internal checks. Does not authorize the caller. */
export async function settingsOf(
  ctx: Pick<Context, 'db' | 'contentIndex'>,
  guildId: string,
): Promise<GuildSettings> {
  const row = await settingsRow(ctx.db, guildId)
  return parseSettings(ctx, row?.settings ?? null)
}

/** Returns the enabled modules from stored settings, or the defaults for null. */
export const enabledModules = (saved: Json<Partial<GuildSettings>> | null): GuildSettings['modules'] =>
  saved === null ? defaultSettings.modules : modules.parse(fromJson(saved).modules)

/** Changes the given settings. Throws `Stale` if `version` is outdated, and `Invalid` if the result is not valid. */
export async function saveSettings(
  ctx: Context,
  { guildId, version, settings }: SaveSettingsInput & { guildId: string; version: number },
): Promise<SavedSettings> {
  await allowGuild(ctx, 'guild:write', guildId)
  return inTransaction(ctx, async (inner) => {
    const before = await requireSettings(inner, guildId)
    const stands = present(inner, before)
    const next = mergeSettings(stands.settings, settings)
    const changed = changedNames(Object.keys(next) as (keyof GuildSettings)[], stands.settings, next)
    const issues = await refusedUses(inner, { guildId, uses: newUses(stands.settings, next) })
    if (issues.length) throw new Invalid(issues[0]!.message, issues)
    const row = await writeSettings(
      inner.db,
      {
        guild_id: guildId,
        settings: JSON.stringify(next),
        version: version + 1,
        updated_at: inner.now().toISOString(),
        ...authorColumns('updated_by', inner),
      },
      version,
    )
    if (!row) {
      const based = { action: 'settings.changed', id: guildId, version } as const
      throw await staleError(inner, based, { ...stands, updated_by: before.updated_by })
    }
    await recordAudit(inner, {
      action: 'settings.changed',
      target: { kind: 'guild', id: guildId, name: before.name },
      details: { changed, version: row.version },
    })
    return present(inner, row)
  })
}

/** Returns the channels that the bot must write in and that the current settings do not have. */
function newUses(current: GuildSettings, next: GuildSettings): DirectoryUse[] {
  const uses = (path: keyof GuildSettings, id: string, need: DirectoryUse['need']): DirectoryUse => ({
    path: `settings.${path}`,
    kind: 'channel',
    id,
    need,
  })
  const { log_channel_id: log, ask_forum_channels: forums } = next
  return [
    ...(log !== null && log !== current.log_channel_id ? [uses('log_channel_id', log, 'write')] : []),
    ...forums
      .filter((id) => !current.ask_forum_channels.includes(id))
      .map((id) => uses('ask_forum_channels', id, 'reply')),
  ]
}

/** Returns the guild of the actor's key. Throws `Forbidden` for keys of the site and for other actors. */
export function guildOfKey(actor: Actor): string {
  if (actor.kind !== 'key' || actor.guildId === null)
    throw new Forbidden('This operation requires an API key of a guild.')
  return actor.guildId
}

async function requireSettings(ctx: Context, guildId: string) {
  await requireServed(ctx, guildId)
  return found(await settingsRow(ctx.db, guildId), `Guild ${guildId} does not exist.`)
}

function mergeSettings(stands: GuildSettings, change: SaveSettingsInput['settings']): GuildSettings {
  const merged = Object.fromEntries(
    Object.entries(stands).map(([name, value]) => {
      const given = (change as Record<string, unknown>)[name]
      return [
        name,
        given === undefined ? value : isObject(given) ? { ...(value as object), ...given } : given,
      ]
    }),
  )
  const parsed = guildSettings.safeParse(merged)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: ['settings', ...path].join('.'),
    message,
  }))
  throw new Invalid(issues[0]?.message ?? 'These settings conflict. Fix the marked fields.', issues)
}

type Row = {
  guild_id: string
  settings: string | null
  version: number | null
  updated_at: string | null
}

/** Parses stored settings. A guild without saved settings has the defaults, and the time zone of the site. */
const parseSettings = (
  { contentIndex }: Pick<Context, 'contentIndex'>,
  settings: string | null,
): GuildSettings =>
  settings
    ? guildSettings.parse(JSON.parse(settings))
    : { ...defaultSettings, timezone: contentIndex.site.time_zone }

const present = (
  ctx: Pick<Context, 'contentIndex'>,
  { guild_id, settings, version, updated_at }: Row,
): SavedSettings => ({
  guild_id,
  settings: parseSettings(ctx, settings),
  version: version ?? 0,
  updated_at,
})
