import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { signupInput, updateProfileInput } from '#app/features/accounts/schema.ts'
import { cleanName } from '#app/primitives/clean-name.ts'
import { blocksOf, extractOf, sentencesOf } from '#app/features/chat/answering/extract.ts'
import { count } from '#app/features/chat/answering/rank.ts'
import { normalizeTag, slugFor, slugSegment } from '#app/features/cms/field-values.ts'
import { entryForm, newEntryForm } from '#app/features/cms/form.ts'
import { entryInput, MAX_BODY_LENGTH as LONGEST } from '#app/features/cms/schema.ts'
import { TextDiff } from '#app/features/cms/ui/text-diff.tsx'
import { findQuery } from '#app/features/console-search/schema.ts'
import { submissionInput } from '#app/features/contact/schema.ts'
import { addGuildInput } from '#app/features/guilds/schema.ts'
import { acceptForm } from '#app/features/invitations/schema.ts'
import { createKeyInput, declineInput, keyRequestInput } from '#app/features/keys/schema.ts'
import { blocksOf as messageOf } from '#app/features/actions/ui/discord-markdown.ts'
import { firstLevelHeading } from '#app/features/content/store/files.server.ts'
import { excerptOf, headingsOf, plainText } from '#app/features/content/search/plain-text.js'
import { pageToMarkdown } from '#app/features/content/markdown/markdown.server.ts'
import type { Entry } from '#app/features/content/schema.ts'
import { createSearcher } from '#app/features/content/search/search.server.ts'
import { sectionsOf, wordsOf } from '#app/features/content/search/sections.ts'
import { imagesIn } from '#app/site/image-paths.ts'
import { mediaLimits } from '#app/features/media/schema.ts'
import { externalUrlInCss, svgSize } from '#app/features/media/svg.server.ts'
import { foldAccents, trimEndOf } from '#app/primitives/text.ts'
import { headingsOfHtml } from '#app/features/content/ui/table-of-contents.tsx'
import { redactSecrets } from '#app/platform/log/redact.ts'

/** The part of the longest text that is tried: quadratic work takes 16 times less with it, and so it is allowed less. */
const PART = 4
/** Far above what linear work takes here, and far below what quadratic work takes with so much text. */
const MOST_MS = 5_000 / PART ** 2

/** What a short text may take, which is tried whole: its length bounds it. */
const MOST_MS_WHOLE = 1_000

const LONGEST_BODY = LONGEST / PART

/** Marks that normalization has to sort, which takes quadratic time. */
const marks = `a${'\u0301\u0316'.repeat(250_000)}`

const growing = (sign: string) =>
  Array.from({ length: 1_000 }, (_, index) => sign.repeat(index + 1)).join(' ')
const pieces = [
  ...['`', '[', '![', '[](', '](', '<a ', '<a b="', '{/*', '*a', '_', '~~', '|', '\\', '&', '/*', 'url('],
  ...[' ', '\u00a0', '\n', '# ', '* a\n- b\n', '. A', '0', '/', '\u200d'],
]
const texts = [
  ['backticks in growing runs', growing('`')],
  ['half backticks', '`'.repeat(LONGEST_BODY / 2) + 'a'.repeat(LONGEST_BODY)],
  ['a heading of tabs', `## a${'\t'.repeat(LONGEST_BODY)}`],
  ['a heading of emphasis', `## ${'*a '.repeat(LONGEST_BODY)}`],
  ...pieces.map((piece) => [`a run of ${JSON.stringify(piece)}`, piece.repeat(LONGEST_BODY)] as const),
] as const
/** What none of the repeated signs expects, so that nothing matches at the end either. */
const ending = '\u2028x!'

const sought = [{ word: 'a', of: 'a', isName: false, worth: 1, rank: 1, forms: new Map([['a', 1]]) }]
const partOf = (body: string) => ({ id: null, heading: null, way: [], body })
const pageOf = (inside: string) => `<html><body><main id="pageContent">${inside}</main></body></html>`
const toMarkdown = (inside: string) =>
  pageToMarkdown(pageOf(inside), { url: '/x', siteUrl: 'https://x.example', siteName: 'A site' })
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Returns the processor time that something takes, in milliseconds: a busy machine does not change it much. */
function timeOf(work: () => unknown) {
  const from = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1_000
}

test.each<[string, number, (text: string) => unknown]>([
  ['the text of the search', LONGEST_BODY, plainText],
  ['the headings of the search', LONGEST_BODY, headingsOf],
  ['an excerpt', LONGEST_BODY, (text) => excerptOf(text, 'A description.', ['a', 'b'])],
  ['the parts of a body', LONGEST_BODY, sectionsOf],
  ['the words of a heading', LONGEST_BODY, wordsOf],
  ['a heading of the first level', LONGEST_BODY, firstLevelHeading],
  ['the counts of a part', LONGEST_BODY, (text) => count(partOf(text))],
  ['the blocks of a part', LONGEST_BODY, blocksOf],
  ['sentences', LONGEST_BODY, sentencesOf],
  ['an extract', LONGEST_BODY, (text) => extractOf(text, sought, (link) => link)],
  ['the images of a text', LONGEST_BODY, imagesIn],
  ['a text without what is at its end', LONGEST_BODY, (text) => trimEndOf(text, text[0]!)],
  ['the headings of a page', LONGEST_BODY, (text) => headingsOfHtml(`<h2 id="a">${escaped(text)}</h2>`)],
  ['a page as Markdown', LONGEST_BODY, (text) => toMarkdown(`<h2>${escaped(text)}</h2>`)],
  ['code as Markdown', LONGEST_BODY, (text) => toMarkdown(`<pre><code>${escaped(text)}</code></pre>`)],
  ['inline code as Markdown', LONGEST_BODY, (text) => toMarkdown(`<p>a <code> ${escaped(text)}</code></p>`)],
  [
    'a cell as Markdown',
    LONGEST_BODY,
    (text) => toMarkdown(`<table><tr><td>${escaped(text)}</td></tr></table>`),
  ],
  ['the name of a person', LONGEST_BODY, cleanName],
  ['what styles load', mediaLimits.svgBytes / PART, externalUrlInCss],
  ['the size of a drawing', mediaLimits.svgBytes / PART, (text) => svgSize(() => text)],
  ['a message of Discord', 6_000, messageOf],
  ['a line of the log', 16_384, redactSecrets],
])('%s takes linear time', (_, length, read) => {
  const most = length < LONGEST_BODY ? MOST_MS_WHOLE : MOST_MS
  const slow = texts.flatMap(([name, text]) => {
    const long = text.repeat(Math.ceil(length / text.length)).slice(0, length - ending.length) + ending
    // Measured again where it seems slow: garbage of the test before may have been collected.
    const took = [1, 2, 3].reduce((least) => (least > most ? timeOf(() => read(long)) : least), Infinity)
    return took > most ? [`${name}: ${Math.round(took)} ms`] : []
  })
  expect(slow).toEqual([])
})

test.each([
  ['breaks', (breaks: string) => `<p>a${breaks}b</p>`],
  ['breaks in emphasis', (breaks: string) => `<p><em>a${breaks}b</em></p>`],
])('%s as Markdown take linear time', (_, around) => {
  const html = around('<br>'.repeat(LONGEST_BODY / 20))
  const took = [1, 2].map(() => timeOf(() => toMarkdown(html)))
  expect(Math.min(...took)).toBeLessThan(MOST_MS_WHOLE)
})

test.each([
  ['lines', (index: number, text: number) => ('ab'[index % (text + 2)] ?? 'b') + '\n'],
  [
    'words',
    (index: number, text: number) =>
      `${'ab'[((index * index) % (text + 7)) % 2]}${index % 250 ? ' ' : '\n\n'}`,
  ],
])('two versions of a text with many changed %s are compared quickly', (_, piece) => {
  const [before, after] = [0, 1].map((text) =>
    Array.from({ length: LONGEST / 2 }, (_, index) => piece(index, text)).join(''),
  )
  const diff = createElement(TextDiff, { before: before!, after: after!, label: 'Versions' })
  expect(timeOf(() => renderToStaticMarkup(diff))).toBeLessThan(1.5 * MOST_MS_WHOLE)
})

const { shape: requested } = keyRequestInput
const { shape: submitted } = submissionInput

test.each<[string, { safeParse: (value: unknown) => { success: boolean } }]>([
  ['the name of a user', updateProfileInput.shape.name],
  ['the name of a new account', signupInput.shape.name],
  ['the name of an invited person', acceptForm.shape.name],
  ['the name of a guild', addGuildInput.shape.name],
  ['the name of a key', createKeyInput.shape.name],
  ['the name of a requested key', requested.name],
  ['the purpose of a requested key', requested.purpose],
  ['the reason of a declined request', declineInput.shape.reason],
  ['the title of a new entry', newEntryForm.shape.title],
  ['the title of an entry', entryInput.shape.title],
  ['the description of an entry', entryInput.shape.description],
  ['the name of a sender', submitted.name],
  ['the subject of a message', submitted.subject],
  ['a console search', findQuery.shape.q],
])('%s with 500,000 combining marks is refused quickly', (_, schema) => {
  expect(timeOf(() => expect(schema.safeParse(marks).success).toBe(false))).toBeLessThan(MOST_MS)
})

test.each<[string, (text: string) => unknown]>([
  ['the name of a person', cleanName],
  ['part of a slug', slugSegment],
  ['a slug', (text) => slugFor('doc', text, 'a')],
  ['a tag', normalizeTag],
  ['a text without accents', foldAccents],
  ['the tags of a form', (text) => entryForm.safeParse({ slug: 'a', title: 'A', tags: text })],
])('%s takes little time for 500,000 combining marks', (_, read) => {
  expect(timeOf(() => read(marks))).toBeLessThan(MOST_MS)
})

test('an entry that cannot be indexed is left out of the search, and the rest is found', async () => {
  const warn = vi.fn()
  const searcher = createSearcher({ warn })
  const entry = (path: string, hash: string, body: string) =>
    ({ path, hash, body, type: 'page', title: path, description: 'About.' }) as Entry
  // The index refuses a second entry with the same path.
  const entries = [entry('/a', '1', 'One.'), entry('/a', '2', 'Two.'), entry('/b', '3', 'A lighthouse.')]
  try {
    const { results } = await searcher.search(entries, 'lighthouse', { limit: 5 })
    expect(results.map(({ path }) => path)).toEqual(['/b'])
    expect(warn).toHaveBeenCalledWith(
      { path: '/a', reason: expect.stringContaining('duplicate') },
      'an entry was excluded from the search',
    )
  } finally {
    await searcher.close()
  }
})
