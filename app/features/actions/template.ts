import { truncate } from '#app/primitives/text.ts'

/** Values of template variables, by name. */
export type Facts = ReadonlyMap<string, string | number | boolean>

/** Maximum length of an inserted value, in characters. */
const MAX_VALUE_LENGTH = 4000

/**
 * Replaces variables such as `{user.mention}` in one pass, so that values are never read as templates. Truncates the
 * text to `most` characters. Unknown variables remain unchanged.
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

/**
 * Fills in all strings of a JSON value, which becomes at most `most` characters longer as JSON. Strings without room are
 * truncated. Field names remain unchanged.
 */
export function fillTemplates<T>(value: T, facts: Facts, most: number): T {
  let room = most
  const filled = (inner: unknown): unknown => {
    if (typeof inner === 'string') {
      const fits = jsonLength(inner) + room
      let text = fillTemplate(inner, facts, fits)
      while (jsonLength(text) > fits) text = truncate(text, Math.floor(text.length * 0.9))
      room = Math.min(room, fits - jsonLength(text))
      return text
    }
    if (Array.isArray(inner)) return inner.map(filled)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, filled(one)]))
  }
  return filled(value) as T
}

const jsonLength = (text: string) => JSON.stringify(text).length

/** Word in braces that can be meant as a variable. JSON, markup and text with spaces are not. */
const variable = /\{(\p{L}[\p{L}\p{N}_.-]{0,199})\}/gu

/** Returns the names of the template variables in all strings of a JSON value, known or not. */
export function variablesIn(value: unknown): string[] {
  const texts = textsIn(value)
  return [...new Set(texts.flatMap((text) => [...text.matchAll(variable)].map(([, name]) => name!)))]
}

/** Returns the warning about a variable that never has a value in a text. */
export const unknownVariable = (name: string) =>
  `{${name}} is not a placeholder here, so it is sent as it is. “Insert placeholder” lists the placeholders.`

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
