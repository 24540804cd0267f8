import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { queryTerms, stemOf, tokensOf } from '#app/features/chat/answering/query-terms.ts'
import { countTokens, type SearchTerm } from '#app/features/chat/answering/rank.ts'
import { type Entry, questionLines } from '#app/features/content/schema.ts'

/** Question that a page answers: its significant words, and the same with their synonyms. */
type PageQuestion = { own: Set<string>; all: Set<string> }
/** Questions of a page, with the count of each token in them. */
type PageQuestions = { questions: PageQuestion[]; tokens: Map<string, number> }

/** Questions of a page that are similar to a reader's question. `best` is the most similar one, and `most` its similarity. */
export type SimilarQuestions = { similarity: number; most: number; best: PageQuestion }

/** Questions of all pages. `weight` is the total rarity of their own words, and `byWord` has their positions. */
type QuestionIndex = {
  questions: { path: string; question: PageQuestion; weight: number }[]
  byWord: Map<string, number[]>
  rarityOf(word: string): number
}

/** Caches by entry and by list of entries, which do not change. */
const parsed = new WeakMap<Entry, PageQuestions>()
const indexes = new WeakMap<readonly Entry[], QuestionIndex>()

/** Parses the questions of an entry. Cached until the entry changes. */
export function questionsOf(entry: Entry): PageQuestions {
  const known = parsed.get(entry)
  if (known) return known
  const lines = questionLines(entry.questions ?? '')
  const made = {
    questions: lines.map((question) => {
      const terms = queryTerms(question)
      return {
        own: new Set(terms.filter(({ word, of }) => word === of).map(({ word }) => word)),
        all: new Set(terms.map(({ word }) => word)),
      }
    }),
    tokens: countTokens(lines.flatMap(tokensOf)),
  }
  parsed.set(entry, made)
  return made
}

async function indexOf(entries: readonly Entry[]): Promise<QuestionIndex> {
  const known = indexes.get(entries)
  if (known) return known
  const questions: QuestionIndex['questions'] = []
  const byWord: QuestionIndex['byWord'] = new Map()
  const counts = new Map<string, number>()
  for (const entry of entries) {
    if (!entry.questions) continue
    for (const question of questionsOf(entry).questions) {
      for (const word of question.own) counts.set(word, (counts.get(word) ?? 0) + 1)
      for (const word of question.all) {
        const positions = byWord.get(word)
        if (positions) positions.push(questions.length)
        else byWord.set(word, [questions.length])
      }
      questions.push({ path: entry.path, question, weight: 0 })
    }
    // Lets page requests run while many questions are parsed.
    await yieldToEventLoop()
  }
  const rarityOf = (word: string) => {
    const count = counts.get(word) ?? 0
    return Math.sqrt(Math.log(1 + (questions.length - count + 0.5) / (count + 0.5)))
  }
  for (const one of questions) for (const word of one.question.own) one.weight += rarityOf(word)
  const index = { questions, byWord, rarityOf }
  indexes.set(entries, index)
  return index
}

/** Weight of a synonym, relative to the same word. */
const SYNONYM = 0.6
/** Minimum similarity of a question that counts. */
const SIMILAR = 0.15
/** Weight of the mean of the second and third most similar questions of a page. */
const MORE = 0.6

/**
 * Returns the pages whose questions are similar to a reader's question, by path. The similarity is the Dice coefficient
 * of the words, in which rare words count more: 1 if a question has the same words, and more if several are similar.
 */
export async function findSimilarQuestions(
  entries: readonly Entry[],
  sought: SearchTerm[],
): Promise<Map<string, SimilarQuestions>> {
  const { questions, byWord, rarityOf } = await indexOf(entries)
  const met = new Map<number, number>()
  let all = 0
  for (const asked of sought.filter(({ word, of }) => word === of)) {
    // A typo has no questions, but the words that the search found for it do.
    const word = byWord.has(asked.word) ? asked.word : stemOf([...asked.forms.keys()][0] ?? asked.word)
    const rarity = rarityOf(word)
    all += rarity
    const shares = new Map<number, number>()
    for (const at of byWord.get(word) ?? [])
      shares.set(at, questions[at]!.question.own.has(word) ? 1 : SYNONYM)
    for (const other of sought.filter((one) => one.of === asked.word && one !== asked))
      for (const at of byWord.get(other.word) ?? [])
        if (!shares.has(at) && questions[at]!.question.own.has(other.word)) shares.set(at, SYNONYM)
    for (const [at, share] of shares) met.set(at, (met.get(at) ?? 0) + share * rarity)
  }
  const byPath = new Map<string, { question: PageQuestion; similarity: number }[]>()
  for (const [at, sum] of met) {
    const { path, question, weight } = questions[at]!
    const similarity = (2 * sum) / (all + weight)
    if (similarity <= SIMILAR) continue
    const some = byPath.get(path)
    if (some) some.push({ question, similarity })
    else byPath.set(path, [{ question, similarity }])
  }
  return new Map([...byPath].map(([path, some]) => [path, summaryOf(some)]))
}

function summaryOf(similar: { question: PageQuestion; similarity: number }[]): SimilarQuestions {
  const [first, second, third] = similar.sort((a, b) => b.similarity - a.similarity)
  const others = ((second?.similarity ?? 0) + (third?.similarity ?? 0)) / 2
  const most = first!.similarity
  return { similarity: most + MORE * others, most, best: first!.question }
}
