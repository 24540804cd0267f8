import { afterAll, beforeAll, expect, test } from 'vitest'
import { findExtracts } from '#app/features/chat/answering/extractive-answer.server.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { engineNames } from '#tests/support/engines.ts'
import { documentationQuestions } from '#tests/features/chat/documentation-questions.ts'
import { earlierQuestions } from '#tests/features/chat/earlier-questions.ts'
import { heldOutOffTopic, heldOutQuestions } from '#tests/features/chat/held-out-questions.ts'
import { readerQuestions } from '#tests/features/chat/reader-questions.ts'

let it: TestApp
beforeAll(async () => void (it = await openTestApp(engineNames[0]!)))
afterAll(() => it.close())

/** Number of nearest pages that a response links to if it does not cover a question. */
const MAX_NEAREST = 3

/** Sorts questions by whether the citations include a right page. `near` counts those that only name it as near. */
async function measure(questions: typeof documentationQuestions) {
  const found = { first: 0, right: 0, near: 0, wrong: [] as string[], notCovered: [] as string[] }
  // Pages are not rendered, because only their paths count here.
  const contentIndex = Object.assign(Object.create(it.app.contentIndex), { html: async () => '' })
  for (const [question, ...accepted] of questions) {
    const { extracts, is } = await findExtracts({ ...it.app, contentIndex }, { question, earlier: [] })
    const cited = extracts.map(({ citation }) => new URL(citation.url).pathname)
    const place = cited.findIndex((page) => accepted.includes(page))
    if (is !== 'covered') {
      found.notCovered.push(question)
      if (place >= 0 && place < MAX_NEAREST) found.near++
    } else if (place === -1) found.wrong.push(`${question} ${cited.join(' ')}`)
    else found.right++
    if (is === 'covered' && place === 0) found.first++
  }
  return found
}

test('the accepted pages of the documentation questions exist', () => {
  const sets = [documentationQuestions, readerQuestions, earlierQuestions, heldOutQuestions]
  expect(sets.map((set) => new Set(set.map(([question]) => question)).size)).toEqual([100, 100, 100, 100])
  const pages = new Set(sets.flat().flatMap(([, ...accepted]) => accepted))
  expect([...pages].filter((page) => !it.app.contentIndex.find(page))).toEqual([])
})

test('of 100 documentation questions, 90 cite a right page, and 2 only wrong ones', async () => {
  const { right, wrong } = await measure(documentationQuestions)
  expect(right, wrong.join('\n')).toBeGreaterThanOrEqual(90)
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2)
})

test.each([
  // Figures on 27 November 2026: 96 right (85 first), 1 only as near, 2 wrong.
  ['development', readerQuestions, { right: 94, near: 2, first: 82, wrong: 2 }],
  // Figures on 27 November 2026: 91 right (82 first), 7 only as near, 2 wrong.
  ['earlier', earlierQuestions, { right: 90, near: 6, first: 80, wrong: 2 }],
  // Figures on 27 November 2026: 96 right (87 first), 4 only as near, 0 wrong, 4 not covered.
  ['held-out', heldOutQuestions, { right: 90, near: 6, first: 80, wrong: 2 }],
])('the search cites right pages for 100 %s questions', async (_name, questions, least) => {
  const { first, right, near, wrong, notCovered } = await measure(questions)
  const missed = [...wrong, ...notCovered].join('\n')
  expect(right, missed).toBeGreaterThanOrEqual(least.right)
  expect(right + near, missed).toBeGreaterThanOrEqual(least.right + least.near)
  expect(first, missed).toBeGreaterThanOrEqual(least.first)
  expect(wrong.length, missed).toBeLessThanOrEqual(least.wrong)
})

test('of 30 held-out questions about other things, 27 are not covered', async () => {
  const { wrong } = await measure(heldOutOffTopic.map((question) => [question]))
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(3)
})

test.each([
  ['Where do I get a bot token?', '/docs/first-bot#1-get-a-bot-token'],
  ['How do I create a Discord application?', '/docs/first-bot#1-get-a-bot-token'],
  ['How do I invite the bot to my server?', '/docs/first-bot#3-invite-the-bot-to-your-server'],
  ['What is a guild?', '/docs/glossary#discord-guilds-and-bots'],
  ['What is a runner?', '/docs/runners#what-a-runner-does'],
  ['My bot is offline', '/docs/troubleshooting#by-symptom'],
  ['The bot does not answer a command', '/docs/troubleshooting#by-symptom'],
  ['How do I restart the bot?', '/docs/runners#inside-the-server-or-separate'],
])('the first passage for “%s” has the answer', async (question, place) => {
  const { extracts } = await findExtracts(it.app, { question, earlier: [] })
  const { pathname, hash } = new URL(extracts[0]!.citation.url)
  expect(pathname + hash).toBe(place)
})
