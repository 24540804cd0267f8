/**
 * `npm run prose`: counts what the style guide forbids in docs, strings and comments, and fails if a figure misses its goal.
 * `--places` lists the places, `--places=docs` those of one kind. `--draw=200` prints that many sentences to judge by hand,
 * the same ones for the same `--seed=1` and texts.
 */
import { readFileSync } from 'node:fs'
import { drawSentences } from '#tests/prose/draw.js'
import { measure } from '#tests/prose/measure.js'
import { readTexts } from '#tests/prose/texts.js'

/** @typedef {import('#tests/prose/texts.js').Kind} Kind */

/** Semicolons in 10,000 words, at most. Places with a term of `terms.json` must be 0. */
const SEMICOLONS = 15

/** In the chat and in `/ask`, an answer is the word of the glossary. */
const isChat = (/** @type {string} */ file) =>
  /chat|ask-assistant|features\/ask\/|answers-in-discord/.test(file)

/** @param {string} name */
const option = (name) => process.argv.find((argument) => argument.split('=')[0] === `--${name}`)
/** @param {string} name */
const valueOf = (name) => option(name)?.split('=')[1]

const texts = readTexts()
const draw = Number(valueOf('draw') ?? 0)
if (draw)
  for (const { file, line, sentence } of drawSentences(texts, draw, Number(valueOf('seed') ?? 1)))
    process.stdout.write(`${file}:${line}\t${sentence}\n`)
else await count()

/** Prints the figures of each kind, and the places if they are wanted or forbidden. */
async function count() {
  const terms = /** @type {[string, string][]} */ (JSON.parse(readFileSync('tests/prose/terms.json', 'utf8')))
  print(['texts', 'words', 'terms', 'goal', 'semicolons', 'goal', '“you”'])
  for (const kind of /** @type {Kind[]} */ (['docs', 'strings', 'docstrings'])) {
    const { counts, found } = await measure(
      texts.filter((text) => text.kind === kind),
      terms,
    )
    const places = found.filter(({ term, place }) => !(isChat(place) && /answer/i.test(term)))
    const per = (/** @type {number} */ number) => Math.round((number / counts.words) * 10_000)
    print([kind, counts.words, places.length, 0, per(counts.semicolons), SEMICOLONS, per(counts.you)])
    if (places.length || per(counts.semicolons) > SEMICOLONS) process.exitCode = 1
    if (option('places') ? [kind, undefined].includes(/** @type {Kind} */ (valueOf('places'))) : true)
      for (const { term, place } of places) process.stdout.write(`  ${place}: ${term}\n`)
  }
  if (process.exitCode)
    process.stdout.write('A goal is missed: write as the style guide says, see CONTRIBUTING.md.\n')
}

/** @param {(string | number)[]} cells */
function print(cells) {
  process.stdout.write(
    `${cells.map((cell, at) => (at ? `${cell}`.padStart(11) : `${cell}`.padEnd(12))).join('')}\n`,
  )
}
