import type { Reporter, TestModule } from 'vitest/node'

/** Ends the run with one plain line that needs no knowledge of Vitest to be read. */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) for (const test of module.children.allTests()) count[test.result().state]++
    process.stdout.write(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`)
  }
}
