import { afterAll, beforeAll, expect, test } from 'vitest'
import { findExtracts } from '#app/features/chat/answering/extractive-answer.server.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { engineNames } from '#tests/support/engines.ts'
import { documentationQuestions } from '#tests/features/chat/documentation-questions.ts'

let it: TestApp
beforeAll(async () => void (it = await openTestApp(engineNames[0]!)))
afterAll(() => it.close())

test('the accepted pages of 100 documentation questions exist', () => {
  expect(new Set(documentationQuestions.map(([question]) => question)).size).toBe(100)
  const pages = new Set(documentationQuestions.flatMap(([, ...accepted]) => accepted))
  expect([...pages].filter((page) => !it.app.contentIndex.find(page))).toEqual([])
})

test('of 100 documentation questions, 90 cite a right page, and 2 only wrong ones', async () => {
  const [right, wrong]: [string[], string[]] = [[], []]
  for (const [question, ...accepted] of documentationQuestions) {
    const { extracts, is } = await findExtracts(it.app, { question, earlier: [] })
    if (is !== 'covered') continue
    const cited = extracts.map(({ citation }) => new URL(citation.url).pathname)
    if (cited.some((page) => accepted.includes(page))) right.push(question)
    else wrong.push(`${question} ${cited.join(' ')}`)
  }
  expect(right.length, wrong.join('\n')).toBeGreaterThanOrEqual(90)
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2)
})
