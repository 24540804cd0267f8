import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { contextFor, type App, type Context } from '#app/context.server.ts'
import {
  acquireLeadership,
  GATEWAY_LEADER,
  registerBuiltIn,
  releaseLeadership,
} from '#app/features/runners/built-in.server.ts'
import { allowedIntents } from '#app/features/bots/intents.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { sessionsPath } from '#app/runner/gateway/sessions.server.ts'
import type { Runner } from '#app/runner/runner.server.ts'

/** Duration and renewal interval of the leadership, in seconds. */
const LEASE_SECONDS = 30
const RENEW_SECONDS = 10
/** Milliseconds that a stop waits for running jobs. */
const DRAIN_TIMEOUT_MS = 8_000
/** Milliseconds until a failed start or stop is repeated. */
const RETRY_MS = 5_000

/** Settings of a runner: a bot token, or null for dry runs, and the intents that Discord allows, if known. */
type Setup = { token: string | null; intents: string | null }
type Running = Setup & { stop(): Promise<void> }

/**
 * Runs a runner in this process over loopback while a bot is connected. A change of the bot restarts the runner with the
 * new token. With `RUNNER_EMBEDDED=on`, the runner also runs without a bot, for dry runs. Returns a function that stops
 * this.
 */
export async function startEmbedded(app: App): Promise<() => Promise<void>> {
  const { config, bot, log } = app
  if (config.runnerEmbedded === false) return async () => {}
  let running: Running | null = null
  let isStopped = false
  let settling: Promise<void> = Promise.resolve()

  /** Returns the runner to run now. A bot that cannot be used must not turn into dry runs, which count as success. */
  const wanted = (): Setup | null => {
    const { status, bot: current, row } = bot.state()
    if (isStopped) return null
    if (current)
      return { token: current.token, intents: row ? allowedIntents(fromJson(row.facts).flags) : null }
    return config.runnerEmbedded && status === 'none' ? { token: null, intents: null } : null
  }

  /** Starts and stops in turn until the runner fits the bot, because the bot can change at any time. */
  async function settle() {
    for (let next = wanted(); !fits(running, next); next = wanted()) {
      const last: Running | null = running
      running = null
      await last?.stop()
      // Discord applies changed intents only to a new session.
      if (last && last.token === next?.token) await rm(sessionsPath(config.dataDir), { force: true })
      if (next && sameSetup(next, wanted())) running = { ...next, stop: await startOne(app, next) }
    }
    // Discord’s first response about a running bot must not restart the runner.
    if (running) running.intents ??= wanted()?.intents ?? null
  }
  const settleInOrder = (): Promise<void> =>
    (settling = settling.then(settle).catch((error: unknown) => {
      log.error({ err: error }, 'the embedded runner could not be changed: trying again soon')
      if (!isStopped) setTimeout(() => void settleInOrder(), RETRY_MS).unref()
    }))

  const unsubscribe = bot.onChange(() => void settleInOrder())
  await settleInOrder()
  return async () => {
    isStopped = true
    unsubscribe()
    await settleInOrder()
  }
}

const sameSetup = (one: Setup | null, other: Setup | null) =>
  one?.token === other?.token && one?.intents === other?.intents

/** Checks whether the running runner still fits the bot. */
const fits = (running: Running | null, next: Setup | null) =>
  running === null || next === null
    ? running === next
    : running.token === next.token && (running.intents === null || running.intents === next.intents)

/** Starts a runner with a bot token, or for dry runs. Returns a function that stops the runner. */
async function startOne(app: App, { token }: Setup): Promise<() => Promise<void>> {
  const { config } = app
  const { startRunner } = await import('#app/runner/runner.server.ts')
  const ctx = contextFor(app, { kind: 'system' })
  const holder = `${hostname()}:${config.port}`
  const runner = startRunner({
    url: `ws://${loopback(config.host)}:${config.port}`,
    token: await registerBuiltIn(ctx),
    name: hostname().slice(0, 100),
    slots: config.runnerSlots,
    instanceKey: holder.slice(-100),
    config: { ...config, discordBotToken: token ?? undefined },
    log: app.log,
    gateway: false,
    stopTimeout: DRAIN_TIMEOUT_MS,
  })
  void runner.ended.then((ending) => {
    if (ending.reason === 'refused') app.log.error(ending, 'the embedded runner has stopped')
  })
  const stopLeading = runner.dryRun ? async () => {} : leadGateway(ctx, runner, holder)
  return async () => {
    await stopLeading()
    await runner.stop()
    await releaseLeadership(ctx, { name: GATEWAY_LEADER, holder }).catch(() => {})
  }
}

/**
 * Connects the gateway while this instance is the leader. If the leadership cannot be renewed in time, the gateway
 * disconnects before another instance takes over.
 */
function leadGateway(ctx: Context, runner: Runner, holder: string) {
  let since = -Infinity
  return startBackgroundWorker(ctx, {
    name: 'embedded_runner',
    every: RENEW_SECONDS * 1_000,
    failureMessage: 'the gateway lease could not be renewed',
    async run() {
      const began = performance.now()
      try {
        const leads = await acquireLeadership(ctx, { name: GATEWAY_LEADER, holder, seconds: LEASE_SECONDS })
        if (leads) since = began
        await runner.setGateway(leads)
      } catch (error) {
        if (performance.now() - since > (LEASE_SECONDS - RENEW_SECONDS) * 1_000)
          await runner.setGateway(false)
        throw error
      }
    },
  })
}

/** Returns the loopback host of this process. */
function loopback(host: string) {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
