import { ellipsize } from '#app/primitives/text.ts'

/** Documented maximum size of a tool's output, in characters of JSON. */
export const OUTPUT_BUDGET = 1_500

/** Removes control and bidirectional characters that could disguise untrusted text. */
export const sanitize = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')

/** Sanitizes untrusted text and shortens it to one line of at most `most` characters. */
export function sanitizeLine(text: string | null | undefined, most = 100): string {
  const line = sanitize(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  return ellipsize(line, most)
}

/** Checks whether the value fits the output budget. */
export const fitsBudget = (value: unknown): boolean => JSON.stringify(value).length <= OUTPUT_BUDGET

/**
 * Returns the end position of a part of at most `most` characters of JSON, at a line break if possible. JSON can escape
 * one character as six characters, and surrogate pairs must not be split.
 */
function partEnd(text: string, offset: number, most: number): number {
  let end = Math.min(text.length, offset + most)
  while (JSON.stringify(text.slice(offset, end)).length > most) end -= 20
  if (end === text.length) return end
  const line = text.lastIndexOf('\n', end - 1)
  if (line > offset) return line + 1
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end
}

/** Adds as much of a text as fits the budget, and `next_offset`, which is null at the end. */
export function withTextPart<N extends string>(answer: object, name: N, text: string, offset: number) {
  const place = (end: number) => ({ next_offset: end < text.length ? end : null, length: text.length })
  const rest = JSON.stringify({ ok: true, ...answer, [name]: '', ...place(0) }).length
  const end = partEnd(text, offset, Math.max(OUTPUT_BUDGET - rest - 20, 200))
  return { ok: true as const, ...answer, [name]: text.slice(offset, end), ...place(end) }
}

/** Shortens long strings and lists step by step until the result fits the budget. */
export function fitBudget<T extends object>(answer: T): T {
  for (const [texts, items] of [
    [150, 10],
    [80, 8],
    [40, 5],
    [20, 3],
    [10, 1],
  ] as const) {
    if (fitsBudget(answer)) return answer
    answer = { ...(cut(answer, texts, items) as T), shortened: true }
  }
  return answer
}

function cut(value: unknown, texts: number, items: number): unknown {
  if (typeof value === 'string') return sanitizeLine(value, texts)
  if (Array.isArray(value)) return value.slice(0, items).map((one) => cut(one, texts, items))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one, texts, items)]))
}

type ListPosition = { total: number; offset: number; next_offset: number | null }

/** Creates a list result that fits the budget. `next_offset` is the start of the omitted items, or null at the end. */
export function listResult<K extends string, T>(
  name: K,
  items: T[],
  { total, offset }: { total: number; offset: number },
  more: Record<string, unknown> = {},
): { ok: true } & Record<K, T[]> & ListPosition {
  const kept = [...items]
  const answer = () => {
    const next = offset + kept.length
    const place = { total, offset, next_offset: next < total && kept.length ? next : null }
    return { ok: true, ...more, [name]: kept, ...place }
  }
  while (kept.length > 1 && !fitsBudget(answer())) kept.pop()
  return answer() as unknown as { ok: true } & Record<K, T[]> & ListPosition
}
