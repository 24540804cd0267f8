import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import { MAX_BODY_WARNINGS } from '#app/features/cms/schema.ts'
import { findMedia } from '#app/features/media/serve.server.ts'
import { trimEndOf } from '#app/primitives/text.ts'

/** Maximum number of images that are looked up, because each needs a query. */
const MAX_IMAGES = 50

type Searched = Pick<Context, 'db' | 'contentIndex'>

/** Returns a warning for each path on this site that rendered HTML links to or shows, but that does not exist. */
export async function findMissingTargets(ctx: Searched, html: string): Promise<string[]> {
  const paths = [...html.matchAll(/ (?:href|src)="(\/(?!\/)[^"?#]*)/g)].map(([, path = '']) => pathOf(path))
  const warnings: string[] = []
  let images = 0
  for (const path of new Set(paths)) {
    if (warnings.length === MAX_BODY_WARNINGS) break
    if (path.startsWith('/media/')) {
      images += 1
      if (images <= MAX_IMAGES && !(await hasImage(ctx, path)))
        warnings.push(`The image ${path} does not exist.`)
    } else if (!ctx.contentIndex.exists(path)) warnings.push(`There is no published page at ${path}.`)
  }
  return warnings
}

/** Returns the path of an attribute, as requests for it are routed. */
function pathOf(value: string): string {
  return trimEndOf(value.replaceAll('&amp;', '&').toLowerCase(), '/') || '/'
}

async function hasImage(ctx: Searched, path: string): Promise<boolean> {
  const [file = '', width = null] = path.slice('/media/'.length).split('/').reverse()
  try {
    await findMedia(ctx, { file, width })
    return true
  } catch (error) {
    if (error instanceof NotFound) return false
    throw error
  }
}
