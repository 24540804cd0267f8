import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Citation } from '#app/features/chat/schema.ts'
import { queryTerms } from '#app/features/chat/answering/query-terms.ts'
import { answerFromSite, findExtracts } from '#app/features/chat/answering/extractive-answer.server.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { engineNames } from '#tests/support/engines.ts'
import { holdoutOffTopic, holdoutOnTopic } from '#tests/features/chat/holdout.ts'
import { offTopic } from '#tests/features/chat/off-topic.ts'
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

const NOT_COVERED = /^\*\*Not covered here\.\*\* /

/** Returns the questions that the search does not answer with one of the pages among the first three citations. */
async function missedOf(asked: [question: string, ...pages: string[]][]) {
  const missed: string[] = []
  for (const [question, ...pages] of asked) {
    const { text, pages: found } = await answer(question)
    if (NOT_COVERED.test(text) || !found.slice(0, 3).some((page) => pages.includes(page)))
      missed.push(`${question} ${found.join(' ')}`)
  }
  return missed
}

/** Returns the questions that the search answers with a quote. */
async function coveredOf(asked: string[]) {
  const covered: string[] = []
  for (const question of asked) if (!NOT_COVERED.test((await answer(question)).text)) covered.push(question)
  return covered
}

test('49 common questions are answered from one of their pages', async () => {
  expect(questions).toHaveLength(49)
  expect(await missedOf(questions)).toEqual([])
})

test('the quoted passage is from one of their pages for at least 38 of 49', async () => {
  const right = []
  for (const [question, ...pages] of questions)
    if (pages.includes((await answer(question)).pages[0]!)) right.push(question)
  expect(right.length).toBeGreaterThanOrEqual(38)
})

test('50 questions about other things get “Not covered here”', async () => {
  expect(offTopic).toHaveLength(50)
  expect(await coveredOf(offTopic)).toEqual([])
})

test('the thresholds also work for questions that were not used to set them', async () => {
  const [missed, covered] = [await missedOf(holdoutOnTopic), await coveredOf(holdoutOffTopic)]
  expect([missed.length <= 3, covered.length <= 2], [...missed, ...covered].join('\n')).toEqual([true, true])
})

test('every page that a question names is there', () => {
  const named = new Set(questions.flatMap(([, ...pages]) => pages))
  expect([...named].filter((page) => !it.app.contentIndex.find(page))).toEqual([])
})

test('citations link to existing headings, and the text quotes the first', async () => {
  for (const [question] of questions) {
    const { text, citations } = await answer(question)
    expect(text.match(/\[\d\]/g)).toContain('[1]')
    expect(text).not.toContain('[2]')
    expect(citations.map(({ n }) => n)).toEqual(citations.map((_, index) => index + 1))
    for (const { url, title, heading, snippet } of citations) {
      const { pathname, hash } = new URL(url)
      const html = await it.app.contentIndex.html(it.app.contentIndex.find(pathname)!)
      if (hash) expect(html, url).toContain(` id="${decodeURIComponent(hash.slice(1))}"`)
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

test('a question that is not covered lists the nearest passages and next steps', async () => {
  const question = 'How do I reset my iPhone password?'
  const { text, citations } = await answer(question)
  expect(text).toMatch(NOT_COVERED)
  expect(citations.length).toBeGreaterThan(0)
  for (const { n, url } of citations) expect(text).toContain(`](${url}) [${n}]`)
  expect(text).toContain(`/search?${new URLSearchParams({ q: question })})`)
  expect(text).toContain('/contact)')
  expect(await answer('asdf qwertz')).toMatchObject({
    citations: [],
    text: expect.stringMatching(NOT_COVERED),
  })
})

test.each(['', 'hello', 'Thanks!', '?', 'who are you', '👋'])(
  '“%s” is no question: it says what it can do',
  async (question) => {
    const { text, citations } = await answer(question)
    expect(text).toContain('This is a search')
    expect(citations).toEqual([])
  },
)

test('a question that goes on takes along what the one before was about', async () => {
  const before = 'Is a failed job tried again?'
  expect((await answer('and how often?', before)).pages[0]).toBe('/docs/jobs')
  expect((await answer('and how often?')).pages[0]).not.toBe('/docs/jobs')
  const [first] = (await answer('what about the postgres one?', 'How do I back up the database?')).citations
  expect(first!.heading).toBe('Move from SQLite to PostgreSQL')
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

test('contractions are ignored, and the plural of a short word is found', async () => {
  expect(queryTerms("Why doesn’t it work, and what can't I do? You're there")).toEqual([])
  expect((await answer('which hsts header do you send')).pages).toContain('/docs/asvs-frontend')
})

test('the API reference answers what only it covers, and guides come first otherwise', async () => {
  const guides = await answer('how do I make an automation')
  expect(guides.pages[0]).toBe('/docs/automations')
  const { extracts, is } = await findExtracts(it.app, { question: 'createAutomation', earlier: [] })
  expect(is).toBe('covered')
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
