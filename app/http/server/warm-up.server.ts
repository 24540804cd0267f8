import { setImmediate, setTimeout } from 'node:timers/promises'
import type { App } from '#app/context.server.ts'
import { warmOgImages } from '#app/features/content/og-image/og-image.server.tsx'
import type { PublicPages } from '#app/http/public/public-pages.server.ts'

/** After a visit, in milliseconds, the warm-up works for a tenth of the time only. */
const QUIET_AFTER_VISIT_MS = 500

/** How many share images are made before somebody asks for them, and how long one takes, in milliseconds. */
const MAX_IMAGES = 500
const IMAGE_ESTIMATE_MS = 200

/**
 * Renders the public pages in the background until all are in memory or the memory for them is full, and then makes their
 * share images, so that visitors rarely wait. Visitors come first: while there are some, it rests nine times as long as it
 * works. What fails is logged and passed over. `restart` begins anew, for content that has changed. With `PRERENDER=off`,
 * does nothing.
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
        if (!isOver()) app.log.error({ err: error }, 'the warm-up ended')
      })
    },
    stop: () => void round++,
  }
}

/** Pages first, then the documents, then the posts from the newest on. */
const entriesByUse = ({ contentIndex }: Pick<App, 'contentIndex'>) => [
  ...contentIndex.list('page'),
  ...contentIndex.list('doc'),
  ...contentIndex.list('post'),
]
