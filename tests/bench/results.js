/** Where the figures of `npm run bench` are kept, so that a run of a part leaves the others as they were. */
import { readFileSync, writeFileSync } from 'node:fs'
import { drawPerformance, page } from '#tests/bench/page.js'

/** @typedef {import('#tests/bench/catalogue.js').Measured} Measured */
/** @typedef {{ date: string, cpu: string, cores: number, memory: string, system: string, node: string, sqlite: string, postgres?: string, redis?: string, load: string, rounds: number, seconds: number }} Run */
/** @typedef {{ made_by: string, runs: Record<string, Run>, figures: Record<string, Measured & { run: string }> }} Results */

const file = 'tests/bench/results.json'

/** @returns {Results} */
export const readResults = () => JSON.parse(readFileSync(file, 'utf8'))

/**
 * Puts figures of a run to those of runs before, and forgets runs that have none left.
 * @param {Run} run
 * @param {Record<string, Measured>} measured by group and figure, such as `pages.html`
 */
export function keepResults(run, measured) {
  const { made_by, runs, figures } = readResults()
  const same = Object.keys(runs).find((id) => JSON.stringify(runs[id]) === JSON.stringify(run))
  const id = same ?? String(Math.max(0, ...Object.keys(runs).map(Number)) + 1)
  for (const [name, { value, floor }] of Object.entries(measured))
    figures[name] = { value: short(value), ...(floor === undefined ? {} : { floor: short(floor) }), run: id }
  const used = new Set(Object.values(figures).map(({ run }) => run))
  const left = Object.entries({ ...runs, [id]: run }).filter(([one]) => used.has(one))
  const sorted = Object.fromEntries(Object.entries(figures).sort(([one], [other]) => (one < other ? -1 : 1)))
  /** @type {Results} */
  const results = { made_by, runs: Object.fromEntries(left), figures: sorted }
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}

/** Draws the page anew. Only when nothing is measured any more: it is content, which the next start would render. */
export const writePage = () => writeFileSync(page, drawPerformance(readResults()))

/** Four digits: no figure is truer than that. @param {number} value */
const short = (value) => Number(value.toPrecision(4))
