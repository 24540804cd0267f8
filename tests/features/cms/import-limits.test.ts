import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { readSite } from '#app/features/cms/import/read-site.server.ts'
import { importLimits } from '#app/features/cms/import/schema.ts'
import { refusalOf } from '#tests/support/factories.ts'
import { zipOf } from '#tests/support/sites/sites.ts'

const LENGTH = 195_000
const COUNT = Math.ceil(importLimits.texts / LENGTH) + 1
const words = 'word '.repeat(LENGTH / 5)
const times = <T>(make: (n: number) => T) => Array.from({ length: COUNT }, (_, n) => make(n))

const filesNamed = (nameOf: (n: number) => string, others: Record<string, string> = {}) => {
  const texts = {
    ...others,
    ...Object.fromEntries(times((n) => [nameOf(n), `---\ntitle: A\n---\n\n${words}`])),
  }
  return zipOf(Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, strToU8(text)])))
}

/** Sites whose texts are in the notes of the report, because the conversion of as much HTML takes too long. */
function ghost() {
  const posts = times((n) => ({ id: n, slug: `e${n}`, title: `E ${n}`, canonical_url: words }))
  return { name: 'ghost.json', bytes: Buffer.from(JSON.stringify({ db: [{ data: { posts } }] })) }
}

function wordPress() {
  const item = (n: number) =>
    `<item><title>${words}</title><wp:post_id>${n}</wp:post_id><wp:status>draft</wp:status><wp:post_type>post</wp:post_type></item>`
  return { name: 'export.xml', bytes: Buffer.from(`<rss><channel>${times(item).join('')}</channel></rss>`) }
}

test.each([
  ['a content folder', () => filesNamed((n) => `drafts/blog/e${n}.md`, { 'site.yaml': 'name: A\n' })],
  ['Jekyll', () => filesNamed((n) => `_posts/2026-01-01-e${n}.md`)],
  ['Ghost', ghost],
  ['WordPress', wordPress],
])('texts above the limit are refused: %s', async (_name, make) => {
  const refused = await refusalOf(() => readSite(make(), { author: 'Ada' }))
  expect([refused.status, refused.message]).toEqual([
    400,
    'The texts of this site are larger than 32 MiB. Remove texts, or import in parts.',
  ])
})
