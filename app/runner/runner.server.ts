import type { Config } from '#app/platform/config/config.server.ts'
import { jobTypes } from '#app/features/jobs/schema.ts'
import { createDiscordClient } from '#app/platform/outside/discord.server.ts'
import { DIRECTORY_CAPABILITY } from '#app/features/directory/schema.ts'
import { RUNNER_PATH } from '#app/features/runners/schema.ts'
import { connect, type SessionFrame, type ConnectionEnd } from '#app/runner/connection.server.ts'
import type { Delays } from '#app/runner/timing.ts'
import { makeDryRun } from '#app/runner/dry-run.ts'
import { createJobManager } from '#app/runner/jobs.server.ts'
import { createInteractionRelay, type RelayTimes } from '#app/runner/gateway/interactions.server.ts'
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
  /** Maximum number of concurrent jobs. */
  slots: number
  /** Permanent name of this instance. Another process with the same key replaces this process. */
  instanceKey: string
  /** Without a bot token, actions are only logged. */
  config: Config
  log: Log
  /** True to connect to Discord's gateway at startup. Only one instance of a bot should connect. */
  gateway?: boolean
  /** Called each time the service is ready. */
  connected?: () => void
  /** Milliseconds that `stop` waits for current work. */
  stopTimeout?: number
  delays?: Delays
  random?: () => number
  /** Replaces the default executor. */
  executor?: Executor
  /** Minimum and maximum milliseconds between two snapshots of a guild. */
  snapshotTimes?: { least: number; most: number }
  interactionTimes?: RelayTimes
}

export type Runner = {
  dryRun: boolean
  /** Connects to or disconnects from Discord's gateway. Does nothing without a bot token. */
  setGateway(on: boolean): Promise<void>
  /** Stops accepting jobs, finishes current jobs within the timeout, and disconnects. */
  stop(): Promise<void>
  /** Resolves when the runner is stopped or permanently refused. */
  ended: Promise<ConnectionEnd>
}

const VERSION = '1.0.0'
const STOP_TIMEOUT_MS = 20_000

/** Starts a runner that connects to the service and reconnects until the runner is stopped or refused. */
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
  const interactions = createInteractionRelay({
    discord: createDiscordClient(config),
    log,
    send: (op, d) => connection.send(op, d),
    isReady: () => connection.isReady(),
    ...(options.interactionTimes ? { times: options.interactionTimes } : {}),
  })
  const parts = {
    config,
    outbox,
    interactions,
    log,
    send: ((op, d) => connection.send(op, d)) as Send,
    isReady: () => connection.isReady(),
    isBusy: () => connection.isBusy(),
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
      capabilities: dryRun ? [...jobTypes] : [...jobTypes, DIRECTORY_CAPABILITY],
      slots: jobManager.slots(),
      active: jobManager.active(),
    }),
    leases: jobManager.leases,
    onReady(ready, hello) {
      resendAfterMs = 2 * hello.heartbeat_ms
      jobManager.resume(ready, hello.server_time)
      outbox.resume()
      interactions.resume()
      isKnown = true
      if (gateway.current()) gateway.current()!.reportAll()
      else if (wantsGateway) void setGateway(true)
      options.connected?.()
    },
    onFrame,
    onHeartbeat() {
      jobManager.resendAfter(resendAfterMs)
      outbox.resendAfter(resendAfterMs)
    },
  })

  // Connects only after the service has accepted this runner.
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
      // Stop both sources first, so that no new work arrives.
      const drained = jobManager.drain()
      const done = setGateway(false).then(() => Promise.all([drained, outbox.empty(), interactions.idle()]))
      await waitAtMost(stopTimeout, Promise.race([done, connection.ended]))
      await waitAtMost(2_000, interactions.stop())
      await last?.save()
      const left = jobManager.running()
      if (left) log.warn({ jobs: left }, 'jobs were returned: there was not enough time to finish them')
      // The executor must close first, because the service reassigns the jobs after the disconnect.
      await executor.close()
      await connection.close()
    },
  }

  function onFrame(frame: SessionFrame) {
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
      case 'interaction_reply':
        return interactions.onReply(frame.d)
      case 'drain':
        return log.info(frame.d, 'the service is shutting down: current jobs continue')
      case 'directory_resync':
        return gateway.current()?.resyncDirectory(frame.d)
      case 'query':
        return void gateway.current()?.query(frame.d)
      case 'error':
        if (interactions.onRefused(frame.d)) return
        if (!outbox.onRefused(frame.d, gateway.current()?.guilds() ?? new Set()))
          log.warn(frame.d, 'the service rejected a message')
    }
  }
}

/** Adds the protocol's path to a service URL without a path. */
function socketUrl(text: string) {
  const url = new URL(text)
  if (url.pathname === '/') url.pathname = RUNNER_PATH
  return url.href
}

/** Waits until the work is done or the timeout has passed. */
async function waitAtMost(stopTimeout: number, work: Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, stopTimeout)))])
  clearTimeout(timer)
}
