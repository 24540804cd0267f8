import { afterAll, beforeAll, expect, test } from 'vitest'
import { findExtracts } from '#app/features/chat/answering/extractive-answer.server.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { engineNames } from '#tests/support/engines.ts'
import { documentationQuestions } from '#tests/features/chat/documentation-questions.ts'
import { heldOutQuestions } from '#tests/features/chat/held-out-questions.ts'
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
  const sets = [documentationQuestions, readerQuestions, heldOutQuestions]
  expect(sets.map((set) => new Set(set.map(([question]) => question)).size)).toEqual([100, 100, 100])
  const pages = new Set(sets.flat().flatMap(([, ...accepted]) => accepted))
  expect([...pages].filter((page) => !it.app.contentIndex.find(page))).toEqual([])
})

test('of 100 documentation questions, 90 cite a right page, and 2 only wrong ones', async () => {
  const { right, wrong } = await measure(documentationQuestions)
  expect(right, wrong.join('\n')).toBeGreaterThanOrEqual(90)
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2)
})

test.each([
  // Figures on 27 November 2026: 94 right (85 first), 3 only as near, 2 wrong, 4 not covered.
  ['development', readerQuestions, { right: 92, near: 2, first: 80, wrong: 2 }],
  // Figures on 27 November 2026: 86 right (78 first), 12 only as near, 2 wrong, 12 not covered.
  ['held-out', heldOutQuestions, { right: 84, near: 10, first: 74, wrong: 2 }],
])('the search cites right pages for 100 %s questions', async (_name, questions, least) => {
  const { first, right, near, wrong, notCovered } = await measure(questions)
  const missed = [...wrong, ...notCovered].join('\n')
  expect(right, missed).toBeGreaterThanOrEqual(least.right)
  expect(right + near, missed).toBeGreaterThanOrEqual(least.right + least.near)
  expect(first, missed).toBeGreaterThanOrEqual(least.first)
  expect(wrong.length, missed).toBeLessThanOrEqual(least.wrong)
})
