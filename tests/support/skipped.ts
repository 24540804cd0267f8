import { appendFileSync } from 'node:fs'
import type { TestContext } from 'vitest'

/** Has the end of `npm test` say that something was left out. */
export function noteSkipped(what: string): void {
  const { LEFT_OUT } = process.env
  if (LEFT_OUT) appendFileSync(LEFT_OUT, `${what}\n`)
}

/** Skips a test that this place has no means for, and has the end of `npm test` say so. */
export function skipTest({ skip }: TestContext, what: string): never {
  noteSkipped(what)
  return skip(what)
}
