import { guildReport } from '#app/features/guilds/schema.ts'
import type { RunnerMessage } from '#app/features/runners/schema.ts'
import { shardOf } from '#app/runner/gateway/sessions.server.ts'
import type { Guild } from '#app/runner/gateway/types.ts'
import type { Log, Send } from '#app/runner/protocol.ts'

type Report = RunnerMessage<'guild'>
type Shard = { application_id: string; shard: number; shards: number; ids: Set<string> }
type ReportOptions = { send: Send; isReady(): boolean; log: Log }
type Ready = { guilds?: { id: string }[]; shard?: [number, number]; application?: { id: string } }

/** Number of reports in one portion, and milliseconds between portions, so that other messages are not delayed. */
const PORTION = 20
const PAUSE_MS = 1_000

/**
 * Creates the reporter of the bot's guilds: which exist, which have an outage, and which removed the bot. Reports of the
 * same guild are combined while they wait.
 */
export function createGuildReporter({ send, isReady, log }: ReportOptions) {
  const reports = new Map<string, Report>()
  const lists = new Map<number, Shard>()
  const due = new Set<string>()
  let applicationId: string | null = null
  let timer: NodeJS.Timeout | undefined

  function plan(report: Report) {
    // The service would close the connection because of an invalid report.
    const { success, error } = guildReport.safeParse(report)
    if (!success)
      return log.error(
        { guild: report.guild_id, issues: error.issues.slice(0, 3) },
        'a guild is not reported',
      )
    const access_changed = report.access_changed || reports.get(report.guild_id)?.access_changed
    reports.set(report.guild_id, { ...report, ...(access_changed ? { access_changed } : {}) })
    due.add(report.guild_id)
    timer ??= setTimeout(flush, 0)
  }

  function flush() {
    timer = undefined
    // After a reconnect, everything is reported again.
    if (!isReady()) return due.clear()
    for (const id of [...due].slice(0, PORTION)) {
      const report = reports.get(id)
      due.delete(id)
      if (!report) continue
      send('guild', report)
      const { access_changed: _, ...sent } = report
      if (report.state === 'left') reports.delete(id)
      else reports.set(id, sent)
    }
    if (due.size) timer = setTimeout(flush, PAUSE_MS)
  }

  /** Keeps the facts that a dispatch omits: updates of a guild contain no member count. */
  function available({ id, name, icon, owner_id, ...counts }: Guild, isNew = false) {
    const known = reports.get(id)
    const member_count = counts.member_count ?? counts.approximate_member_count ?? known?.member_count ?? null
    const facts = { name, icon: icon ?? null, owner_id: owner_id ?? null, member_count }
    const isNewOwner = Boolean(known?.owner_id) && facts.owner_id !== known?.owner_id
    const access_changed = isNew || isNewOwner ? { access_changed: true } : {}
    plan({ guild_id: id, state: 'available', ...facts, application_id: applicationId, ...access_changed })
  }

  function away(id: string, state: 'unavailable' | 'left') {
    plan({ name: '', ...reports.get(id), guild_id: id, state })
  }

  function sendList({ ids, ...shard }: Shard) {
    if (isReady()) send('guilds', { ...shard, guild_ids: [...ids] })
  }

  /** Returns the ids on the shard of a guild, once the shard is ready. */
  const idsBeside = (guildId: string) =>
    [...lists.values()].find(({ shard, shards }) => shard === shardOf(guildId, shards))?.ids

  return {
    /** Reports a guild that was loaded from the REST API. */
    available: (guild: Guild) => available(guild),
    /** Reports the complete list of a shard's guilds at the start of a session. */
    onReady({ guilds = [], shard: [shard, shards] = [0, 1], application }: Ready) {
      applicationId = application?.id ?? applicationId
      if (!applicationId) return
      const ids = new Set(guilds.map(({ id }) => id))
      const list = { application_id: applicationId, shard, shards, ids }
      lists.set(shard, list)
      sendList(list)
    },
    onDispatch(t: string, d: Guild & { guild_id?: string }) {
      const known = reports.get(d.guild_id ?? '')
      if (known && /^GUILD_ROLE_(UPDATE|DELETE)$/.test(t)) plan({ ...known, access_changed: true })
      if (t === 'GUILD_CREATE') {
        idsBeside(d.id)?.add(d.id)
        if (d.unavailable) away(d.id, 'unavailable')
        // Changes of roles and members before this dispatch are unknown.
        else available(d, true)
      }
      if (t === 'GUILD_UPDATE') available(d)
      if (t === 'GUILD_DELETE') {
        if (!d.unavailable) idsBeside(d.id)?.delete(d.id)
        away(d.id, d.unavailable ? 'unavailable' : 'left')
      }
    },
    /** Reports everything again after a reconnect to the service. */
    again() {
      for (const list of lists.values()) sendList(list)
      for (const report of reports.values()) plan(report)
    },
    stop: () => clearTimeout(timer),
  }
}
