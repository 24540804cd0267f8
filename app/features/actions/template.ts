import { truncate } from '#app/primitives/text.ts'

/** What the names of a template stand for. */
export type Facts = ReadonlyMap<string, string | number | boolean>

/** How much of one value is put in, in characters. */
const MAX_VALUE_LENGTH = 4000

/**
 * Fills names such as `{user.mention}` in one pass, so that a value is never read as a template, and stops at `most`
 * characters. A name that stands for nothing stays as it is.
 */
export function fillTemplate(template: string, facts: Facts, most: number): string {
  if (!template.includes('{')) return truncate(template, most)
  let filled = ''
  let from = 0
  for (const { 0: whole, 1: name, index } of template.matchAll(/\{([^\s{}]{1,200})\}/gu)) {
    const value = facts.get(name!)
    if (value === undefined) continue
    filled += template.slice(from, index) + truncate(String(value), MAX_VALUE_LENGTH)
    from = index + whole.length
    if (filled.length >= most) return truncate(filled, most)
  }
  return truncate(filled + template.slice(from), most)
}

/** Fills every text in a value of JSON; the names of fields stay as they are. */
export function fillTemplates<T>(value: T, facts: Facts, most: number): T {
  const filled = (inner: unknown): unknown => {
    if (typeof inner === 'string') return fillTemplate(inner, facts, most)
    if (Array.isArray(inner)) return inner.map(filled)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, filled(one)]))
  }
  return filled(value) as T
}
