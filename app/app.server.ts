import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#app/context.server.ts'
import { accountEmails } from '#app/features/accounts/emails.server.ts'
import { createPasswordHasher } from '#app/features/accounts/sign-in/password.server.ts'
import { openCurrentBot } from '#app/features/bots/current-bot.server.ts'
import { createRefusalCounter } from '#app/features/audit/refusal-counter.server.ts'
import { isReplyWanted } from '#app/features/ask/forum.server.ts'
import { countEndedRuns, uncountEndedRun } from '#app/features/automations/counters.server.ts'
import { requireResumable } from '#app/features/automations/runs/run-event.server.ts'
import { makeEvaluator } from '#app/features/automations/evaluation/evaluator.server.ts'
import { contactEmails } from '#app/features/contact/emails.server.ts'
import { createOgImageMaker } from '#app/features/content/og-image/image-maker.server.ts'
import { createRenderWorker } from '#app/features/content/render/render-worker.server.ts'
import type { Entry } from '#app/features/content/schema.ts'
import { openContentIndex, type readContent } from '#app/features/content/store/content-index.server.ts'
import { syncContent, syncSite } from '#app/features/content/store/content-sync.server.ts'
import { respondToEndedRuns } from '#app/features/interactions/deferred.server.ts'
import { guildEmails } from '#app/features/guilds/emails.server.ts'
import { invitationEmails } from '#app/features/invitations/emails.server.ts'
import { keyEmails } from '#app/features/keys/emails.server.ts'
import type { EmailComposers } from '#app/features/mail/email.server.ts'
import { createImageCache } from '#app/features/media/image-cache.server.ts'
import { prepareImage } from '#app/features/media/prepare.server.ts'
import { iconAt } from '#app/features/site/icons.server.ts'
import { createReaderCounter } from '#app/features/readers/counter.server.ts'
import { BUNDLED_CONTENT } from '#app/features/content/store/skills.server.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { builtReference, referencePages } from '#app/openapi/reference/reference.server.ts'
import { createRevisionCache } from '#app/platform/cache/revision-cache.ts'
import type { Config } from '#app/platform/config/config.server.ts'
import { startClockSync } from '#app/platform/db/clock.server.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { loadSecrets } from '#app/platform/db/secrets.server.ts'
import { createStreamRegistry } from '#app/platform/live/stream-registry.server.ts'
import { createLogger } from '#app/platform/log/log.server.ts'
import { createMetrics } from '#app/platform/log/metrics.server.ts'
import { createDiscordClient } from '#app/platform/outside/discord.server.ts'
import { startProcess, startThread } from '#app/platform/process/worker-threads.server.ts'
import { createRateLimiter } from '#app/platform/security/rate-limiter.server.ts'
import { connectRedis } from '#app/platform/signals/redis.server.ts'
import { openSignals } from '#app/platform/signals/signals.server.ts'
import { fromJson } from '#app/primitives/json.ts'

/** Composers for all kinds of email. A missing composer is a type error. */
export const emailComposers: EmailComposers = {
  ...accountEmails,
  ...guildEmails,
  ...invitationEmails,
  ...keyEmails,
  ...contactEmails,
}

/** Folder in the build output with the rendered bodies of the bundled content. */
export const BUILT_BODIES = 'build/content'

/** Size of the site's icon in share images, which show it at half this size. */
const SHARE_ICON_PIXELS = 80

/** `beginShutdown` announces the end of the process. `close` releases all resources. */
export type OpenApp = App & { beginShutdown(): void; close(): Promise<void> }

/** Returns the API reference from the build, or generates the reference if the build does not contain this version. */
export const referenceOfBuild = (version: string): Promise<readonly Entry[]> =>
  builtReference(BUILT_BODIES, version)

type OpenOptions = {
  content?: boolean
  read?: typeof readContent
  reference?: (version: string) => readonly Entry[] | Promise<readonly Entry[]>
}

/** Heap of a process that renders bodies, in megabytes. */
const RENDER_HEAP = 512

/**
 * Starts all services of the process in the order of their dependencies. Without `content`, skips reading the content,
 * so that commands start faster. Throws `InvalidContent`.
 */
export async function openApp(
  config: Config,
  { content = true, read, reference = referencePages }: OpenOptions = {},
): Promise<OpenApp> {
  const log = createLogger(config)
  const version = await buildVersion(config)
  const cache = version === 'development' ? null : join(config.dataDir, 'cache')
  const imageCache = createImageCache({ dir: join(config.dataDir, 'cache', 'media'), log })
  const contentIndex = openContentIndex({
    contentDir: config.contentDir,
    shelves: {
      built: cache ? BUILT_BODIES : null,
      cache: cache && join(cache, 'content'),
    },
    version,
    log,
    kit: referenceKit,
    made: content ? await reference(version) : [],
    isBundled: config.contentDir === BUNDLED_CONTENT,
    environment: config.contentSignal ? { content_signals: config.contentSignal } : {},
    readImage: (bytes) => prepareImage({ imageCache, log }, bytes),
    ...(read ? { read } : {}),
    drawer: createRenderWorker(() =>
      startProcess('drawing', { development: config.development, megabytes: RENDER_HEAP }),
    ),
  })
  if (content) await contentIndex.reload()
  else await contentIndex.reloadSite()
  const metrics = createMetrics()
  const shutdown = new AbortController()
  const db = await openDatabase(config, metrics)
  try {
    const applied = await migrate(db)
    if (applied.length) log.info({ migrations: applied }, 'the database schema is up to date')
    const clock = await startClockSync(db, log)
    if (content) {
      await syncContent({ db, contentIndex, log })
      // An editor can unpublish a page that the file links to, so this must not stop the server.
      const problems = contentIndex.checkSite()
      if (problems) log.error({ problems }, 'links in site.yaml have no target')
    } else {
      await syncSite({ db, contentIndex })
    }
    const secrets = await loadSecrets(config, db)
    const redis = config.redisUrl ? connectRedis(config.redisUrl, log, 'limits') : null
    const signals = openSignals(config, log)
    const bot = await openCurrentBot({ config, db, secrets, signals, log })
    const { development, discordApiUrl, siteUrl } = config
    const evaluator = makeEvaluator((options) => startThread('evaluation', { development, ...options }))
    const rateLimiter = createRateLimiter({
      on: config.rateLimits,
      redis,
      refused: (limit) => metrics.limited.inc({ limit }),
    })
    return {
      config,
      secrets,
      db,
      signals,
      log,
      contentIndex,
      evaluator,
      ogImageMaker: createOgImageMaker({
        dir: cache && join(cache, 'share'),
        log,
        icon: (path) => iconAt({ db, contentIndex, config }, path, SHARE_ICON_PIXELS),
      }),
      imageCache,
      rateLimiter,
      revisionCache: createRevisionCache(),
      streamRegistry: createStreamRegistry(),
      passwordHasher: createPasswordHasher(),
      discord: createDiscordClient({
        discordApiUrl,
        siteUrl,
        get discordBotToken() {
          return bot.current()?.token
        },
      }),
      bot,
      metrics,
      refusalCounter: createRefusalCounter(),
      readers: createReaderCounter({
        isOn: () => contentIndex.site.count_readers,
        ownHosts: [new URL(siteUrl).hostname, ...config.siteAliases],
      }),
      runHandlers: {
        runEnded: { automation: countEndedRuns, command: respondToEndedRuns },
        runReopened: { automation: uncountEndedRun },
        requireResumable: { automation: requireResumable },
        jobApplies: isReplyWanted,
      },
      shutdownSignal: shutdown.signal,
      pageScript: await pageScript(config),
      now: clock.now,
      beginShutdown: () => shutdown.abort(),
      async close() {
        clock.stop()
        bot.close()
        await signals.close()
        await evaluator.close()
        await contentIndex.close()
        redis?.disconnect()
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Returns the hash of the build's sources, or `development`. */
async function buildVersion({ development }: Config) {
  if (development) return 'development'
  return (await readFile('build/stamp', 'utf8').catch(() => 'development')).trim()
}

/** Returns the URL of the script for public pages: the built file, or Vite's source in development. */
async function pageScript({ development }: Config) {
  if (development) return '/app/entry.page.ts'
  const built = await readFile('build/page-script.json', 'utf8').catch(() => '{"src":"/app/entry.page.ts"}')
  return fromJson<{ src: string }>(built).src
}
