import type { Config } from '#app/platform/config/config.server.ts'
import { jobTypes } from '#app/features/jobs/schema.ts'
import { RUNNER_PATH } from '#app/features/runners/schema.ts'
import { connect, type DeliveredFrame, type ConnectionEnd } from '#app/runner/connection.server.ts'
import type { Delays } from '#app/runner/timing.ts'
import { makeDryRun } from '#app/runner/dry-run.ts'
import { createJobManager } from '#app/runner/jobs.server.ts'
import { makeGatewaySwitch } from '#app/runner/gateway/switch.server.ts'
import { makeOutbox } from '#app/runner/outbox.server.ts'
import type { Executor, Log, Send } from '#app/runner/protocol.ts'
import { startActions } from '#app/runner/thread.server.ts'
import { createActionWorker } from '#app/runner/action-worker.server.ts'

export type RunnerOptions = {
  /** `ws://` or `wss://`, with or without the path of the protocol. */
  url: string
  token: string
  name: string
  /** How many jobs at a time. */
  slots: number
  /** Names this instance for good: another process with the same key takes its place. */
  instanceKey: string
  /** Without a bot token in it, actions are only told of. */
  config: Config
  log: Log
  /** Whether Discord’s gateway is held from the start. One of many instances does. */
  gateway?: boolean
  /** Called whenever the service is ready for us. */
  connected?: () => void
  /** How long `stop` waits for what is in hand, in milliseconds. */
  stopTimeout?: number
  delays?: Delays
  random?: () => number
  /** What does the actions, in place of our own. */
  executor?: Executor
  /** In milliseconds: the least and the most between two snapshots of a guild. */
  snapshotTimes?: { least: number; most: number }
}

export type Runner = {
  dryRun: boolean
  /** Holds Discord’s gateway from now on, or leaves it to another instance. Without a bot token it changes nothing. */
  setGateway(on: boolean): Promise<void>
  /** Takes nothing more, ends what is in hand as far as there is time, and leaves. */
  stop(): Promise<void>
  /** Resolves when it was stopped, or when the service refuses it for good. */
  ended: Promise<ConnectionEnd>
}

const VERSION = '1.0.0'
const STOP_TIMEOUT_MS = 20_000

/** Starts a runner: it connects to the service, and again whenever it is cut, until it is stopped or refused. */
export function startRunner(options: RunnerOptions): Runner {
  const { config, log, slots, stopTimeout = STOP_TIMEOUT_MS } = options
  const dryRun = !config.discordBotToken
  const executor =
    options.executor ?? (dryRun ? makeDryRun(log) : createActionWorker(() => startActions(config), log))
  const jobManager = createJobManager({
    slots,
    capabilities: jobTypes,
    executor: {
      ...executor,
      run(task, signal) {
        const known = gateway.current()?.known(task)
        return executor.run(known ? { ...task, known } : task, signal)
      },
    },
    log,
    send: (op, d) => connection.send(op, d),
  })
  const outbox = makeOutbox({
    log,
    send: (op, d) => connection.send(op, d),
    isReady: () => connection.isReady(),
  })
  const parts = {
    config,
    outbox,
    log,
    send: ((op, d) => connection.send(op, d)) as Send,
    isReady: () => connection.isReady(),
    ...(options.delays ? { delays: options.delays } : {}),
    ...(options.snapshotTimes ? { snapshotTimes: options.snapshotTimes } : {}),
  }
  const gateway = makeGatewaySwitch(async () => {
    const { openGateway } = await import('#app/runner/gateway/gateway.server.ts')
    return openGateway(parts)
  }, log)
  let wantsGateway = options.gateway ?? true
  let isKnown = false
  let resendAfterMs = 60_000

  const connection = connect({
    url: socketUrl(options.url),
    token: options.token,
    log,
    ...(options.delays ? { delays: options.delays } : {}),
    ...(options.random ? { random: options.random } : {}),
    identify: () => ({
      instance_key: options.instanceKey,
      name: options.name,
      version: VERSION,
      capabilities: [...jobTypes],
      slots: jobManager.slots(),
      active: jobManager.active(),
    }),
    leases: jobManager.leases,
    onReady(ready, hello) {
      resendAfterMs = 2 * hello.heartbeat_ms
      jobManager.resume(ready, hello.server_time)
      outbox.resume()
      isKnown = true
      if (gateway.current()) gateway.current()!.snapshotAll()
      else if (wantsGateway) void setGateway(true)
      options.connected?.()
    },
    onFrame,
    onHeartbeat() {
      jobManager.resendAfter(resendAfterMs)
      outbox.resendAfter(resendAfterMs)
    },
  })

  // Whoever the service does not know has no business at Discord.
  async function setGateway(on: boolean) {
    wantsGateway = on
    if (!dryRun && (isKnown || !on)) await gateway.set(on)
  }

  return {
    dryRun,
    ended: connection.ended,
    setGateway,
    async stop() {
      const last = gateway.current()
      // Nothing new from either side first, so that what is in hand is all that there is.
      const drained = jobManager.drain()
      const done = setGateway(false).then(() => Promise.all([drained, outbox.empty()]))
      await waitAtMost(stopTimeout, Promise.race([done, connection.ended]))
      await last?.save()
      const left = jobManager.running()
      if (left) log.warn({ jobs: left }, 'jobs are given back: there was no time to end them')
      // Before the service hears of it and gives the jobs to somebody else.
      await executor.close()
      await connection.close()
    },
  }

  function onFrame(frame: DeliveredFrame) {
    switch (frame.op) {
      case 'job':
        return jobManager.receive(frame.d)
      case 'cancel':
        return jobManager.cancel(frame.d)
      case 'heartbeat_ack':
        return jobManager.updateLeases(frame.d)
      case 'ack':
        if ('job_id' in frame.d) jobManager.onAcknowledged(frame.d.job_id, frame.d.outcome)
        else outbox.onAcknowledged(frame.d.batch_id, frame.d.outcome, frame.d.rejected)
        return
      case 'drain':
        return log.info(frame.d, 'the service goes away; what is in hand goes on')
      case 'error':
        if (!outbox.onRefused(frame.d, gateway.current()?.guilds() ?? new Set()))
          log.warn(frame.d, 'the service refuses a message')
    }
  }
}

/** The address of the protocol at a service that is known by its origin. */
function socketUrl(text: string) {
  const url = new URL(text)
  if (url.pathname === '/') url.pathname = RUNNER_PATH
  return url.href
}

/** Waits for the work, but not longer than that. */
async function waitAtMost(stopTimeout: number, work: Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, stopTimeout)))])
  clearTimeout(timer)
}
