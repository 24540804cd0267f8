import { setImmediate, setTimeout } from 'node:timers/promises'
import type { App } from '#app/context.server.ts'
import type { PublicPages } from '#app/http/public-pages.server.ts'

/** After a visit, in milliseconds, the warm-up works for a tenth of the time only. */
const QUIET = 500

/**
 * Renders the public pages in the background until all are in memory or the memory for them is full, so that visitors
 * rarely wait for a rendering. Visitors come first: while there are some, it rests nine times as long as it works. A page
 * that fails is logged and passed over. `restart` begins anew, for content that has changed.
 */
export function makeWarmUp(app: App, pages: PublicPages) {
  let round = 0

  async function run(mine: number) {
    await app.library.prepareSearch()
    for (const path of pathsByUse(app)) {
      if (mine !== round || pages.isFull()) return
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
    performance.now() - pages.lastVisit() < QUIET
      ? setTimeout(worked * 9, null, { ref: false })
      : setImmediate()

  return {
    restart() {
      round += 1
      run(round).catch((error: unknown) => app.log.error({ err: error }, 'the warm-up ended'))
    },
    stop: () => void (round += 1),
  }
}

/** Listings and pages first, then the documents, then the posts from the newest on. */
const pathsByUse = ({ library }: Pick<App, 'library'>) => [
  '/docs',
  '/blog',
  ...[...library.list('page'), ...library.list('doc'), ...library.list('post')].map(({ path }) => path),
]
