import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Counts for `npm test -- --timings` what the file under test started. */
export function noteSpawned(
  what: 'servers' | 'browsers' | 'databases' | 'runners' | 'programs' | 'pages',
): void {
  const { SPAWNED, VITEST_POOL_ID } = process.env
  if (!SPAWNED || !VITEST_POOL_ID) return
  const file = fileUnderTest()
  if (file) appendFileSync(SPAWNED, `${what}\t${relative('.', file)}\n`)
}

/** The file that the worker runs now. */
function fileUnderTest(): string | undefined {
  const worker = (globalThis as { __vitest_worker__?: { filepath?: string } }).__vitest_worker__
  return worker?.filepath
}
