import { hostname } from 'node:os'
import { contextFor, type App, type Context } from '#app/context.server.ts'
import {
  acquireLeadership,
  registerBuiltIn,
  releaseLeadership,
} from '#app/features/runners/built-in.server.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'
import type { Runner } from '#app/runner/runner.server.ts'

/** What only one of many instances has: Discord lets a bot be connected once. */
const GATEWAY_LEADER = 'gateway'
/** How long the lead lasts and how often it is taken anew, in seconds. */
const LEASE_SECONDS = 30
const RENEW_SECONDS = 10
/** How long a stop waits for the jobs in hand, in milliseconds. */
const DRAIN_TIMEOUT_MS = 8_000

/** Runs a runner in this process over the loopback, unless the settings say no. Returns what stops it. */
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
    if (ending.reason === 'refused') app.log.error(ending, 'the runner inside this process has ended')
  })
  const stopLeading = runner.dryRun ? async () => {} : leadGateway(ctx, runner, holder)
  return async () => {
    await stopLeading()
    await runner.stop()
    await releaseLeadership(ctx, { name: GATEWAY_LEADER, holder }).catch(() => {})
  }
}

/** Holds the gateway while this instance has the lead. One that cannot renew it in time gives it up before another takes it. */
function leadGateway(ctx: Context, runner: Runner, holder: string) {
  let since = -Infinity
  return startBackgroundWorker(ctx, {
    name: 'embedded_runner',
    every: RENEW_SECONDS * 1_000,
    failureMessage: 'the lead in holding the gateway could not be renewed',
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

/** Where this process listens to itself. */
function loopback(host: string) {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
