/**
 * `npm run bench`: measures the built server against bare servers that send the same bytes or run the same queries, one
 * after the other in one run, prints ratios and writes them on the page under /docs/performance. The load comes from wrk
 * where it is installed, else from autocannon. `--only=pages` measures the groups and lines with this in their name,
 * `--seconds=1` for a shorter time, and `--dry` keeps nothing.
 */
import { prepare } from '#app/platform/process/bootstrap.js'
import { groups, judge } from '#tests/bench/catalogue.js'
import { directory } from '#tests/bench/directories.js'
import { http, login } from '#tests/bench/http.js'
import { large } from '#tests/bench/large.js'
import { loader } from '#tests/bench/load.js'
import { describeMachine } from '#tests/bench/machine.js'
import { publishing } from '#tests/bench/publications.js'
import { readers } from '#tests/bench/readers.js'
import { keepResults, writePage } from '#tests/bench/results.js'
import { automations, gateway, idle, jobs } from '#tests/bench/runners.js'
import { starts } from '#tests/bench/starts.js'
import { decade, history, ingestion } from '#tests/bench/statistics.js'
import { openBench } from '#tests/bench/subjects.js'
import { tools } from '#tests/bench/tools.js'

/** @typedef {import('#tests/bench/catalogue.js').Measured} Measured */
/** @typedef {{ bench: () => ReturnType<typeof openBench>, seconds: number, rounds: number, wanted: (id: string) => boolean }} Means */
/** @typedef {(means: Means) => Promise<Record<string, Measured>>} Measure What a group measures, by figure. */

const option = (/** @type {string} */ name) =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
const only = option('only')
const seconds = Number(option('seconds') ?? 3)
const rounds = 5
const keeps = !process.argv.includes('--dry')

/** @type {Record<string, Measure>} */
const measures = {
  pages: http(['html', 'markdown', 'html_br', 'markdown_br', 'not_modified']),
  readers,
  api: http(['stats', 'mcp', 'ping', 'command']),
  login,
  ingestion,
  history,
  export: decade,
  jobs,
  gateway,
  automations,
  idle,
  directory,
  publishing,
  starts,
  tools: async ({ bench }) => tools((await bench()).base),
  large,
}

await prepare({})
const run = { ...(await describeMachine()), load: loader, rounds, seconds }
process.stdout.write(
  `${run.cpu}, ${run.cores} cores, Node ${run.node}; load by ${loader}; ${rounds} rounds of ${seconds} s each way, ` +
    'the median counts\n\n',
)

let missed = 0
/** @param {string} group @param {string} id @param {Measured} measured */
function report(group, id, measured) {
  const figure = groups[group]?.figures[id]
  if (!figure) throw new Error(`tests/bench/catalogue.js does not know ${group}.${id}`)
  const { title, unit, of, least, most, floor } = figure
  const { ratio, held } = judge(figure, measured)
  if (!held) missed++
  const target = [least === undefined ? '' : `from ${least}`, most === undefined ? '' : `to ${most}`]
    .join(' ')
    .trim()
  const beside =
    ratio === undefined ? '' : `, ${measured.floor?.toPrecision(4)} ${floor}, ratio ${ratio.toFixed(2)}`
  process.stdout.write(
    `${held ? 'ok  ' : 'MISS'} ${`${group}: ${title}`.padEnd(62)} ${measured.value.toPrecision(4)} ${unit}${beside} (target of the ${of} ${target})\n`,
  )
}

/** @type {ReturnType<typeof openBench> | undefined} */
let opened
const bench = () => (opened ??= openBench())
try {
  for (const [group, measure] of Object.entries(measures)) {
    const figures = groups[group]?.figures ?? {}
    const ids = Object.keys(figures).filter(
      (id) => !only || group.includes(only) || figures[id]?.title.includes(only),
    )
    if (!ids.length) continue
    const measured = await measure({ bench, seconds, rounds, wanted: (id) => ids.includes(id) })
    for (const [id, one] of Object.entries(measured)) report(group, id, one)
    // At once, so that a run that breaks off keeps what it has.
    if (keeps)
      keepResults(
        run,
        Object.fromEntries(Object.entries(measured).map(([id, one]) => [`${group}.${id}`, one])),
      )
  }
} finally {
  await (await opened)?.close()
  if (keeps) writePage()
}
process.exit(missed ? 1 : 0)
