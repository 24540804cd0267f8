import { setImmediate, setTimeout } from 'node:timers/promises'
import type { App } from '#app/context.server.ts'
import { warmOgImages } from '#app/features/content/og-image/og-image.server.tsx'
import type { PublicPages } from '#app/http/public/public-pages.server.ts'

/** Milliseconds after a visit during which the warm-up runs only a tenth of the time. */
const QUIET_AFTER_VISIT_MS = 500

/** Maximum number of share images rendered in advance, and the estimated milliseconds per image. */
const MAX_IMAGES = 500
const IMAGE_ESTIMATE_MS = 200

/**
 * Creates the background task that renders public pages, then share images, into the cache. Yields to visitors and logs
 * errors. `restart` starts over after content changes. Does nothing with `PRERENDER=off`.
 */
export function createWarmUp(app: App, pages: PublicPages, lastVisit: () => number) {
  let round = 0

  async function run(isOver: () => boolean) {
    if (!app.config.prerender) return
    await app.contentIndex.prepareSearch()
    await renderPages(isOver)
    await warmOgImages(app, entriesByUse(app).slice(0, MAX_IMAGES), async () => {
      if (isOver()) throw new Error('over')
      await rest(IMAGE_ESTIMATE_MS)
    })
  }

  async function renderPages(isOver: () => boolean) {
    for (const path of ['/docs', '/blog', ...entriesByUse(app).map((entry) => entry.path)]) {
      if (isOver() || pages.isFull()) return
      const started = performance.now()
      await pages
        .warm(path)
        .catch((error: unknown) =>
          app.log.error({ err: error, path }, 'a page could not be rendered in advance'),
        )
      await rest(performance.now() - started)
    }
  }

  const rest = (worked: number) =>
    performance.now() - lastVisit() < QUIET_AFTER_VISIT_MS
      ? setTimeout(worked * 9, null, { ref: false })
      : setImmediate()

  return {
    restart() {
      const mine = ++round
      const isOver = () => mine !== round
      run(isOver).catch((error: unknown) => {
        if (!isOver()) app.log.error({ err: error }, 'the warm-up failed')
      })
    },
    stop: () => void round++,
  }
}

/** Returns pages, then documents, then posts from newest to oldest. */
const entriesByUse = ({ contentIndex }: Pick<App, 'contentIndex'>) => [
  ...contentIndex.list('page'),
  ...contentIndex.list('doc'),
  ...contentIndex.list('post'),
]
