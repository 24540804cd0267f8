import { afterAll, beforeAll, expect, test } from 'vitest'
import { findExtracts } from '#app/features/chat/answering/extractive-answer.server.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { engineNames } from '#tests/support/engines.ts'
import { documentationQuestions } from '#tests/features/chat/documentation-questions.ts'
import { readerQuestions } from '#tests/features/chat/reader-questions.ts'

let it: TestApp
beforeAll(async () => void (it = await openTestApp(engineNames[0]!)))
afterAll(() => it.close())

/** Sorts questions by whether the citations include a right page, and counts how early the first right one comes. */
async function measure(questions: typeof documentationQuestions) {
  const found = { first: 0, firstThree: 0, right: 0, wrong: [] as string[], notCovered: [] as string[] }
  // Pages are not rendered, because only their paths count here.
  const contentIndex = Object.assign(Object.create(it.app.contentIndex), { html: async () => '' })
  for (const [question, ...accepted] of questions) {
    const { extracts, is } = await findExtracts({ ...it.app, contentIndex }, { question, earlier: [] })
    if (is !== 'covered') {
      found.notCovered.push(question)
      continue
    }
    const cited = extracts.map(({ citation }) => new URL(citation.url).pathname)
    const place = cited.findIndex((page) => accepted.includes(page))
    if (place === -1) found.wrong.push(`${question} ${cited.join(' ')}`)
    else found.right++
    if (place === 0) found.first++
    if (place >= 0 && place < 3) found.firstThree++
  }
  return found
}

test('the accepted pages of 100 documentation questions exist', () => {
  const sets = [documentationQuestions, readerQuestions]
  expect(sets.map((set) => new Set(set.map(([question]) => question)).size)).toEqual([100, 100])
  const pages = new Set(sets.flat().flatMap(([, ...accepted]) => accepted))
  expect([...pages].filter((page) => !it.app.contentIndex.find(page))).toEqual([])
})

test('of 100 documentation questions, 90 cite a right page, and 2 only wrong ones', async () => {
  const { right, wrong } = await measure(documentationQuestions)
  expect(right, wrong.join('\n')).toBeGreaterThanOrEqual(90)
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2)
})

// Figures on 27 November 2026: 42 first, 56 among the first three, 60 right, 9 wrong, 31 not covered.
test('of 100 questions of readers, 58 cite a right page, and 9 only wrong ones', async () => {
  const { first, firstThree, right, wrong, notCovered } = await measure(readerQuestions)
  const missed = [...wrong, ...notCovered].join('\n')
  expect(right, missed).toBeGreaterThanOrEqual(58)
  expect(firstThree, missed).toBeGreaterThanOrEqual(54)
  expect(first, missed).toBeGreaterThanOrEqual(40)
  expect(wrong.length, missed).toBeLessThanOrEqual(9)
})
