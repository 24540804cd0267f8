import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#app/context.server.ts'
import { accountLetters } from '#app/features/accounts/emails.server.ts'
import { makePasswords } from '#app/features/accounts/sign-in/password.server.ts'
import { makeRefusals } from '#app/features/audit/refusal-counter.server.ts'
import { countEndedRuns, uncountEndedRun } from '#app/features/automations/counters.server.ts'
import { makeEvaluator } from '#app/features/automations/evaluation/evaluator.server.ts'
import { contactLetters } from '#app/features/contact/emails.server.ts'
import { makeStudio } from '#app/features/content/og-image/image-maker.server.ts'
import { makeDrawer } from '#app/features/content/render/render-worker.server.ts'
import type { Entry } from '#app/features/content/schema.ts'
import { openLibrary, type readContent } from '#app/features/content/store/content-index.server.ts'
import { catchUp } from '#app/features/content/store/content-sync.server.ts'
import { answerEndedRuns } from '#app/features/interactions/deferred.server.ts'
import { invitationLetters } from '#app/features/invitations/emails.server.ts'
import type { Composers } from '#app/features/mail/email.server.ts'
import { makeGallery } from '#app/features/media/image-cache.server.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { builtReference, referencePages } from '#app/openapi/reference/reference.server.ts'
import { makeMemory } from '#app/platform/cache/revision-cache.ts'
import type { Config } from '#app/platform/config/config.server.ts'
import { keepTime } from '#app/platform/db/clock.server.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { loadSecrets } from '#app/platform/db/secrets.server.ts'
import { makeStreams } from '#app/platform/live/stream-registry.server.ts'
import { makeLog } from '#app/platform/log/log.server.ts'
import { makeMetrics } from '#app/platform/log/metrics.server.ts'
import { makeDiscord } from '#app/platform/outside/discord.server.ts'
import { startProcess, startThread } from '#app/platform/process/worker-threads.server.ts'
import { makeLimiter } from '#app/platform/security/rate-limiter.server.ts'
import { connectRedis } from '#app/platform/signals/redis.server.ts'
import { openSignals } from '#app/platform/signals/signals.server.ts'

/** Who writes which letter. A kind that nobody writes does not compile. */
export const composers: Composers = { ...accountLetters, ...invitationLetters, ...contactLetters }

/** Where the build leaves the rendered bodies of the content that ships with the code. */
export const BUILT_BODIES = 'build/content'

/** `leave` says that the process was told to end; `close` lets go of everything. */
export type OpenApp = App & { leave(): void; close(): Promise<void> }

/** Returns the API reference from the build, or generates it if the build has none for this version. */
export const referenceOfBuild = (version: string): Promise<readonly Entry[]> =>
  builtReference(BUILT_BODIES, version)

type Opening = {
  content?: boolean
  read?: typeof readContent
  reference?: (version: string) => readonly Entry[] | Promise<readonly Entry[]>
}

/**
 * Opens everything that lives as long as the process, in the order in which one part needs another. Without `content` the
 * library stays unread, which spares a command that has no use for it the time. `read` reads the content files, and
 * `reference` returns the pages of the API reference. Throws `WrongContent`.
 */
export async function openApp(
  config: Config,
  { content = true, read, reference = referencePages }: Opening = {},
): Promise<OpenApp> {
  const log = makeLog(config)
  const version = await buildVersion(config)
  const cache = version === 'development' ? null : join(config.dataDir, 'cache')
  const library = openLibrary({
    contentDir: config.contentDir,
    shelves: {
      built: cache ? BUILT_BODIES : null,
      cache: cache && join(cache, 'content'),
    },
    version,
    log,
    kit: referenceKit,
    made: content ? await reference(version) : [],
    ...(read ? { read } : {}),
    drawer: makeDrawer(() => startProcess('drawing', { development: config.development })),
  })
  if (content) await library.reload()
  const metrics = makeMetrics()
  const leaving = new AbortController()
  const db = await openDatabase(config, metrics)
  try {
    const applied = await migrate(db)
    if (applied.length) log.info({ migrations: applied }, 'the database schema is up to date')
    const clock = await keepTime(db, log)
    if (content) await catchUp({ db, library, log })
    const secrets = await loadSecrets(config, db)
    const redis = config.redisUrl ? connectRedis(config.redisUrl, log, 'limits') : null
    const signals = openSignals(config, log)
    const { development } = config
    const evaluator = makeEvaluator((options) => startThread('evaluation', { development, ...options }))
    const limiter = makeLimiter({
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
      library,
      evaluator,
      studio: makeStudio({ dir: cache && join(cache, 'share'), log }),
      gallery: makeGallery({ dir: join(config.dataDir, 'cache', 'media'), log }),
      limiter,
      memory: makeMemory(),
      streams: makeStreams(),
      passwords: makePasswords(),
      discord: makeDiscord(config),
      metrics,
      refusals: makeRefusals(),
      handlers: {
        runEnded: { automation: countEndedRuns, command: answerEndedRuns },
        runReopened: { automation: uncountEndedRun },
      },
      leaving: leaving.signal,
      pageScript: await pageScript(config),
      now: clock.now,
      leave: () => leaving.abort(),
      async close() {
        clock.stop()
        await signals.close()
        await evaluator.close()
        await library.close()
        redis?.disconnect()
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** The hash of the sources that the build was made from. Development has none, and keeps nothing. */
async function buildVersion({ development }: Config) {
  if (development) return 'development'
  return (await readFile('build/stamp', 'utf8').catch(() => 'development')).trim()
}

/** Where the public pages' script is: the build's file, or the source that Vite serves in development. */
async function pageScript({ development }: Config) {
  if (development) return '/app/entry.page.ts'
  const built = await readFile('build/page-script.json', 'utf8').catch(() => '{"src":"/app/entry.page.ts"}')
  return (JSON.parse(built) as { src: string }).src
}
