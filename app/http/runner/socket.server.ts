import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { contextFor, type App } from '#app/context.server.ts'
import { Conflict, Invalid, NotFound, TryLater } from '#app/errors.ts'
import { askFromDiscord } from '#app/features/ask/command.server.ts'
import { createAnswerQueue } from '#app/features/interactions/answer-queue.server.ts'
import { queriesOn } from '#app/features/directory/queries.server.ts'
import type { QueryKind } from '#app/features/directory/schema.ts'
import { checkRunners, type RunnerActor } from '#app/features/runners/runners.server.ts'
import { RUNNER_PATH, RUNNER_PROTOCOL, runnerLimits as limits } from '#app/features/runners/schema.ts'
import { sendRawError, toRefusal } from '#app/http/protocol/error-response.server.ts'
import { containUpgradeErrors } from '#app/http/protocol/contained.server.ts'
import { createFactsReader, limitAddress } from '#app/http/protocol/request-info.server.ts'
import { normalizeTarget } from '#app/http/protocol/request-target.server.ts'
import { rateLimits } from '#app/platform/security/rate-limits.ts'
import {
  authenticateUpgrade,
  serveWithoutUpgrade,
  isOtherUpgrade,
  tooManyHandshakes,
} from '#app/http/runner/handshake.server.ts'
import { startDispatch } from '#app/http/runner/dispatch.server.ts'
import { runSession, type RunnerSession } from '#app/http/runner/session.server.ts'

/** Interval between checks for tokens that other processes have revoked, in milliseconds. */
const REVOCATION_CHECK_MS = 2_000
/** Milliseconds that a drain waits for sockets to close. */
const DRAIN_TIMEOUT_MS = 3_000

type Upgrade = { request: IncomingMessage; socket: Duplex; head: Buffer; release: () => void }

/**
 * Accepts WebSockets of runners at `RUNNER_PATH`. `drain` closes all sockets and resolves when the last socket is
 * closed.
 */
export function attachRunnerSocket(server: Server, app: App): { drain(): Promise<void> } {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.maxPayload,
    handleProtocols: (offered) => offered.has(RUNNER_PROTOCOL) && RUNNER_PROTOCOL,
  })
  const sessions = new Set<RunnerSession>()
  const respond = createAnswerQueue(app, askFromDiscord)
  const pending = new Map<string, number>()
  const requestIds = new WeakMap<IncomingMessage, string>()
  const factsOf = createFactsReader(app.config)
  let draining = false

  sockets.on('headers', (headers, request) => headers.push(`X-Request-Id: ${requestIds.get(request)}`))
  sockets.on('wsClientError', (error, socket, request) => {
    sendRawError(socket, new Invalid(`This is not a WebSocket handshake: ${error.message}.`), {
      requestId: requestIds.get(request)!,
      siteUrl: app.config.siteUrl,
    })
  })
  server.on('upgrade', containUpgradeErrors(app, meet))
  const unsubscribe = app.signals.subscribe('runners', ({ revoked }) =>
    refuseAll((runner) => runner === revoked),
  )
  const quiet = app.signals.subscribe('cancel', ({ session: id, job }) => {
    for (const session of sessions) if (session.identity?.sessionId === id) session.cancel(job)
  })
  queriesOn(app.signals)
  const asked = [
    app.signals.subscribe('directory', ({ guild }) => {
      for (const session of sessions) session.ask({ op: 'directory_resync', d: { guild_id: guild } })
    }),
    app.signals.subscribe('query', ({ ref, guild, kind, args }) => {
      const d = { ref, guild_id: guild, kind: kind as QueryKind, args }
      for (const session of sessions) session.ask({ op: 'query', d })
    }),
  ]
  const checks = setInterval(() => void check(), REVOCATION_CHECK_MS).unref()
  const dispatch = startDispatch(app, () => sessions)
  app.metrics.look(() => app.metrics.runners.set(sessions.size))

  return { drain }

  async function meet(request: IncomingMessage, socket: Duplex, head: Buffer) {
    if (isOtherUpgrade(request)) return serveWithoutUpgrade(server, request, socket, head)
    const misdirected = normalizeTarget(request)
    const [path] = (request.url ?? '').split('?')
    // In development, Vite also listens for upgrades, so leave other paths to Vite.
    if (path !== RUNNER_PATH && server.listenerCount('upgrade') > 1) return
    const facts = factsOf(request)
    const { requestId, address } = facts
    requestIds.set(request, requestId)
    const release = hold(limitAddress(address))
    try {
      if (misdirected) throw misdirected
      if (path !== RUNNER_PATH) throw new NotFound('There is no socket at this URL. Check RUNNER_URL.')
      if (draining) throw new TryLater('unavailable', 'The service is shutting down. Reconnect soon.', 2)
      if (!release) {
        app.metrics.limited.inc({ limit: 'runner_pending' })
        throw tooManyHandshakes()
      }
      const actor = await authenticateUpgrade(app, { request, facts })
      open(actor, { request, socket, head, release })
    } catch (error) {
      release?.()
      sendRawError(socket, toRefusal(error, { app, facts }), { requestId, siteUrl: app.config.siteUrl })
    }
  }

  function open(actor: RunnerActor, { request, socket, head, release }: Upgrade) {
    const open = [...sessions].filter((session) => session.runnerId === actor.runnerId).length
    if (open >= limits.socketsPerToken) {
      const message = `A token can have ${limits.socketsPerToken} open sockets. Close another socket first.`
      throw new Conflict(message, 'too_many_connections')
    }
    socket.once('close', release)
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const session = runSession(ws, app, actor, {
        respond,
        identified(one) {
          release()
          replaceOlder(one)
        },
        freed: dispatch.wake,
      })
      sessions.add(session)
      void session.ended.then(() => sessions.delete(session))
    })
  }

  /** Counts a pending handshake from an address and returns a function that releases it. Returns null at the limit. */
  function hold(address: string) {
    const count = pending.get(address) ?? 0
    if (count >= rateLimits.runner_pending.points) return null
    pending.set(address, count + 1)
    let held = true
    return () => {
      if (!held) return
      held = false
      const left = pending.get(address)! - 1
      if (left) pending.set(address, left)
      else pending.delete(address)
    }
  }

  function replaceOlder({ runnerId, identity }: RunnerSession) {
    for (const other of sessions) {
      if (other.runnerId !== runnerId || other.identity?.instanceKey !== identity?.instanceKey) continue
      if (other.identity?.sessionId !== identity?.sessionId)
        other.close('replaced', 'a newer socket of this instance connected')
    }
  }

  function refuseAll(isRefused: (runnerId: string) => boolean) {
    for (const session of sessions)
      if (isRefused(session.runnerId)) session.close('refused', 'the token was revoked')
  }

  /** Checks revocations in the database, because signals do not arrive from the CLI or over a lost connection. */
  async function check() {
    if (!sessions.size) return
    const runners = [...new Set([...sessions].map((session) => session.runnerId))]
    const identities = [...sessions].flatMap(({ identity }) => identity ?? [])
    try {
      const asked = { runners, sessions: identities.map(({ sessionId }) => sessionId) }
      const { live, current } = await checkRunners(contextFor(app, { kind: 'system' }), asked)
      refuseAll((runner) => runners.includes(runner) && !live.has(runner))
      for (const session of sessions) {
        if (!session.identity || !asked.sessions.includes(session.identity.sessionId)) continue
        if (!current.has(session.identity.sessionId))
          session.close('replaced', 'a newer socket of this instance connected')
      }
    } catch (error) {
      app.log.warn({ err: error }, 'the runners’ tokens could not be checked')
    }
  }

  async function drain() {
    draining = true
    clearInterval(checks)
    unsubscribe()
    quiet()
    for (const stop of asked) stop()
    await dispatch.stop()
    const deadline = new Date(app.now().getTime() + DRAIN_TIMEOUT_MS)
    for (const session of sessions) session.drain(deadline)
    const late = setTimeout(() => sessions.forEach((session) => session.terminate()), DRAIN_TIMEOUT_MS)
    await Promise.all([...sessions].map((session) => session.ended))
    clearTimeout(late)
  }
}
