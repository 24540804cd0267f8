/**
 * `npm run audit`: what outside tools say about the built site. Starts it on a free port with an empty data folder, runs
 * the tools on Node 24, prints a table, and ends with 1 when a target is missed. `--only=afdocs,lighthouse` runs a part.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { prepare } from '#app/platform/process/bootstrap.js'
import { afdocs, linkinator, readability } from '#tests/audit/crawlers.js'
import { installTools, reports } from '#tests/audit/install.js'
import { lighthouse } from '#tests/audit/lighthouse.js'
import { scanners } from '#tests/audit/scanners.js'
import { openSite } from '#tests/audit/site.js'
import { installNode24 } from '#tests/support/http/node24.js'

/** @typedef {import('#tests/audit/crawlers.js').Row} Row */

/** @type {Record<string, (url: string) => Promise<Row[]>>} */
const tools = { afdocs, readability, linkinator, scanners, lighthouse }

const only = process.argv
  .find((arg) => arg.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const unknown = only?.filter((name) => !(name in tools)) ?? []
if (unknown.length) {
  process.stderr.write(`There is no ${unknown.join(', ')}. There are ${Object.keys(tools).join(', ')}.\n`)
  process.exit(2)
}

await prepare({})
installNode24()
await installTools()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const url = await openSite()

/** A tool that fails or takes too long is a miss, and the others still run. @type {Row[]} */ const rows = []
for (const [name, run] of Object.entries(tools)) {
  if (only && !only.includes(name)) continue
  process.stderr.write(`${name} …\n`)
  try {
    rows.push(...(await run(url)))
  } catch (error) {
    const details = [error instanceof Error ? error.message : String(error)]
    rows.push({ tool: name, figure: 'did not end', target: '', ok: false, details })
  }
}

const width = Math.max(...rows.map(({ tool }) => tool.length))
for (const { tool, figure, target, ok } of rows)
  process.stdout.write(
    `${ok ? 'ok  ' : 'MISS'} ${tool.padEnd(width)}  ${figure.padEnd(21)} (target ${target})\n`,
  )
/** What is the same for several is said once. @type {Map<string, string[]>} */ const notes = new Map()
for (const { tool, details } of rows) {
  const note = details.map((line) => `  ${line}\n`).join('')
  if (note) notes.set(note, [...(notes.get(note) ?? []), tool])
}
for (const [note, names] of notes) process.stdout.write(`\n${names.join('\n')}\n${note}`)
process.stdout.write(`\nThe full reports are in ${relative('.', reports)}.\n`)
process.exit(rows.every(({ ok }) => ok) ? 0 : 1)
