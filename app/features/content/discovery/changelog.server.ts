import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { generateAtomFeed } from 'feedsmith'
import type { Context } from '#app/context.server.ts'
import { found } from '#app/errors.ts'
import { feedHtml } from '#app/features/content/discovery/feeds.server.ts'
import { readBody } from '#app/features/content/content.server.ts'
import type { Entry } from '#app/features/content/schema.ts'

const PATH = '/changelog'

/** Returns the changelog page, built from `CHANGELOG.md`. `updated` is a date, `YYYY-MM-DD`. */
export function changelogPage(updated: string): Entry {
  const text = readFileSync('CHANGELOG.md', 'utf8')
  const entries = text.replace(/^# .*\n+/, '').replace(/^## \[(.+?)\]/gm, '## $1')
  const body = entries.replace(/\n\n/, '\n\nReleases are also an [Atom feed](/changelog.xml).\n\n')
  return {
    type: 'page',
    slug: 'changelog',
    path: PATH,
    title: 'Changelog',
    description: 'What changed in each version of Signpost, for users, operators and API clients.',
    updated,
    tags: [],
    body,
    hash: createHash('sha256').update(body).digest('hex'),
    file: 'CHANGELOG.md',
    line: 1,
    isMade: true,
  }
}

/** Release in the rendered changelog: id of its heading, version, date and HTML. */
const RELEASE = /<h2 id="([^"]+)"[^>]*>\s*([\d.]+) - (\d{4}-\d\d-\d\d)[\s\S]*?<\/h2>([\s\S]*?)(?=<h2 |$)/g

/**
 * Returns the releases as an Atom feed (RFC 4287), newest first. Public. Throws `NotFound` if there is no changelog.
 */
export async function changelogFeed(ctx: Pick<Context, 'contentIndex' | 'config'>): Promise<string> {
  const { siteUrl } = ctx.config
  const { name, language } = ctx.contentIndex.site
  const entry = found(ctx.contentIndex.find(PATH), 'There is no changelog.')
  const url = siteUrl + PATH
  const releases = [...(await readBody(ctx, entry)).matchAll(RELEASE)].filter(
    ([, , , date = '']) => !Number.isNaN(Date.parse(date)),
  )
  const feed = generateAtomFeed(
    {
      xml: { lang: language },
      id: url,
      title: { value: `${name}: releases` },
      updated: new Date(releases[0]?.[3] ?? entry.updated),
      authors: [{ name, uri: `${siteUrl}/` }],
      links: [
        { rel: 'self', type: 'application/atom+xml', href: `${siteUrl}/changelog.xml` },
        { rel: 'alternate', type: 'text/html', href: url },
      ],
      entries: releases.map(([, id = '', version = '', date = '', html = '']) => ({
        id: `${url}#${id}`,
        title: { value: `${name} ${version}` },
        links: [{ rel: 'alternate', type: 'text/html', href: `${url}#${id}` }],
        updated: new Date(date),
        content: { type: 'html', value: feedHtml(html, url) },
      })),
    },
    { strict: true },
  )
  return feed
}
