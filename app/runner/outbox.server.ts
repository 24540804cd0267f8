import type { ServiceMessage, Log, Send } from '#app/runner/protocol.ts'
import { runnerLimits, type AckOutcome, type RejectedEvent } from '#app/features/runners/schema.ts'
import { gatewayEvent, type GatewayEvent } from '#app/features/events/schema.ts'

/** Queued event with its size and a callback for when it is recorded, refused or dropped. */
type QueuedEvent = { event: GatewayEvent; bytes: number; settled: () => void }
type Batch = { guild: string; events: QueuedEvent[]; sentAt: number }

type OutboxOptions = { send: Send; isReady(): boolean; log: Log; mostBytes?: number; now?: () => number }

export type Outbox = ReturnType<typeof makeOutbox>

const MAX_BATCHES_IN_FLIGHT = 4
/** Maximum total size of the events in a batch, in bytes. A frame can be up to 1 MiB, including its envelope. */
const BATCH_BYTES = 900_000
/** Milliseconds for which a guild is paused after the service refuses the guild's events. */
const PAUSE_MS = 10 * 60_000
/** Event types that are dropped first, because they often arrive in bursts and are not counted in statistics. */
const lowPriorityTypes = new Set<string>([
  'REACTION_ADD',
  'REACTION_REMOVE',
  'MESSAGE_UPDATE',
  'MESSAGE_DELETE',
])

/**
 * Creates a queue of unacknowledged events. Each guild has at most one batch in flight, so that a refused guild does
 * not affect other guilds. Above `mostBytes`, drops low-priority events first, then the oldest events of the longest
 * queue.
 */
export function makeOutbox({
  send,
  isReady,
  log,
  mostBytes = 64 * 1024 * 1024,
  now = Date.now,
}: OutboxOptions) {
  const waiting = new Map<string, QueuedEvent[]>()
  const inFlight = new Map<string, Batch>()
  const pausedUntil = new Map<string, number>()
  /** Reasons for refused batches, by batch id. The `error` precedes the `ack`. */
  const reasons = new Map<string, string>()
  /** Guilds with logged rejections since their last batch without rejections. A pending guild can send thousands of events. */
  const logged = new Set<string>()
  let bytes = 0
  let dropped = 0
  let last = 0
  let emptied: (() => void)[] = []

  const isPaused = (guild: string) => (pausedUntil.get(guild) ?? 0) > now()

  /** Queues the events of a dispatch. Calls `settled` once, when all events are settled. */
  function add(events: readonly GatewayEvent[], settled: () => void = () => {}) {
    const valid = events.filter(isValid)
    let left = valid.length
    if (!left) return settled()
    const one = () => (left -= 1) || settled()
    for (const event of valid) {
      if (isPaused(event.guild_id)) {
        one()
        continue
      }
      const size = Buffer.byteLength(JSON.stringify(event))
      const queue = waiting.get(event.guild_id)
      const kept = { event, bytes: size, settled: one }
      if (queue) queue.push(kept)
      else waiting.set(event.guild_id, [kept])
      bytes += size
    }
    if (bytes > mostBytes) dropEvents()
    flush()
  }

  /** Checks whether an event is valid. An invalid event would make the service close the connection repeatedly. */
  function isValid(event: GatewayEvent) {
    const parsed = gatewayEvent.safeParse(event)
    if (!parsed.success)
      log.error(
        { type: event.type, issues: parsed.error.issues.slice(0, 3) },
        'an event could not be reported',
      )
    return parsed.success
  }

  function flush() {
    if (!isReady()) return
    const busy = new Set([...inFlight.values()].map(({ guild }) => guild))
    for (const [guild, queue] of [...waiting]) {
      if (inFlight.size >= MAX_BATCHES_IN_FLIGHT) return
      if (busy.has(guild)) continue
      // Moves the guild to the end of the queue for fairness.
      waiting.delete(guild)
      const events = queue.splice(0, batchSize(queue))
      if (queue.length) waiting.set(guild, queue)
      const batch_id = `${now().toString(36)}-${(last += 1)}`
      inFlight.set(batch_id, { guild, events, sentAt: 0 })
      submit(batch_id)
    }
  }

  function submit(batch_id: string) {
    const batch = inFlight.get(batch_id)!
    batch.sentAt = now()
    send('events', { batch_id, events: batch.events.map(({ event }) => event) })
  }

  function pauseGuild(guild: string, why: string) {
    if (!isPaused(guild))
      log.warn({ guild, why }, 'the service does not accept events of this guild right now')
    pausedUntil.set(guild, now() + PAUSE_MS)
    settle(waiting.get(guild) ?? [])
    waiting.delete(guild)
  }

  function settle(events: readonly QueuedEvent[]) {
    for (const one of events) {
      bytes -= one.bytes
      one.settled()
    }
    if (!bytes) for (const resolve of emptied.splice(0)) resolve()
  }

  function dropEvents() {
    const before = dropped
    const enough = mostBytes * 0.9
    const drop = (events: readonly QueuedEvent[]) => {
      dropped += events.length
      settle(events)
    }
    for (const [guild, queue] of waiting) {
      if (bytes <= enough) break
      waiting.set(
        guild,
        queue.filter(({ event }) => !lowPriorityTypes.has(event.type)),
      )
      drop(queue.filter(({ event }) => lowPriorityTypes.has(event.type)))
    }
    while (bytes > enough) {
      const [longest] = [...waiting.values()].sort((a, b) => b.length - a.length)
      if (!longest?.length) break
      drop(longest.splice(0, Math.ceil(longest.length / 10)))
    }
    for (const [guild, queue] of waiting) if (!queue.length) waiting.delete(guild)
    log.error({ dropped: dropped - before, in_all: dropped }, 'events were dropped: the outbox is full')
  }

  return {
    add,
    /** Settles a batch. Rejected events are not sent again. Logs the first rejection in a series. */
    onAcknowledged(batch_id: string, outcome: AckOutcome, rejected: readonly RejectedEvent[] = []) {
      const batch = inFlight.get(batch_id)
      if (!batch) return
      if (!rejected.length) logged.delete(batch.guild)
      else if (!logged.has(batch.guild)) {
        logged.add(batch.guild)
        log.error({ guild: batch.guild, rejected: rejected.slice(0, 3) }, 'the service rejected events')
      }
      inFlight.delete(batch_id)
      if (outcome === 'unknown') pauseGuild(batch.guild, reasons.get(batch_id) ?? 'the service rejected them')
      reasons.delete(batch_id)
      settle(batch.events)
      flush()
    },
    /**
     * Handles a refusal: records the reason for a batch, or pauses the guild for a snapshot. Returns false for other
     * references.
     */
    onRefused({ ref, message }: ServiceMessage<'error'>, guilds: ReadonlySet<string>): boolean {
      if (ref === null) return false
      if (guilds.has(ref)) pauseGuild(ref, message)
      else if (inFlight.has(ref)) reasons.set(ref, message)
      else return false
      return true
    },
    /** Resends all unacknowledged batches after a reconnect. */
    resume() {
      for (const id of inFlight.keys()) submit(id)
      flush()
    },
    /** Resends batches that have been unacknowledged for `after` milliseconds. */
    resendAfter(after: number) {
      for (const [id, { sentAt }] of inFlight) if (now() - sentAt >= after) submit(id)
    },
    isPaused,
    /** Resolves when nothing is queued or in flight. */
    async empty() {
      if (bytes) await new Promise<void>((resolve) => (emptied = [...emptied, resolve]))
    },
    size: () => ({ bytes, dropped, batches: inFlight.size }),
  }
}

/** Returns the number of queued events that fit into one batch. */
function batchSize(queue: readonly QueuedEvent[]) {
  let bytes = 0
  const most = Math.min(queue.length, runnerLimits.eventsPerBatch)
  for (let count = 0; count < most; count += 1) {
    bytes += queue[count]!.bytes + 1
    if (bytes > BATCH_BYTES) return Math.max(1, count)
  }
  return most
}
