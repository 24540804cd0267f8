import type { ServerBuild } from '@remix-run/node'
import type { RequestListener } from 'node:http'
import { createServer as createSocket, type AddressInfo } from 'node:net'
import type { ViteDevServer } from 'vite'
import { emailComposers, openApp, type OpenApp, referenceOfBuild } from '#app/app.server.ts'
import { readConfig, InvalidSettings, type Config } from '#app/platform/config/config.server.ts'
import { contextFor } from '#app/context.server.ts'
import { isPostgres } from '#app/platform/db/sql.server.ts'
import { explainDatabaseError } from '#app/platform/db/trouble.server.ts'
import { createSetupLink } from '#app/features/accounts/setup.server.ts'
import { startBotWorker } from '#app/features/bots/refresh.server.ts'
import { startAnnouncing } from '#app/features/announcements/worker.server.ts'
import { startScheduling } from '#app/features/automations/worker.server.ts'
import { startChat } from '#app/features/chat/worker.server.ts'
import { InvalidContent } from '#app/features/content/store/content-index.server.ts'
import { startPublishing } from '#app/features/cms/worker.server.ts'
import { diagnoseMachine } from '#app/features/health/doctor.server.ts'
import { startDelivery } from '#app/features/interactions/delivery.server.ts'
import { startLeaseMaintenance } from '#app/features/jobs/worker.server.ts'
import { startImageCachePurge } from '#app/features/media/retention.server.ts'
import { startMailWorker } from '#app/features/mail/delivery.server.ts'
import { originTrialProblem } from '#app/platform/config/origin-trial.ts'
import { startPurging } from '#app/features/maintenance/worker.server.ts'
import { createServerHandler } from '#app/http/server/handler.server.ts'
import { startCachePruning } from '#app/features/content/render/prune-cache.server.ts'
import { startContentSync } from '#app/features/content/store/content-sync.server.ts'
import {
  exitOnUncaughtError,
  shutDownOnSignal,
  createNodeServer,
} from '#app/http/server/node-server.server.ts'
import { attachRunnerSocket } from '#app/http/runner/socket.server.ts'
import { startEmbedded } from '#app/http/server/embedded-runner.server.ts'
import { readStaticFiles } from '#app/http/server/static.server.ts'
import { createWarmUp } from '#app/http/server/warm-up.server.ts'
import { startRefusalWriter } from '#app/features/audit/refusals.server.ts'
import { startCountWriter } from '#app/features/readers/write-counts.server.ts'
import { addProcessMetrics } from '#app/platform/log/metrics.server.ts'
import { startMemoryMonitor } from '#app/platform/process/memory-monitor.server.ts'
import { useOwnerOnlyUmask } from '#app/platform/security/private-files.server.ts'
import { release } from '#app/platform/config/release.ts'

type Serving = {
  build: ServerBuild | (() => Promise<ServerBuild>)
  env: NodeJS.ProcessEnv
  vite?: ViteDevServer | undefined
}

/** Reads the configuration, opens the app and starts the server. Resolves once the server is listening. */
export async function serve({ build, env, vite }: Serving): Promise<void> {
  useOwnerOnlyUmask()
  const config = await loadConfig(env)
  const app = await openApp(config, { reference: referenceOfBuild }).catch((error: unknown) => {
    if (error instanceof InvalidContent) stop(`these content files are invalid:\n${error.message}`)
    const trouble = explainDatabaseError(error, config)
    if (trouble) stop(trouble.message)
    // Other errors with a code are not bugs, so they are shown without a stack trace.
    if (error instanceof Error && 'code' in error)
      stop(`${error.message || 'the database does not respond'} (${error.code})`)
    throw error
  })
  exitOnUncaughtError(app)
  addProcessMetrics(app.metrics, {
    version: release.version,
    engine: isPostgres(app.db) ? 'postgresql' : 'sqlite',
  })
  app.metrics.look(() => app.metrics.streams.set(app.streamRegistry.count()))
  const memory = startMemoryMonitor({ relieve: () => pages.forget(), log: app.log })
  const { listener, pages, lastVisit } = await site(app, { build, vite }, memory.isShort)
  const server = createNodeServer(app, listener)
  const runners = attachRunnerSocket(server, app)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.port, config.host, resolve)
  }).catch((error: NodeJS.ErrnoException) =>
    stop(`cannot listen on ${config.host}:${config.port} (${error.code})`),
  )
  const warmUp = createWarmUp(app, pages, lastVisit)
  const unfollow = startContentSync(app, () => {
    pages.forget()
    warmUp.restart()
  })
  const stops = [
    startMailWorker(app, emailComposers),
    startPurging(app),
    startImageCachePurge(app),
    startCachePruning(app),
    startDelivery(app),
    startLeaseMaintenance(app),
    startScheduling(app),
    startPublishing(app),
    startAnnouncing(app),
    startChat(app),
    startBotWorker(app),
  ]
  const writers = [startRefusalWriter(app), startCountWriter(app)]
  const stopEmbedded = await startEmbedded(app)
  const drain = async () => {
    warmUp.stop()
    unfollow()
    app.streamRegistry.drain()
    // Stop the runner while the server is still listening, so that the runner can return its leases.
    await stopEmbedded()
    await Promise.all([runners.drain(), ...stops.map((end) => end())])
  }
  shutDownOnSignal(server, app, {
    drain,
    finish: async () => void (await Promise.all(writers.map((write) => write()))),
  })
  await announce(app)
  warmUp.restart()
}

/** Reads the configuration. Invalid settings end the process. Port 0 selects a free port. */
async function loadConfig(env: NodeJS.ProcessEnv): Promise<Config> {
  try {
    const isAnyPort = Boolean(env.PORT?.trim()) && Number(env.PORT) === 0
    return readConfig(isAnyPort ? { ...env, PORT: String(await freePort(env.HOST)) } : env)
  } catch (error) {
    if (error instanceof InvalidSettings) stop(error.message)
    throw error
  }
}

function stop(reason: string): never {
  process.stderr.write(`Signpost cannot start: ${reason}\n`)
  process.exit(1)
}

function freePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = createSocket().once('error', reject)
    socket.listen(0, host, () => {
      const { port } = socket.address() as AddressInfo
      socket.close(() => resolve(port))
    })
  })
}

/**
 * Creates the handler of the built site. In development, Vite serves the sources, and each request reloads the routes.
 */
async function site(app: OpenApp, { build, vite }: Omit<Serving, 'env'>, isShort: () => boolean) {
  if (typeof build !== 'function')
    return createServerHandler(app, build, await readStaticFiles('build/client'), isShort)
  const files = await readStaticFiles('public')
  const { pages, lastVisit } = createServerHandler(app, await build(), files)
  const listener: RequestListener = (request, response) => {
    vite!.middlewares(request, response, async () =>
      createServerHandler(app, await build(), files).listener(request, response),
    )
  }
  return { listener, pages, lastVisit }
}

async function announce(app: OpenApp) {
  const { siteUrl, host, port } = app.config
  const local = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  process.stdout.write(
    `${app.contentIndex.site.name} listens on ${local}${siteUrl === local ? '' : ` for ${siteUrl}`}\n`,
  )
  for (const token of app.config.originTrialTokens) {
    const trouble = originTrialProblem(token, { siteUrl, now: app.now() })
    if (trouble) process.stdout.write(`${trouble}\n`)
  }
  for (const { status, says, mend } of await diagnoseMachine(app.config))
    if (status !== 'ok') process.stdout.write(`${says} ${mend}\n`)
  const setup = await createSetupLink(contextFor(app, { kind: 'system' }))
  if (setup)
    process.stdout.write(
      `There is no owner yet. Within an hour, create the owner account at ${siteUrl}${setup}\n`,
    )
}
