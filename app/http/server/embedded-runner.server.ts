import { hostname } from 'node:os'
import { contextFor, type App, type Context } from '#app/context.server.ts'
import {
  acquireLeadership,
  registerBuiltIn,
  releaseLeadership,
} from '#app/features/runners/built-in.server.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'
import type { Runner } from '#app/runner/runner.server.ts'

/** Leadership name for the gateway. Discord allows one connection per bot. */
const GATEWAY_LEADER = 'gateway'
/** Duration and renewal interval of the leadership, in seconds. */
const LEASE_SECONDS = 30
const RENEW_SECONDS = 10
/** Milliseconds that a stop waits for running jobs. */
const DRAIN_TIMEOUT_MS = 8_000

/**
 * Starts a runner in this process over loopback, unless the embedded runner is disabled. Returns a function that stops
 * the runner.
 */
export async function startEmbedded(app: App): Promise<() => Promise<void>> {
  const { config } = app
  if (!config.runnerEmbedded) return async () => {}
  const { startRunner } = await import('#app/runner/runner.server.ts')
  const ctx = contextFor(app, { kind: 'system' })
  const holder = `${hostname()}:${config.port}`
  const runner = startRunner({
    url: `ws://${loopback(config.host)}:${config.port}`,
    token: await registerBuiltIn(ctx),
    name: hostname().slice(0, 100),
    slots: config.runnerSlots,
    instanceKey: holder.slice(-100),
    config,
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
