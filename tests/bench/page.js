/** The page of figures under /docs/performance, drawn from what runs left behind. */
import { groups, judge } from '#tests/bench/catalogue.js'
import { escaped } from '#tests/support/documents/markdown-text.js'

/** @typedef {import('#tests/bench/results.js').Results} Results */
/** @typedef {import('#tests/bench/results.js').Run} Run */
/** @typedef {import('#tests/bench/catalogue.js').Group} Group */
/** @typedef {import('#tests/bench/catalogue.js').Figure} Figure */

export const page = 'content/docs/performance.mdx'

/** @param {Results} results */
export function drawPerformance({ runs, figures }) {
  const dates = Object.values(runs).map(({ date }) => date)
  const main = mostUsed(figures)
  const tables = Object.entries(groups).map(([key, group]) => drawGroup(key, group, figures, main))
  const missed = Object.entries(groups).flatMap(([key, group]) =>
    Object.entries(group.figures)
      .filter(([id, figure]) => !judge(figure, figures[`${key}.${id}`] ?? { value: NaN }).held)
      .map(([, { title }]) => `${group.title}, ${title}`),
  )
  return `---
title: "Performance"
description: "What Signpost does in a second, beside bare servers that do the same and nothing else, with the machine named."
updated: "${dates.sort().at(-1)}"
section: "Operate"
order: 232
---

These figures say what one process does, and what of it is ours. \`npm run bench\` measures them and writes this page; \`npm run bench -- --only=pages\` measures one part, which has the name of a group or a word from a line, and leaves the rest as it was. A test draws the page again from what was measured.

## How it is measured

A rate on its own says more about a machine than about a program. So most figures have a **floor**: something bare that does the same with nothing around it, such as a \`node:http\` server that sends the same bytes, or a Fastify route with the same queries. Both are measured in turns in one run on one machine, ${runs[main]?.rounds} rounds of ${runs[main]?.seconds} seconds each way, and the round with the middle ratio counts. The **ratio** is the figure divided by its floor. It stays about the same on other machines, where rates do not. A floor has no sign-in, no limits, no checks, no log and no metrics, so that a rate seldom reaches 1.

The **target** is what \`npm run bench\` holds: it ends with an error where one is missed. Where nothing bare does the same there is no floor, and the target is about the figure alone. Everything runs on the machine that makes the load, 32 connections at once where it says requests, so that a server of its own does better.

## Machine

${Object.entries(runs)
  .map(([id, run]) => `- ${Object.keys(runs).length > 1 ? `**Run ${id}.** ` : ''}${describe(run)}`)
  .join('\n')}

${missed.length ? `**Missed here:** ${missed.map(escaped).join('; ')}.` : 'Every target is held.'}

${tables.join('\n')}
## Where to go next

[The page cache](/docs/page-cache) says why pages are fast, [Operate](/docs/operate) how to watch the same on your own machine, [Statistics](/docs/statistics) what is counted as events come in.
`
}

/** The run that most figures are of. @param {Results['figures']} figures */
function mostUsed(figures) {
  const names = Object.values(figures).map(({ run }) => run)
  const count = (/** @type {string} */ run) => names.filter((name) => name === run).length
  return names.sort((one, other) => count(other) - count(one))[0] ?? ''
}

/** @param {Run} run */
function describe({
  date,
  cpu,
  cores,
  memory,
  system,
  node,
  sqlite,
  postgres,
  redis,
  load,
  rounds,
  seconds,
}) {
  const engines = [
    `Node ${node}`,
    `SQLite ${sqlite}`,
    ...(postgres ? [`PostgreSQL ${postgres}`] : []),
    ...(redis ? [`Redis ${redis}`] : []),
  ]
  return escaped(
    `${date}: ${cpu}, ${cores} cores, ${memory}, ${system}; ${engines.join(', ')}; load by ${load}, ${rounds} rounds of ${seconds} s.`,
  )
}

/** @param {string} key @param {Group} group @param {Results['figures']} figures @param {string} main */
function drawGroup(key, { title, about, figures: wanted }, figures, main) {
  const others = new Set(Object.keys(wanted).map((id) => figures[`${key}.${id}`]?.run ?? main))
  others.delete(main)
  const rows = Object.entries(wanted).map(([id, figure]) => drawRow(figure, figures[`${key}.${id}`]))
  return `## ${title}

${about}${others.size ? ` Measured in run ${[...others].sort().join(' and ')}.` : ''}

| What | Figure | Floor | Ratio | Target | Held |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`
}

/** @param {Figure} figure @param {import('#tests/bench/catalogue.js').Measured} [measured] */
function drawRow(figure, measured) {
  const { title, unit, floor } = figure
  if (!measured) return `| ${escaped(title)} | not measured | ${floor ?? ''} | | ${targetOf(figure)} | |`
  const { ratio, held } = judge(figure, measured)
  const beside = measured.floor === undefined ? '' : `${shown(measured.floor)} ${unit}: ${floor}`
  return `| ${escaped(title)} | ${shown(measured.value)} ${unit} | ${beside} | ${ratio === undefined ? '' : shown(ratio)} | ${targetOf(figure)} | ${held ? 'yes' : '**no**'} |`
}

/** @param {Figure} figure */
function targetOf({ of, unit, least, most }) {
  const end = of === 'ratio' ? '' : ` ${unit}`
  const what = of === 'ratio' ? 'ratio ' : ''
  if (least !== undefined && most !== undefined) return `${what}${shown(least)} to ${shown(most)}${end}`
  return least !== undefined
    ? `${what}${shown(least)}${end} or more`
    : `${what}${shown(most ?? 0)}${end} or less`
}

/** Three digits, and thousands apart. @param {number} value */
const shown = (value) =>
  value >= 1000 ? Math.round(value).toLocaleString('en-GB') : String(Number(value.toPrecision(3)))
