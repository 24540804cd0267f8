import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { SLOW_FILES } from '#tests/support/reporters/slowest-first.ts'

type Row = {
  file: string
  kind: string
  /** Seconds from the first import to the last test, what of them is not in tests, and the tests themselves. */
  total: number
  setUp: number
  tests: { name: string; seconds: number }[]
  spawned: Record<string, number>
}

const inSeconds = (milliseconds: number) => Math.round(milliseconds / 10) / 100

/**
 * Where `TIMINGS` names a file, writes there as JSON how long each file and test took and what it started, and prints the
 * twenty slowest files and the sums by project. A full run also updates `slow-files.json`.
 */
export default class TimingsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const { TIMINGS } = process.env
    if (!TIMINGS) return
    const spawned = readSpawned(process.env.SPAWNED)
    const rows = modules.map((module) => rowOf(module, spawned)).toSorted((a, b) => b.total - a.total)
    mkdirSync(dirname(TIMINGS), { recursive: true })
    writeFileSync(TIMINGS, JSON.stringify(rows, null, 1))
    const slow = rows.filter(({ total }) => total >= 2).map(({ file, total }) => [file, Math.round(total)])
    if (!process.env.ONLY) writeFileSync(SLOW_FILES, `${JSON.stringify(Object.fromEntries(slow), null, 2)}\n`)
    process.stdout.write(`\nThe slowest files (seconds):\n`)
    for (const row of rows.slice(0, 20)) process.stdout.write(`${lineOf(row)}  ${row.file}\n`)
    process.stdout.write(`\nBy project (seconds of all workers):\n`)
    for (const kind of new Set(rows.map((row) => row.kind))) {
      const inKind = rows.filter((row) => row.kind === kind)
      process.stdout.write(`${lineOf(sumOf(inKind))}  ${kind} (${inKind.length} files)\n`)
    }
  }
}

type Sums = Pick<Row, 'total' | 'setUp' | 'spawned'>

const lineOf = ({ total, setUp, spawned }: Sums) =>
  [
    total.toFixed(1).padStart(8),
    `${setUp.toFixed(1).padStart(7)} of set-up`,
    Object.entries(spawned)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
  ].join('  ')

function sumOf(rows: Row[]): Sums {
  const sums: Sums = { total: 0, setUp: 0, spawned: {} }
  for (const { total, setUp, spawned } of rows) {
    sums.total += total
    sums.setUp += setUp
    for (const [what, count] of Object.entries(spawned))
      sums.spawned[what] = (sums.spawned[what] ?? 0) + count
  }
  return sums
}

function rowOf(module: TestModule, spawned: Map<string, string[]>): Row {
  const file = relative('.', module.moduleId)
  const { collectDuration, prepareDuration, setupDuration, environmentSetupDuration, duration } =
    module.diagnostic()
  const tests = [...module.children.allTests()].map((test) => ({
    name: test.fullName,
    seconds: inSeconds(test.diagnostic()?.duration ?? 0),
  }))
  const before = collectDuration + prepareDuration + setupDuration + environmentSetupDuration
  const inTests = tests.reduce((sum, { seconds }) => sum + seconds, 0)
  const counts: Row['spawned'] = {}
  for (const what of spawned.get(file) ?? []) counts[what] = (counts[what] ?? 0) + 1
  const total = inSeconds(before + duration)
  const setUp = Math.max(0, total - inTests)
  return { file, kind: module.project.name, total, setUp, tests, spawned: counts }
}

/** The lines of `noteSpawned`, by file. */
function readSpawned(path: string | undefined): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const lines = path && existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  for (const line of lines) {
    const [what = '', file = ''] = line.split('\t')
    found.set(file, [...(found.get(file) ?? []), what])
  }
  return found
}
