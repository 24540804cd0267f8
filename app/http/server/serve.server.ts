import type { ServerBuild } from '@remix-run/node'
import type { RequestListener } from 'node:http'
import { createServer as createSocket, type AddressInfo } from 'node:net'
import type { ViteDevServer } from 'vite'
import { composers, openApp, type OpenApp, referenceOfBuild } from '#app/app.server.ts'
import { readConfig, WrongSettings, type Config } from '#app/platform/config/config.server.ts'
import { contextFor } from '#app/context.server.ts'
import { isPostgres } from '#app/platform/db/sql.server.ts'
import { storeTrouble } from '#app/platform/db/trouble.server.ts'
import { offerSetup } from '#app/features/accounts/setup.server.ts'
import { startScheduling } from '#app/features/automations/worker.server.ts'
import { startChat } from '#app/features/chat/worker.server.ts'
import { WrongContent } from '#app/features/content/store/content-index.server.ts'
import { startPublishing } from '#app/features/cms/worker.server.ts'
import { examineMachine } from '#app/features/health/doctor.server.ts'
import { startAnswering } from '#app/features/interactions/delivery.server.ts'
import { startTending } from '#app/features/jobs/worker.server.ts'
import { startTidying } from '#app/features/media/retention.server.ts'
import { startMailing } from '#app/features/mail/delivery.server.ts'
import { troubleWith } from '#app/platform/config/origin-trial.ts'
import { startSweeping } from '#app/features/maintenance/worker.server.ts'
import { makeSite } from '#app/http/server/handler.server.ts'
import { startPruning } from '#app/features/content/render/prune-cache.server.ts'
import { followContent } from '#app/features/content/store/content-sync.server.ts'
import { endOnBugs, leaveOnSignal, makeServer } from '#app/http/server/node-server.server.ts'
import { attachRunnerSocket } from '#app/http/runner/socket.server.ts'
import { startEmbedded } from '#app/http/server/embedded-runner.server.ts'
import { readStaticFiles } from '#app/http/server/static.server.ts'
import { makeWarmUp } from '#app/http/server/warm-up.server.ts'
import { startWritingRefusals } from '#app/features/audit/refusals.server.ts'
import { watchProcess } from '#app/platform/log/metrics.server.ts'
import { watchMemory } from '#app/platform/process/memory-monitor.server.ts'
import { createPrivately } from '#app/platform/security/private-files.server.ts'
import { release } from '#app/platform/config/release.ts'

type Serving = { build: ServerBuild | (() => Promise<ServerBuild>); vite?: ViteDevServer | undefined }

/** Reads the settings, opens everything and listens. Resolves when the server listens. */
export async function serve({ build, vite }: Serving): Promise<void> {
  createPrivately()
  const config = await settle()
  const app = await openApp(config, { reference: referenceOfBuild }).catch((error: unknown) => {
    if (error instanceof WrongContent) stop(`these content files are wrong:\n${error.message}`)
    const trouble = storeTrouble(error, config)
    if (trouble) stop(trouble.message)
    // What else has a code is no bug, which would show its stack.
    if (error instanceof Error && 'code' in error)
      stop(`${error.message || 'the database does not answer'} (${error.code})`)
    throw error
  })
  endOnBugs(app)
  watchProcess(app.metrics, {
    version: release.version,
    engine: isPostgres(app.db) ? 'postgresql' : 'sqlite',
  })
  app.metrics.look(() => app.metrics.streams.set(app.streams.count()))
  const memory = watchMemory({ relieve: () => pages.forget(), log: app.log })
  const { listener, pages, lastVisit } = await site(app, { build, vite }, memory.isShort)
  const server = makeServer(app, listener)
  const runners = attachRunnerSocket(server, app)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.port, config.host, resolve)
  }).catch((error: NodeJS.ErrnoException) =>
    stop(`cannot listen on ${config.host}:${config.port} (${error.code})`),
  )
  const warmUp = makeWarmUp(app, pages, lastVisit)
  const unfollow = followContent(app, () => {
    pages.forget()
    warmUp.restart()
  })
  const stops = [
    startMailing(app, composers),
    startSweeping(app),
    startTidying(app),
    startPruning(app),
    startAnswering(app),
    startTending(app),
    startScheduling(app),
    startPublishing(app),
    startChat(app),
  ]
  const writeRefusals = startWritingRefusals(app)
  const stopEmbedded = await startEmbedded(app)
  const drain = async () => {
    warmUp.stop()
    unfollow()
    app.streams.drain()
    // It leaves while the service still listens to it, and takes its leases off it.
    await stopEmbedded()
    await Promise.all([runners.drain(), ...stops.map((end) => end())])
  }
  leaveOnSignal(server, app, { drain, finish: writeRefusals })
  await announce(app)
  warmUp.restart()
}

/** Settings that are wrong end the process before anything is opened. Port 0 becomes a free one. */
async function settle(): Promise<Config> {
  try {
    const port =
      Number(process.env.PORT) === 0 && process.env.PORT?.trim()
        ? await freePort(process.env.HOST)
        : undefined
    return readConfig(port === undefined ? process.env : { ...process.env, PORT: String(port) })
  } catch (error) {
    if (error instanceof WrongSettings) stop(error.message)
    throw error
  }
}

function stop(reason: string): never {
  process.stderr.write(`Signpost does not start: ${reason}\n`)
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

/** The built site; in development, one whose sources Vite serves and whose routes are loaded anew for every request. */
async function site(app: OpenApp, { build, vite }: Serving, isShort: () => boolean) {
  if (typeof build !== 'function') return makeSite(app, build, await readStaticFiles('build/client'), isShort)
  const files = await readStaticFiles('public')
  const { pages, lastVisit } = makeSite(app, await build(), files)
  const listener: RequestListener = (request, response) => {
    vite!.middlewares(request, response, async () =>
      makeSite(app, await build(), files).listener(request, response),
    )
  }
  return { listener, pages, lastVisit }
}

async function announce(app: OpenApp) {
  const { siteUrl, host, port } = app.config
  const local = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  process.stdout.write(`Signpost listens on ${local}${siteUrl === local ? '' : ` for ${siteUrl}`}\n`)
  for (const token of app.config.originTrialTokens) {
    const trouble = troubleWith(token, { siteUrl, now: app.now() })
    if (trouble) process.stdout.write(`${trouble}\n`)
  }
  for (const { status, says, mend } of await examineMachine(app.config))
    if (status !== 'ok') process.stdout.write(`${says} ${mend}\n`)
  const setup = await offerSetup(contextFor(app, { kind: 'system' }))
  if (setup)
    process.stdout.write(
      `There is no owner yet. Within an hour, create the owner account at ${siteUrl}${setup}\n`,
    )
}
