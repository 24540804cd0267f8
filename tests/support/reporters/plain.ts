import { mkdirSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Ends the run with one plain line that needs no knowledge of Vitest to be read, and writes the files in which
 * something failed, as a JSON list, to `FAILED_FILES` where that is set and no error came from outside the tests.
 */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) for (const test of module.children.allTests()) count[test.result().state]++
    process.stdout.write(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`)
    if (!process.env.FAILED_FILES || errors.length) return
    const failed = modules.filter((module) => !module.ok()).map((module) => relative('.', module.moduleId))
    mkdirSync('.cache', { recursive: true })
    writeFileSync(process.env.FAILED_FILES, JSON.stringify(failed))
  }
}
