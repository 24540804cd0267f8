import { Invalid } from '#app/errors.ts'
import { takesMark, type Operation } from '#app/operations/operation.ts'

/** The browser tool that a request says it comes from. It grants nothing and proves nothing. Throws `Invalid`. */
export function toolIn(operation: Operation, headers: Headers): string | undefined {
  const name = takesMark(operation) ? headers.get('Agent-Tool') : null
  if (name === null) return undefined
  if (/^[a-z][a-z0-9_]{0,29}$/.test(name)) return name
  throw new Invalid('Agent-Tool: the name of a tool has small letters, digits and _, 30 at most.')
}

/** True for a write that leaves a row in the audit log whenever a browser tool makes it. */
export const isNoted = ({ method, safe, joins }: Operation): boolean => method !== 'GET' && !safe && !joins
