import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { createDocument } from '@mixmark-io/domino'
import { generateAtomFeed, generateJsonFeed } from 'feedsmith'
import type { Context } from '#app/context.server.ts'
import { readBody } from '#app/features/content/content.server.ts'
import { messagesOf } from '#app/site/messages/catalogues.server.ts'
import { iconPath } from '#app/site/icons.ts'

/** Elements that work or make sense only on the page itself. */
const excludedFromFeed =
  '.heading-anchor, [data-md="omit"], [aria-hidden="true"], script, style, template, button, input:not([type="checkbox"]), picture > source'

/** Prepares the HTML of an entry for a feed: links and images become absolute. */
export function feedHtml(html: string, page: string): string {
  const { body } = createDocument(html)
  for (const node of body.querySelectorAll(excludedFromFeed)) node.remove()
  for (const name of ['href', 'src', 'poster']) {
    for (const node of body.querySelectorAll(`[${name}]`)) {
      const value = absolute(node.getAttribute(name) ?? '', page)
      if (value === null) node.removeAttribute(name)
      else node.setAttribute(name, value)
    }
  }
  // Feed readers do not choose between image sizes, so `src` is enough.
  for (const node of body.querySelectorAll('[srcset]')) node.removeAttribute('srcset')
  return body.innerHTML
}

function absolute(address: string, base: string) {
  return URL.canParse(address, base) ? new URL(address, base).href : null
}

type Published = Pick<Context, 'contentIndex' | 'config'>

/** Maximum number of posts in a feed. */
const MAX_POSTS = 50

/** Maximum total length of the HTML of the posts in a feed, in characters. Later posts have only their description. */
const MAX_CONTENT_CHARACTERS = 2_000_000

/** Characters that XML 1.0 cannot represent. */
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** Returns the newest posts as an Atom feed (RFC 4287). The id of an entry is its URL. Public. */
export async function atomFeed(ctx: Published): Promise<string> {
  const { siteUrl } = ctx.config
  const { name, language } = ctx.contentIndex.site
  const messages = messagesOf(ctx.contentIndex.site)
  const posts = await newestPosts(ctx)
  const feed = generateAtomFeed(
    {
      xml: { lang: language },
      id: `${siteUrl}/blog`,
      title: { value: messages.text('lists.feed', { site: name }) },
      updated: lastChange(ctx),
      authors: [{ name, uri: `${siteUrl}/` }],
      icon: siteUrl + iconPath(ctx.contentIndex.site),
      links: [
        { rel: 'self', type: 'application/atom+xml', href: `${siteUrl}/feed.xml` },
        { rel: 'alternate', type: 'text/html', href: `${siteUrl}/blog` },
        { rel: 'alternate', type: 'application/feed+json', href: `${siteUrl}/feed.json` },
      ],
      entries: posts.map(({ url, html, ...post }) => ({
        id: url,
        title: { value: post.title },
        links: [{ rel: 'alternate', type: 'text/html', href: url }],
        published: atMidnight(post.published ?? post.updated),
        updated: atMidnight(post.updated),
        authors: [{ name: post.author ?? name }],
        categories: post.tags.map((term) => ({ term })),
        summary: { value: post.description },
        ...(html !== null && { content: { type: 'html', value: html } }),
      })),
    },
    { strict: true },
  )
  return `${feed.replace(unwritable, '')}\n`
}

/** Returns the newest posts as a JSON Feed (version 1.1). Public. */
export async function jsonFeed(ctx: Published): Promise<string> {
  const { siteUrl } = ctx.config
  const { name, language } = ctx.contentIndex.site
  const messages = messagesOf(ctx.contentIndex.site)
  const posts = await newestPosts(ctx)
  const items = posts.map(({ url, html, ...post }) => ({
    id: url,
    url,
    title: post.title,
    summary: post.description,
    // The format requires content.
    ...(html === null ? { content_text: post.description || post.title } : { content_html: html }),
    date_published: atMidnight(post.published ?? post.updated),
    date_modified: atMidnight(post.updated),
    authors: [{ name: post.author ?? name }],
    tags: post.tags,
  }))
  const feed = generateJsonFeed(
    {
      title: messages.text('lists.feed', { site: name }),
      home_page_url: `${siteUrl}/blog`,
      feed_url: `${siteUrl}/feed.json`,
      favicon: siteUrl + iconPath(ctx.contentIndex.site),
      authors: [{ name, url: `${siteUrl}/` }],
      language,
      items,
    },
    { strict: true },
  ) as object
  // The generator omits an empty list, but the format requires it.
  return `${JSON.stringify({ ...feed, ...(items.length ? {} : { items }) }, null, 2)}\n`
}

/** Returns the newest posts. `html` is null from the first post that does not fit. */
async function newestPosts({ contentIndex, config }: Published) {
  const posts = []
  let room = MAX_CONTENT_CHARACTERS
  for (const post of contentIndex.list('post').slice(0, MAX_POSTS)) {
    const url = new URL(post.path, config.siteUrl).href
    const body = room >= 0 ? await readBody({ contentIndex, config }, post) : ''
    room -= body.length
    posts.push({ ...post, url, html: room >= 0 ? feedHtml(body, url) : null })
    await yieldToEventLoop()
  }
  return posts
}

/** Returns the time of the last change to a post, or to any entry if there are no posts. Defaults to the epoch. */
function lastChange({ contentIndex }: Published) {
  const posts = contentIndex.list('post')
  const days = (posts.length ? posts : contentIndex.entries).map(({ updated }) => updated)
  return atMidnight(days.sort().at(-1) ?? '1970-01-01')
}

const atMidnight = (day: string) => new Date(`${day}T00:00:00Z`)
