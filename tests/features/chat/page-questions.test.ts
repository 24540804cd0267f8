import { expect, test } from 'vitest'
import { findSimilarQuestions } from '#app/features/chat/answering/page-questions.server.ts'
import { queryTerms } from '#app/features/chat/answering/query-terms.ts'
import type { SearchTerm } from '#app/features/chat/answering/rank.ts'
import type { Entry } from '#app/features/content/schema.ts'

const entry = (path: string, ...questions: string[]) =>
  ({ path, questions: questions.join('\n') }) as unknown as Entry

const entries = [
  entry('/tides', 'When is high water?', 'Is the bridge closed at high water?', 'Who pays for the bridge?'),
  entry('/boats', 'Rent a rowing boat', 'Is there a boat for children?'),
  entry('/empty'),
]

/** Returns the similarity of each page. `forms` are words of the site that the search found for a typo. */
async function similar(question: string, forms: string[] = []) {
  const sought = queryTerms(question).map((term): SearchTerm => ({
    ...term,
    worth: 1,
    rank: 1,
    forms: new Map(forms.map((form) => [form, 1])),
  }))
  return Object.fromEntries(
    [...(await findSimilarQuestions(entries, sought))].map(([path, { most }]) => [path, most]),
  )
}

test('a question with the same significant words has the similarity 1', async () => {
  expect(await similar('when will the high water come')).toEqual({ '/tides': expect.closeTo(1) })
  expect((await similar('high water at night'))['/tides']).toBeLessThan(0.95)
})

test('a page without a common word, or without questions, is not similar', async () => {
  expect(await similar('how do I bake bread')).toEqual({})
  expect(await similar('is it empty')).toEqual({})
})

test('rare words count more than words of many questions', async () => {
  const [rare, frequent] = [await similar('children sail'), await similar('boat sail')]
  expect(rare['/boats']).toBeGreaterThan(frequent['/boats']!)
})

test('several similar questions of a page count more than one', async () => {
  const sought = queryTerms('bridge').map((term) => ({ ...term, worth: 1, rank: 1, forms: new Map() }))
  const { similarity, most, best } = (await findSimilarQuestions(entries, sought)).get('/tides')!
  expect(similarity).toBeGreaterThan(most)
  expect([...best.own]).toContain('bridg')
})

test('a typo uses the word that the search found for it', async () => {
  expect(await similar('brigde')).toEqual({})
  expect(await similar('brigde', ['bridge'])).toEqual(await similar('bridge'))
})
