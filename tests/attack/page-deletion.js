/** The part of claim 1 about pages and previews that were deleted. */
import { accepts, spellings } from '#tests/attack/page-spellings.js'

/**
 * A deleted preview and an unpublished page must not stay readable.
 * @param {object} setup
 * @param {import('#tests/attack/support/claim.js').Claim} setup.claim
 * @param {import('#tests/attack/support/http.js').Client} setup.editor
 * @param {(slug: string) => Promise<{id: string, path: string}>} setup.write
 * @param {import('#tests/attack/page-spellings.js').Stranger} setup.stranger
 * @param {string} setup.secret
 * @param {import('#tests/attack/support/random.js').Random} setup.random
 */
export async function deletion({ claim, editor, write, stranger, secret, random }) {
  const slug = `gone-${random.word(6)}`
  const { id, path } = await write(slug)
  const published = await editor.ask('POST', `/api/cms/page/${id}/publish`, undefined, { 'if-match': '"v1"' })
  if (published.status !== 200) claim.figure(`the page was not published: ${published.text}`)
  const places = [
    `/${slug}`,
    `/${slug}.md`,
    path,
    ...spellings(path, '', random),
    ...spellings(`/${slug}`, '', random),
  ]
  places.push(
    `/api/search?q=${encodeURIComponent(secret)}`,
    '/llms.txt',
    '/llms-full.txt',
    '/sitemap.xml',
    `/search?q=${encodeURIComponent(secret)}`,
  )
  /** @type {Map<string, string>} */
  const tags = new Map()
  for (const place of places) {
    const answer = await stranger(place, { accept: random.pick(accepts) })
    if (answer.text.includes(secret) && answer.headers.etag) tags.set(place, answer.headers.etag)
  }
  claim.check(tags.size > 0, 'setup', slug, 'never readable', 'the page is readable once published')
  const removed = await editor.ask('DELETE', `/api/cms/page/${id}`, undefined, {
    'if-match': `"v${published.json?.entry?.version ?? 1}"`,
  })
  if (removed.status >= 300) claim.hole('not deleted', id, removed.text, 'the entry is deleted')
  for (const place of places) {
    const etag = tags.get(place)
    const answer = await stranger(place, {
      accept: random.pick(accepts),
      ...(etag ? { 'if-none-match': etag } : {}),
    })
    // The search page repeats the question, so only the body counts there.
    const shown =
      answer.text.includes(`${secret} about lighthouses`) || answer.text.includes(`Draft ${secret}`)
    claim.check(
      !shown && !(etag && answer.status === 304),
      `deleted ${place.split('?')[0]}`,
      [place, etag],
      [answer.status, answer.text],
      '404 after the deletion',
    )
  }
}
