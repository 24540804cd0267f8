import { ulid } from 'ulid'
import { openSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import { connect } from '#app/runner/connection.server.ts'
import { makeOutbox } from '#app/runner/outbox.server.ts'
import { aUser, aSnowflake } from '#tests/support/factories.ts'
import { pause, type Fleet } from '#tests/support/discord/fleet.ts'
import { commandWith } from '#tests/support/db/management.ts'
import { aLog } from '#tests/support/discord/runners.ts'

/** What a client got; null where the connection broke before the answer was whole. */
type Answer = { status: number; headers: Headers; body: Record<string, unknown> } | null

/** What clients were told, each kind with how often, and what they should never have been told. */
export type TrafficReport = { counts: Map<string, number>; wrong: string[] }

export const emptyReport = (): TrafficReport => ({ counts: new Map(), wrong: [] })

/** The cookie of an administrator of the site, who is signed in on every instance. */
export async function aCookie({ store }: Pick<Fleet, 'store'>) {
  const { id } = await aUser(store, { role: 'admin' })
  const who = { userId: id, method: 'password', userAgent: null, address: '10.0.0.1' }
  return `session=${await openSession(store.app, who)}`
}

/** A client of the balancer that notes what it is told: 502 is the balancer’s, and 503 has to say when to try again. */
export function aClient(url: string, own: Record<string, string>, { counts, wrong }: TrafficReport) {
  return async (method: string, path: string, { body, ...headers }: Sent = {}): Promise<Answer> => {
    const init = {
      method,
      headers: { ...own, ...headers, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    try {
      const response = await fetch(url + path, init)
      const text = await response.text()
      const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
      const answer = {
        status: response.status,
        headers: response.headers,
        body: isJson ? JSON.parse(text) : {},
      }
      note(`${answer.status}`)
      if (isWrong(answer)) wrong.push(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
      return answer
    } catch {
      note('broken')
      return null
    }
  }

  function note(what: string) {
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
}

type Sent = { body?: unknown } & Record<string, unknown>

function isWrong({ status, headers, body }: NonNullable<Answer>) {
  if (status < 500 || status === 502) return false
  return !(status === 503 && headers.has('Retry-After') && body.code === 'unavailable' && body.request_id)
}

/** Calls again and again until it is told to stop; resolves when the last call is over. */
export function repeatUntilStopped(work: () => Promise<unknown>, every: number) {
  let going = true
  const ended = (async () => {
    while (going) {
      await work()
      await pause(every)
    }
  })()
  return () => {
    going = false
    return ended
  }
}

/**
 * Makes commands, each under a key that it repeats until it knows how it ended, and once more then. `made` are those that
 * were acknowledged, by name; of the others nobody can say whether they were made.
 */
export function repeatCommands(call: ReturnType<typeof aClient>, guildId: string) {
  const made = new Map<string, string>()
  const asked = new Set<string>()
  const different: string[] = []
  const stop = repeatUntilStopped(async () => {
    const body = commandWith()
    const send = () =>
      call('POST', `/api/guilds/${guildId}/commands`, { body, 'Idempotency-Key': `make-${body.name}` })
    asked.add(body.name)
    for (let tries = 0; tries < 60; tries += 1) {
      const answer = await send()
      // Under this key something was begun whose end nobody knows.
      if (answer?.status === 409) return
      if (answer?.status === 201) {
        const { id } = answer.body.command as { id: string }
        made.set(body.name, id)
        const again = await send()
        if (again?.status === 201 && (again.body.command as { id: string }).id !== id)
          different.push(body.name)
        return
      }
      await pause(100)
    }
  }, 250)
  return { made, asked, different, stop }
}

/** Saves settings of a guild that others save too, each time on top of what stands. `saved` are the acknowledged versions. */
export function repeatSettings(call: ReturnType<typeof aClient>, guildId: string) {
  const saved: number[] = []
  const path = `/api/guilds/${guildId}/settings`
  const stop = repeatUntilStopped(async () => {
    const read = await call('GET', path)
    if (read?.status !== 200) return
    const body = { settings: { retention: { raw_event_days: 1 + Math.floor(Math.random() * 300) } } }
    const answer = await call('PUT', path, { body, 'If-Match': `"v${String(read.body.version)}"` })
    if (answer?.status === 200) saved.push(Number(answer.body.version))
  }, 300)
  return { saved, stop }
}

/** Reports a new member every so often, as a runner’s gateway does, and again until the service has taken them. */
export function repeatMembers(fleet: Fleet, token: string, guildId: string) {
  const { log } = aLog()
  const names: string[] = []
  const outbox = makeOutbox({
    log,
    send: (op, d) => connection.send(op, d),
    isReady: () => connection.isReady(),
  })
  const connection = connect({
    url: `${fleet.url.replace('http', 'ws')}/api/runner/ws`,
    token,
    log,
    delays: { least: 100, most: 1_000 },
    identify: () => ({
      instance_key: 'gateway',
      name: 'Gateway',
      version: '1.0.0',
      capabilities: [],
      slots: 0,
      active: [],
    }),
    leases: () => [],
    onReady: () => outbox.resume(),
    onFrame(frame) {
      if (frame.op === 'ack' && 'batch_id' in frame.d)
        outbox.onAcknowledged(frame.d.batch_id, frame.d.outcome)
      if (frame.op === 'error') outbox.onRefused(frame.d, new Set())
    },
    onHeartbeat: () => outbox.resendAfter(2_000),
  })
  const stop = repeatUntilStopped(async () => {
    const name = ulid()
    names.push(name)
    const actor = { id: aSnowflake(), name, is_bot: false }
    const at = new Date().toISOString()
    const event = { id: ulid(), guild_id: guildId, occurred_at: at, target: null, channel: null, data: {} }
    outbox.add([{ ...event, type: 'MEMBER_JOIN', actor }])
  }, 50)
  return {
    names,
    /** Ends when everything was taken. */
    async stop() {
      await stop()
      await outbox.empty()
      await connection.close()
    },
  }
}
