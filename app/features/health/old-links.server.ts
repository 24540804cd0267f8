import { allow } from '#app/access.ts'
import { automationTexts } from '#app/features/automations/text-places.server.ts'
import { entryTexts, unsavedTexts } from '#app/features/cms/text-places.server.ts'
import { commandTexts } from '#app/features/commands/text-places.server.ts'
import {
  contentFileTexts,
  publishedTexts,
  siteTexts,
} from '#app/features/content/store/text-places.server.ts'
import { imageTexts } from '#app/features/media/text-places.server.ts'
import type { Context } from '#app/context.server.ts'
import type { TextPlace } from '#app/platform/db/text-scan.server.ts'
import { formatAmount } from '#app/primitives/count.ts'

type Asked = Pick<Context, 'actor' | 'db' | 'config'>

/** Kinds of data that can link to a former host, with their singular and plural names. */
const linkKinds = {
  file: ['content file', 'content files'],
  entry: ['entry', 'entries'],
  draft: ['unsaved draft', 'unsaved drafts'],
  image: ['image', 'images'],
  site: ['place in the site settings', 'places in the site settings'],
  automation: ['automation', 'automations'],
  command: ['command', 'commands'],
} as const

/** Number of places of one kind that link to a host, and the first places. */
export type OldLinks = { kind: keyof typeof linkKinds; host: string; total: number; places: string[] }

/**
 * Finds links to the hosts in `SITE_ALIASES`, by kind and host, with up to `most` places each. Reads all
 * texts once, in small batches. Redirects contain only paths. For the command line and administrators.
 */
export async function findOldLinks(ctx: Asked, { most }: { most: number }): Promise<OldLinks[]> {
  allow(ctx, 'guilds:write')
  const { siteAliases } = ctx.config
  if (!siteAliases.length) return []
  const texts = siteAliases.map((host) => `//${host}`)
  const sources: [OldLinks['kind'], AsyncIterable<TextPlace>][] = [
    ['file', contentFileTexts(ctx)],
    ['entry', entryTexts(ctx, texts)],
    ['entry', publishedTexts(ctx, texts)],
    ['draft', unsavedTexts(ctx, texts)],
    ['image', imageTexts(ctx, texts)],
    ['site', siteTexts(ctx)],
    ['automation', automationTexts(ctx, texts)],
    ['command', commandTexts(ctx, texts)],
  ]
  const hosts = siteAliases.map((host) => ({ host, isLinked: linkFinder(host) }))
  const found = new Map<string, OldLinks & { ids: Set<string> }>()
  for (const [kind, source] of sources) {
    for await (const { id, place, text } of source) {
      for (const { host } of hosts.filter(({ isLinked }) => isLinked(text))) {
        const key = `${kind} ${host}`
        const links = found.get(key) ?? { kind, host, total: 0, places: [], ids: new Set() }
        found.set(key, links)
        if (links.ids.has(id)) continue
        links.ids.add(id)
        links.total += 1
        if (links.places.length < most) links.places.push(place)
      }
    }
  }
  return [...found.values()].map(({ ids: _, ...links }) => links)
}

/** Describes the links of one kind, such as “3 entries link to old.example”. */
export function describeLinks({ kind, host, total }: OldLinks): string {
  const [one, many] = linkKinds[kind]
  return `${formatAmount(total, one, many)} ${total === 1 ? 'links' : 'link'} to ${host}`
}

/** Creates the function that checks whether a text links to a host. Ignores longer host names and other ports. */
export function linkFinder(host: string): (text: string) => boolean {
  const name = host.replace(/[.[\]]/g, '\\$&')
  const link = new RegExp(`//${name}(?::(?:80|443))?(?![\\w-]|\\.[\\w-]|:\\d)`, 'i')
  return (text) => link.test(text)
}
