import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Citation } from '#app/features/chat/schema.ts'
import { answerFromSite, findExtracts } from '#app/features/chat/answering/extractive-answer.server.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { engineNames } from '#tests/support/engines.ts'
import { questions } from '#tests/features/chat/questions.ts'

let it: TestApp
beforeAll(async () => void (it = await openTestApp(engineNames[0]!)))
afterAll(() => it.close())

async function answer(question: string, ...earlier: string[]) {
  let text = ''
  const citations: Citation[] = []
  for await (const made of answerFromSite(it.app, { question, earlier })) {
    if ('text' in made) text += made.text
    if ('citation' in made) citations.push(made.citation)
  }
  return { text, citations, pages: citations.map(({ url }) => new URL(url).pathname) }
}

test('for 28 of 30 common questions, one of the first three citations answers', async () => {
  const missed: string[] = []
  for (const [question, ...pages] of questions) {
    const found = (await answer(question)).pages.slice(0, 3)
    if (!found.some((page) => pages.includes(page))) missed.push(`${question} ${found.join(' ')}`)
  }
  expect(questions.length).toBeGreaterThanOrEqual(36)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual((questions.length * 2) / 30)
})

test('every page that a question names is there', () => {
  const named = new Set(questions.flatMap(([, ...pages]) => pages))
  expect([...named].filter((page) => !it.app.contentIndex.find(page))).toEqual([])
})

test('citations link to existing headings, and the text refers to each by number', async () => {
  for (const [question] of questions) {
    const { text, citations } = await answer(question)
    expect(citations.map(({ n }) => n)).toEqual(citations.map((_, index) => index + 1))
    for (const { n, url, title, heading, snippet } of citations) {
      const { pathname, hash } = new URL(url)
      const html = await it.app.contentIndex.html(it.app.contentIndex.find(pathname)!)
      if (hash) expect(html, url).toContain(` id="${decodeURIComponent(hash.slice(1))}"`)
      expect(text).toContain(`[${n}]`)
      expect([title, heading].every(Boolean), url).toBe(true)
      expect(snippet.length).toBeLessThanOrEqual(203)
    }
  }
})

test('the answer quotes the matching sentence, table row or block of code', async () => {
  expect((await answer('How do I back up the database?')).text).toContain('signpost -- backup')
  const limits = (await answer('How many requests per minute may I send?')).text
  expect(limits).toMatch(/^\| `v1` \| 120 per minute \| API key \|$/m)
  expect((await answer('how do i configure smtp')).text).toMatch(/^```sh\nSMTP_URL=/m)
})

test('links in what is quoted lead to where they led on the page', async () => {
  const { text } = await answer('What is the difference between an editor and an admin?')
  expect(text).not.toMatch(/\]\((?!https?:\/\/|mailto:)/)
})

test('the same question gets the same answer', async () => {
  const question = 'what happens to a job when the runner crashes'
  expect(await answer(question)).toEqual(await answer(question))
})

test.each([
  'How do I bake bread?',
  'Who won the world cup in 2022?',
  'write me a poem about the sea',
  'how do I cancel my netflix subscription',
  'asdf qwertz',
])('“%s” finds nothing, and the answer says so and where to go on', async (question) => {
  const { text, citations } = await answer(question)
  expect(text).toMatch(/^I (found nothing about your question|am not sure)/)
  if (text.startsWith('I am not')) return expect(citations.length).toBeGreaterThan(0)
  expect(citations).toEqual([])
  expect(text).toContain(`/search?${new URLSearchParams({ q: question })})`)
  expect(text).toContain('/contact)')
})

test.each(['', 'hello', 'Thanks!', '?', 'who are you', '👋'])(
  '“%s” is no question: it says what it can do',
  async (question) => {
    const { text, citations } = await answer(question)
    expect(text).toContain('I answer questions about this site')
    expect(citations).toEqual([])
  },
)

test('a question that goes on takes along what the one before was about', async () => {
  const before = 'Is a failed job tried again?'
  expect((await answer('and how often?', before)).pages[0]).toBe('/docs/jobs')
  expect((await answer('and how often?')).pages[0]).not.toBe('/docs/jobs')
  expect((await answer('what about the postgres one?', 'How do I back up the database?')).text).toContain(
    '`pg_dump`',
  )
})

test('a question that is complete in itself is answered without the earlier ones', async () => {
  const question = 'Is there an RSS feed of the blog?'
  expect(await answer(question, 'Is a failed job tried again?')).toEqual(await answer(question))
})

test('a word that was mistyped is found all the same', async () => {
  expect((await answer('how do I set up postgressql')).pages[0]).toMatch(
    /^\/docs\/(configuration|backups|deploy|requirements)$/,
  )
})

test('the API reference answers what only it covers, and guides come first otherwise', async () => {
  const guides = await answer('how do I make an automation')
  expect(guides.pages[0]).toBe('/docs/automations')
  const { extracts, is } = await findExtracts(it.app, { question: 'createAutomation', earlier: [] })
  expect(is).toBe('sure')
  expect(new URL(extracts[0]!.citation.url).pathname).toBe('/docs/api/automations')
})

test('no text of any length or kind is a fault', async () => {
  for (const question of [
    'x'.repeat(4000),
    'api '.repeat(1000),
    '`*_[]()<>|\\',
    '\u202e\u0000',
    '„Schlüssel“ 鍵 🗝',
  ]) {
    expect((await answer(question)).text).not.toBe('')
  }
})
