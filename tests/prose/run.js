/**
 * `npm run prose`: counts what the style guide hunts in docs, strings and comments, and fails if a figure is past its goal
 * or its limit. `--places` lists the places, `--places=docs` those of one kind.
 */
import { readFileSync } from 'node:fs'
import { measure } from '#tests/prose/measure.js'
import { readTexts } from '#tests/prose/texts.js'

/** @typedef {import('#tests/prose/texts.js').Kind} Kind */

/** Semicolons in 10,000 words. */
const SEMICOLONS = 15

/**
 * Where the figures must be: places with a term of `terms.json`, and semicolons in 10,000 words. `limits` are the figures of
 * today, which must not grow: lower them with every improvement, and remove them at the goal.
 * @type {Record<Kind, { terms: number, semicolons: number }>}
 */
const limits = {
  docs: { terms: 724, semicolons: 70 },
  strings: { terms: 337, semicolons: 53 },
  docstrings: { terms: 873, semicolons: 73 },
}

/** In the chat, an answer is the word of the glossary. */
const isChat = (/** @type {string} */ file) => /chat|ask-assistant/.test(file)

const [wanted] = process.argv.filter((argument) => argument.startsWith('--places')).slice(-1)
const terms = /** @type {[string, string][]} */ (JSON.parse(readFileSync('tests/prose/terms.json', 'utf8')))
const texts = readTexts()
/** @param {(string | number)[]} cells */
const print = (cells) =>
  process.stdout.write(
    `${cells.map((cell, at) => (at ? `${cell}`.padStart(11) : `${cell}`.padEnd(12))).join('')}\n`,
  )

print(['texts', 'words', 'terms', 'limit', 'semicolons', 'limit', 'goal', '“you”'])
for (const kind of /** @type {Kind[]} */ (Object.keys(limits))) {
  const { counts, found } = await measure(
    texts.filter((text) => text.kind === kind),
    terms,
  )
  const places = found.filter(({ term, place }) => !(isChat(place) && /answer/i.test(term)))
  const per = (/** @type {number} */ count) => Math.round((count / counts.words) * 10_000)
  const semicolons = per(counts.semicolons)
  const limit = { terms: limits[kind].terms, semicolons: Math.max(SEMICOLONS, limits[kind].semicolons) }
  print([
    kind,
    counts.words,
    places.length,
    limit.terms,
    semicolons,
    limit.semicolons,
    SEMICOLONS,
    per(counts.you),
  ])
  const isOver = places.length > limit.terms || semicolons > limit.semicolons
  if (isOver) process.exitCode = 1
  if (
    wanted
      ? [kind, undefined].includes(/** @type {Kind} */ (wanted.split('=')[1]))
      : places.length > limit.terms
  )
    for (const { term, place } of places) process.stdout.write(`  ${place}: ${term}\n`)
}
if (process.exitCode)
  process.stdout.write('Past a limit: write as the style guide says, see CONTRIBUTING.md.\n')
