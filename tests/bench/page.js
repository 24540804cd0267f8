/** The page of figures under /docs/performance, drawn from what runs left behind. */
import { groups, judge } from '#tests/bench/catalogue.js'
import { listedQuestions } from '#tests/support/documents/listed-questions.js'
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
description: "Benchmarks of one process, compared with bare servers that do the same work on the same machine."
updated: "${dates.sort().at(-1)}"
section: "Reference"
order: 640
${listedQuestions(page)}---

\`npm run bench\` measures these figures and generates this page. \`npm run bench -- --only=pages\` measures only the groups and lines that contain the word. A test regenerates the page from the stored results.

## Method

A rate alone says more about the machine than about the program. For this reason, most figures have a **floor**: a minimal program that does the same work. For example, a floor is a \`node:http\` server that sends the same bytes, or a Fastify route with the same queries. The program and its floor are measured alternately in one run on one machine, ${runs[main]?.rounds} rounds of ${runs[main]?.seconds} seconds each. The result is the median ratio. The **ratio** is the figure divided by its floor. Ratios are similar on other machines, but rates are not. A floor has no sign-in, limits, validation, logs or metrics, so a ratio of rates seldom reaches 1.

\`npm run bench\` fails if a **target** is missed. If there is no comparable minimal program, the target applies to the figure. The load generator uses 32 connections on the same machine, so a dedicated server is faster.

## Machine

${Object.entries(runs)
  .map(([id, run]) => `- ${Object.keys(runs).length > 1 ? `**Run ${id}.** ` : ''}${describe(run)}`)
  .join('\n')}

${missed.length ? `**Missed targets:** ${missed.map(escaped).join('; ')}.` : 'Every target is met.'}

${tables.join('\n')}
## Where to go next

[Caching](/docs/page-cache) explains why pages are fast. [Monitoring and logs](/docs/operate) shows how to watch your own machine. [Statistics](/docs/statistics) explains how events are counted.
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

${about}${others.size ? ` Measured in ${others.size > 1 ? 'runs' : 'run'} ${[...others].sort().join(' and ')}.` : ''}

| What | Figure | Floor | Ratio | Target | Met |
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
