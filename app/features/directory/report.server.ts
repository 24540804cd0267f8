import { allow, requireReportAccess } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Invalid } from '#app/errors.ts'
import { asDeleted, mergeEntries, type StoredEntry } from '#app/features/directory/merge.ts'
import { requireSize, type PartBuffer } from '#app/features/directory/parts.ts'
import {
  directoryKinds,
  directoryLimits,
  reportedEntries,
  type DirectoryFrame,
  type DirectoryPatch,
  type DirectoryServerFrame,
  type StoredKind,
} from '#app/features/directory/schema.ts'
import * as store from '#app/features/directory/store.server.ts'
import { expireClaims } from '#app/features/guilds/managers.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { DAY } from '#app/primitives/time.ts'

/** Attempts to write while other runners report the same guild. */
const ATTEMPTS = 3
/** Maximum milliseconds by which a revision can be ahead of the clock, so that one runner cannot block the others. */
const MAX_AHEAD_MS = DAY

type Report = { guild_id: string; kind: StoredKind; rev: number; bot?: DirectoryFrame['bot'] }
type Before = { rev: number; items: StoredEntry[]; bot: string | null } | undefined

/**
 * Stores a reported directory. Returns the frames for the runner: none, or a request to send the directory again with a
 * higher revision. Ignores unknown and blocked guilds, and unknown kinds.
 */
export async function recordDirectory(
  ctx: Context,
  { frame, parts }: { frame: DirectoryFrame; parts: PartBuffer },
): Promise<DirectoryServerFrame[]> {
  const report = checkReport(ctx, frame)
  if (!report || !(await store.acceptsDirectory(ctx.db, report.guild_id))) return []
  const whole = parts.add({ ...frame, kind: report.kind, items: parseEntries(report.kind, frame.items) })
  if (!whole) return []
  const put = whole.items
  const at = ctx.now().toISOString()
  return write(ctx, report, (before) => {
    if (before && before.rev >= report.rev) return before.rev > report.rev ? 'resync' : 'known'
    let room = directoryLimits[report.kind] - put.length
    const other = (entry: StoredEntry) =>
      whole.visible_only && 'hidden' in entry && !entry.deleted_at && room-- > 0
        ? { ...entry, hidden: true }
        : asDeleted(entry, at)
    return mergeEntries({ before: before?.items ?? [], at, put, other })
  })
}

/** Applies a patch to the directory with the revision `base_rev`, like `recordDirectory`. */
export async function patchDirectory(ctx: Context, patch: DirectoryPatch): Promise<DirectoryServerFrame[]> {
  const report = checkReport(ctx, patch)
  if (!report || !(await store.acceptsDirectory(ctx.db, report.guild_id))) return []
  // Revisions of a patch are equal only to compare them after a reconnect.
  if (patch.rev === patch.base_rev && (patch.put.length || patch.del.length))
    throw new Invalid('The revision of a patch with changes must be higher than its base_rev.')
  const put = parseEntries(report.kind, patch.put)
  const at = ctx.now().toISOString()
  const gone = new Set(patch.del)
  const other = (entry: StoredEntry) => (gone.has(entry.id) ? asDeleted(entry, at) : entry)
  return write(ctx, report, (before) => {
    if (before?.rev === patch.rev) return 'known'
    if (before?.rev !== patch.base_rev || patch.rev < patch.base_rev) return 'resync'
    return mergeEntries({ before: before.items, at, put, other })
  })
}

function checkReport(ctx: Context, { guild_id, kind, rev, bot }: Omit<Report, 'kind'> & { kind: string }) {
  allow(ctx, 'events:report')
  requireReportAccess(ctx, guild_id)
  if (rev > ctx.now().getTime() + MAX_AHEAD_MS)
    throw new Invalid('The revision is too high. Use the current time in milliseconds.')
  const known = directoryKinds.find((one) => one === kind)
  return known && { guild_id, kind: known, rev, ...(bot ? { bot } : {}) }
}

function parseEntries(kind: StoredKind, items: readonly unknown[]): StoredEntry[] {
  requireSize(kind, { items: items.length, characters: 0 })
  return items.map((item, index) => {
    const parsed = reportedEntries[kind].safeParse(item)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new Invalid(`items.${[index, ...(issue?.path ?? [])].join('.')}: ${issue?.message}`)
  })
}

/** Checks whether a role was deleted or has other permissions than before. True if the roles were unknown. */
function changesPermissions(before: readonly StoredEntry[] | undefined, after: readonly StoredEntry[]) {
  const permissionsOf = (entry: StoredEntry | undefined) =>
    entry && 'permissions' in entry ? entry.permissions : null
  const now = new Map(after.map((entry) => [entry.id, entry]))
  return (
    !before ||
    before.some((entry) => !entry.deleted_at && permissionsOf(entry) !== permissionsOf(now.get(entry.id)))
  )
}

async function write(
  ctx: Context,
  { guild_id, kind, rev, bot }: Report,
  next: (before: Before) => StoredEntry[] | 'known' | 'resync',
): Promise<DirectoryServerFrame[]> {
  let stored: number | undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const row = await store.directoryRow(ctx.db, guild_id, kind)
    const before = row && { rev: row.rev, bot: row.bot, items: fromJson(row.items) }
    const merged = next(before)
    stored = before?.rev
    if (merged === 'known') return []
    if (merged === 'resync') break
    const current = merged.filter(({ deleted_at }) => !deleted_at)
    const items = JSON.stringify(merged)
    requireSize(kind, { items: current.length, characters: items.length })
    if (kind === 'roles' && changesPermissions(before?.items, current)) await expireClaims(ctx, guild_id)
    const written = await store.writeDirectory(
      ctx.db,
      {
        guild_id,
        kind,
        rev,
        items,
        bot: bot ? JSON.stringify(bot) : (before?.bot ?? null),
        deleted: merged.length - current.length,
        updated_at: ctx.now().toISOString(),
      },
      before?.rev,
    )
    if (written) return []
  }
  return [{ op: 'directory_resync', d: { guild_id, kind, ...(stored ? { rev: stored } : {}) } }]
}
