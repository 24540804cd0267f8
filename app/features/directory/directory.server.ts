import type { Context } from '#app/context.server.ts'
import type { Issue } from '#app/errors.ts'
import { blocksOfChannel, blocksOfRole, channelTypes, type Blocks } from '#app/features/directory/blocks.ts'
import type { StoredEntry } from '#app/features/directory/merge.ts'
import { assignBlock, compareRoles, permissionsIn } from '#app/features/directory/permissions.ts'
import type {
  GuildDirectory,
  ReportedChannel,
  ReportedEmoji,
  ReportedRole,
} from '#app/features/directory/schema.ts'
import * as store from '#app/features/directory/store.server.ts'
import { allowGuild } from '#app/features/guilds/guilds.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { MINUTE } from '#app/primitives/time.ts'
import type { DirectoryNeed } from '#app/ui/forms/directory.tsx'

type Services = Pick<Context, 'db' | 'revisionCache'>
type Deleted = { deleted_at?: string }
export type KnownRole = ReportedRole & Deleted & { blocks: Blocks }
export type KnownEmoji = ReportedEmoji & Deleted
export type KnownChannel = ReportedChannel & Deleted & { blocks: Blocks }

/** Directory with the permissions of the bot. Maps are by id and include deleted entries. */
export type KnownDirectory = {
  roles: ReadonlyMap<string, KnownRole>
  channels: ReadonlyMap<string, KnownChannel>
  emojis: ReadonlyMap<string, KnownEmoji>
  rolesAt: string | null
  channelsAt: string | null
  emojisAt: string | null
  /** Whether the runner has reported the bot’s roles, which its permissions depend on. */
  knowsBot: boolean
}

/** Returns the directory of a guild, which is empty until a runner reports it. Callers authorize first. */
export async function directoryOf(ctx: Services, guildId: string): Promise<KnownDirectory> {
  const revisions = await store.revisionsOf(ctx.db, guildId)
  const revision = revisions.map(({ kind, rev }) => `${kind} ${rev}`).join()
  return ctx.revisionCache.recall(`directory ${guildId}`, revision, async () =>
    build(guildId, await store.directoryRows(ctx.db, guildId)),
  )
}

function build(guildId: string, rows: store.DirectoryRow[]): KnownDirectory {
  const rowOf = (kind: store.DirectoryRow['kind']) => rows.find((row) => row.kind === kind)
  const entriesOf = <T>(kind: store.DirectoryRow['kind']) =>
    fromJson(rowOf(kind)?.items ?? '[]') as unknown as (T & StoredEntry)[]
  const roles = entriesOf<ReportedRole>('roles')
  const channels = entriesOf<ReportedChannel>('channels')
  const bot = fromJson(rowOf('roles')?.bot ?? null)
  const current = roles.filter(({ deleted_at }) => !deleted_at)
  const question = bot && { guildId, roles: current, member: bot }
  const grantedIn = ({ overwrites, hidden }: ReportedChannel) =>
    question && !hidden ? permissionsIn({ ...question, channel: { overwrites } }) : null
  return {
    roles: new Map(
      roles
        .sort((one, other) => compareRoles(other, one))
        .map((role) => [
          role.id,
          {
            ...role,
            blocks: question ? blocksOfRole(assignBlock(role, question)) : neverAssignable(guildId, role),
          },
        ]),
    ),
    channels: new Map(
      inOrder(channels).map((one) => [one.id, { ...one, blocks: blocksOfChannel(one, grantedIn(one)) }]),
    ),
    emojis: new Map(
      entriesOf<ReportedEmoji>('emojis')
        .sort((one, other) => one.name.localeCompare(other.name))
        .map((one) => [one.id, one]),
    ),
    rolesAt: rowOf('roles')?.updated_at ?? null,
    channelsAt: rowOf('channels')?.updated_at ?? null,
    emojisAt: rowOf('emojis')?.updated_at ?? null,
    knowsBot: bot !== null,
  }
}

const neverAssignable = (guildId: string, { id, managed }: ReportedRole) =>
  blocksOfRole(id === guildId ? 'everyone' : managed ? 'managed' : null)

/** Sorts channels as in Discord: by category, then by position. Channels without a category come first. */
function inOrder<T extends ReportedChannel>(channels: readonly T[]): T[] {
  const byPosition = [...channels].sort(
    (one, other) => one.position - other.position || (BigInt(one.id) < BigInt(other.id) ? -1 : 1),
  )
  const parents = new Map(channels.map(({ id, parent_id }) => [id, parent_id]))
  const isWithin = (parentId: string | null | undefined) => Boolean(parentId && parents.has(parentId))
  // A parent that has a parent itself is no category. This also ends cycles, which runners can report.
  const isTop = ({ parent_id }: T) => !isWithin(parent_id) || isWithin(parents.get(parent_id!))
  const children = new Map<string, T[]>(channels.map(({ id }) => [id, []]))
  for (const one of byPosition) if (!isTop(one)) children.get(one.parent_id!)!.push(one)
  const top = byPosition.filter(isTop)
  const isCategory = ({ id, type }: T) => type === channelTypes.category || children.get(id)!.length > 0
  return [
    ...top.filter((one) => !isCategory(one)),
    ...top.filter(isCategory).flatMap((one) => [one, ...children.get(one.id)!]),
  ]
}

/** Returns the directory of a guild. Asks the runner for a missing directory. Throws `NotFound`. */
export async function readDirectory(ctx: Context, { guildId }: { guildId: string }): Promise<GuildDirectory> {
  await allowGuild(ctx, 'guild:read', guildId)
  const directory = await directoryOf(ctx, guildId)
  requestMissing(ctx, guildId, directory)
  const lastDeleted = <T extends Deleted>(entries: Iterable<T>) =>
    [...entries].sort((one, other) => Number(Boolean(one.deleted_at)) - Number(Boolean(other.deleted_at)))
  return {
    guild_id: guildId,
    roles_at: directory.rolesAt,
    channels_at: directory.channelsAt,
    emojis_at: directory.emojisAt,
    roles: lastDeleted(directory.roles.values()).map(
      ({ id, name, color, position, managed, blocks, deleted_at = null }) => ({
        id,
        name,
        color,
        position,
        managed,
        assignable: usable(directory, blocks.assign, deleted_at),
        deleted_at,
      }),
    ),
    channels: lastDeleted(directory.channels.values()).map(
      ({ id, name, type, position, parent_id, hidden, blocks, deleted_at = null }) => ({
        id,
        name,
        type,
        position,
        parent_id,
        hidden,
        writable: usable(directory, blocks.write, deleted_at),
        deleted_at,
      }),
    ),
    emojis: lastDeleted(directory.emojis.values()).map(({ id, name, animated, deleted_at = null }) => ({
      id,
      name,
      animated,
      deleted_at,
    })),
  }
}

const usable = ({ knowsBot }: KnownDirectory, block: Blocks['write'], deletedAt: string | null) =>
  block || deletedAt ? false : knowsBot ? true : null

/** Times of the last requests by guild, to limit them. */
const requestedAt = new Map<string, number>()

/** Asks the runners of a guild for a missing directory, at most once a minute. */
export function requestMissing(ctx: Context, guildId: string, { rolesAt, channelsAt }: KnownDirectory) {
  if (rolesAt && channelsAt) return
  const now = ctx.now().getTime()
  if (now - (requestedAt.get(guildId) ?? -Infinity) < MINUTE) return
  requestedAt.set(guildId, now)
  void ctx.signals.publish('directory', { guild: guildId })
}

/** Use of an entry in a rule or a setting. */
export type DirectoryUse = { path: string; kind: EntryKind; id: string; need?: DirectoryNeed | undefined }
type EntryKind = 'channel' | 'role' | 'emoji'

/** Returns the uses that Discord would refuse, whatever permissions the bot gets. Callers authorize first. */
export async function refusedUses(
  ctx: Services,
  { guildId, uses }: { guildId: string; uses: readonly DirectoryUse[] },
): Promise<Issue[]> {
  if (!uses.length) return []
  const { channels, roles, emojis } = await directoryOf(ctx, guildId)
  return uses.flatMap(({ path, kind, id, need }) => {
    const entry = { role: roles, channel: channels, emoji: emojis }[kind].get(id)
    const block = need && entry && 'blocks' in entry ? entry.blocks[need] : undefined
    if (entry?.deleted_at)
      return [{ path, message: `This ${kind} was deleted in Discord. Choose another ${kind}.` }]
    if (need === 'reply' && entry && 'type' in entry && entry.type !== channelTypes.forum)
      return [{ path, message: `The channel ${entry.name || id} is not a forum. Choose a forum channel.` }]
    return block?.final ? [{ path, message: `${block.reason}. Choose another ${kind}.` }] : []
  })
}

/** Returns the deleted entries of these guilds by guild and id. Callers authorize first. */
export async function deletedEntries(ctx: Services, guildIds: string[]) {
  const deleted = new Map<string, Map<string, { kind: EntryKind; name: string; at: string }>>()
  if (!guildIds.length) return deleted
  for (const { guild_id } of await store.guildsWithDeleted(ctx.db, guildIds)) {
    const { channels, roles, emojis } = await directoryOf(ctx, guild_id)
    const found = [
      ...[...channels.values()].map((one) => ({ ...one, kind: 'channel' as const })),
      ...[...roles.values()].map((one) => ({ ...one, kind: 'role' as const })),
      ...[...emojis.values()].map((one) => ({ ...one, kind: 'emoji' as const })),
    ].flatMap(({ id, kind, name, deleted_at }) =>
      deleted_at ? [[id, { kind, name, at: deleted_at }] as const] : [],
    )
    deleted.set(guild_id, new Map(found))
  }
  return deleted
}
