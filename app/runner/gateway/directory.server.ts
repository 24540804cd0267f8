import {
  directoryKinds,
  directoryLimits as limits,
  type DirectoryBot,
  type ReportedChannel,
  type ReportedEmoji,
  type ReportedRole,
  type StoredKind,
} from '#app/features/directory/schema.ts'
import { measureText } from '#app/primitives/bounded-json.ts'
import { truncate } from '#app/primitives/text.ts'
import { emojisOf, overwritesOf, type Cache, type KnownChannel } from '#app/runner/gateway/cache.ts'
import type { Role } from '#app/runner/gateway/types.ts'
import type { Send, ServiceMessage } from '#app/runner/protocol.ts'

type DirectoryOptions = {
  cache: Cache
  send: Send
  isReady(): boolean
  /** Returns true while many messages wait to be sent. */
  isBusy?(): boolean
  now?: () => number
}

/** Changes of a kind since the last report: ids, or everything. An empty set only compares the revisions. */
type Pending = Set<string> | 'all'
type Report = { guildId: string; kind: StoredKind; changes: Pending }

/** Placeholder for the bot’s own roles in a set of changed ids. */
const BOT = 'bot'
/** Milliseconds for which changes of a guild are collected. */
const COLLECT_MS = 250
/** Milliseconds between two reports, so that events are not delayed by the directories of many guilds. */
const PACE_MS = 25

/** Creates the reporter that keeps the service’s directories of channels, roles and emojis up to date. */
export function createDirectoryReporter({
  cache,
  send,
  isReady,
  isBusy = () => false,
  now = Date.now,
}: DirectoryOptions) {
  const revisions = new Map<string, number>()
  const pending = new Map<string, Report>()
  const due: string[] = []
  let pace: NodeJS.Timeout | undefined
  const timers = new Set<NodeJS.Timeout>()

  function mark(guildId: string, kind: StoredKind, changes: Pending) {
    const key = `${guildId} ${kind}`
    const known = pending.get(key)
    if (known) {
      known.changes =
        known.changes === 'all' || changes === 'all' ? 'all' : new Set([...known.changes, ...changes])
      return
    }
    pending.set(key, { guildId, kind, changes })
    const timer = setTimeout(() => {
      timers.delete(timer)
      due.push(key)
      pace ??= setTimeout(flush, 0)
    }, COLLECT_MS)
    timers.add(timer)
  }

  function flush() {
    pace = undefined
    // Directories are large, so their ids wait here, instead of messages in the connection.
    if (due.length && isReady() && isBusy()) {
      pace = setTimeout(flush, PACE_MS)
      return
    }
    const key = isReady() ? due.shift() : undefined
    const report = key === undefined ? undefined : pending.get(key)
    if (!report) return
    pending.delete(key!)
    if (cache.guilds.has(report.guildId)) submit(key!, report)
    if (due.length) pace = setTimeout(flush, PACE_MS)
  }

  function submit(key: string, { guildId, kind, changes }: Report) {
    const base_rev = revisions.get(key)
    const isWhole = changes === 'all' || base_rev === undefined
    const rev = isWhole || changes.size ? Math.max(now(), (base_rev ?? 0) + 1) : base_rev
    const about = { guild_id: guildId, rev, kind, ...botOf(guildId, kind) }
    const parts = split(itemsOf(guildId, kind, isWhole ? undefined : changes))
    revisions.set(key, rev)
    if (!isWhole && parts.length === 1) {
      const [put = []] = parts
      const left = new Set(put.map(({ id }) => id))
      const del = [...changes].filter((id) => id !== BOT && !left.has(id))
      send('directory_patch', { ...about, base_rev, put, del })
      return
    }
    if (!isWhole) return mark(guildId, kind, 'all')
    const visible_only = kind === 'channels' && cache.guilds.get(guildId)!.visibleOnly
    parts.forEach((items, index) =>
      send('directory', { ...about, part: index + 1, of: parts.length, items, visible_only }),
    )
  }

  function itemsOf(guildId: string, kind: StoredKind, ids?: ReadonlySet<string>) {
    const guild = cache.guilds.get(guildId)!
    const reported = {
      roles: () => [...guild.roles.values()].map(reportedRole),
      channels: () => [...guild.channels.values()].map(reportedChannel),
      emojis: () => emojisOf(guild).flatMap(reportedEmoji),
    }[kind]() as { id: string }[]
    return reported.slice(0, limits[kind]).filter(({ id }) => !ids || ids.has(id))
  }

  function botOf(guildId: string, kind: StoredKind): { bot?: DirectoryBot } {
    const id = cache.self()
    const member = kind === 'roles' && id ? cache.member(guildId, id) : undefined
    return member ? { bot: { id: id!, roles: member.roles.slice(0, limits.roles) } } : {}
  }

  return {
    /** Reports what a dispatch changed. Call it after the cache was updated. */
    onDispatch(t: string, d: unknown) {
      const { id, guild_id, unavailable, role, role_id, user } = d as {
        id?: string
        guild_id?: string
        unavailable?: boolean
        role?: { id: string }
        role_id?: string
        user?: { id: string }
      }
      if (t === 'GUILD_CREATE' && id && !unavailable) return this.report(id)
      if (!guild_id) return
      if (/^CHANNEL_(CREATE|UPDATE|DELETE)$/.test(t) && id) mark(guild_id, 'channels', new Set([id]))
      if (t === 'GUILD_EMOJIS_UPDATE') mark(guild_id, 'emojis', 'all')
      if (/^GUILD_ROLE_/.test(t)) mark(guild_id, 'roles', new Set([role?.id ?? role_id ?? BOT]))
      // The roles of the bot are part of the directory.
      if (t === 'GUILD_MEMBER_UPDATE' && user && cache.isSelf(user.id))
        mark(guild_id, 'roles', new Set([BOT]))
    },
    /** Reports the whole directory of a guild. */
    report(guildId: string) {
      for (const kind of directoryKinds) mark(guildId, kind, 'all')
    },
    /** Reports a directory that the service does not have in its current revision. */
    resync({ guild_id, kind, rev = 0 }: ServiceMessage<'directory_resync'>) {
      if (!cache.guilds.has(guild_id)) return
      for (const one of directoryKinds) {
        if (kind !== undefined && kind !== one) continue
        const key = `${guild_id} ${one}`
        revisions.set(key, Math.max(revisions.get(key) ?? 0, rev))
        mark(guild_id, one, 'all')
      }
    },
    /**
     * Compares the revisions after a reconnect, because reports may have been lost: an empty patch makes the service
     * request a directory that it does not have.
     */
    again() {
      for (const guildId of cache.guilds.keys())
        for (const kind of directoryKinds) mark(guildId, kind, new Set())
      if (due.length) pace ??= setTimeout(flush, 0)
    },
    stop() {
      clearTimeout(pace)
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

/** Splits items into parts below the limits of a frame. At least one part, which can be empty. */
export function split<T extends object>(items: readonly T[]): T[][] {
  const parts: T[][] = [[]]
  let bytes = 0
  let count = 0
  for (const item of items) {
    const text = JSON.stringify(item)
    const size = Buffer.byteLength(text) + 1
    const keys = measureText(text).items + 1
    // The envelope has less than 32 KiB: the largest field is the list of the bot's roles.
    if (bytes + size > limits.frameBytes - 32 * 1024 || count + keys > limits.frameItems) {
      parts.push([])
      bytes = 0
      count = 0
    }
    parts.at(-1)!.push(item)
    bytes += size
    count += keys
  }
  return parts.filter((part, index) => index === 0 || part.length)
}

const NAME_LENGTH = 100

const reportedRole = ({
  id,
  name,
  color = 0,
  position = 0,
  permissions = '0',
  managed = false,
}: Role): ReportedRole => ({
  id,
  name: truncate(name, NAME_LENGTH),
  color,
  position: Math.max(-1, position),
  permissions,
  managed,
})

/** Omits an emoji whose name Discord does not allow, because the service would reject the report. */
const reportedEmoji = ({ id, name, animated }: ReportedEmoji): ReportedEmoji[] =>
  /^\w{1,32}$/.test(name) ? [{ id, name, animated }] : []

const reportedChannel = (channel: KnownChannel): ReportedChannel => ({
  id: channel.id,
  name: truncate(channel.name, NAME_LENGTH),
  type: channel.type,
  position: Math.max(-1, channel.position),
  parent_id: channel.parent_id,
  hidden: channel.hidden,
  overwrites: overwritesOf(channel).slice(0, limits.roles + 1),
})
