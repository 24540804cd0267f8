/** Maximum nesting levels, and maximum total of keys and items, of untrusted JSON. */
export const jsonLimits = { levels: 64, items: 10_000 } as const

type Measure = { levels: number; items: number }

/** Error for JSON with too many levels, keys or items. */
export class JsonLimitError extends SyntaxError {
  constructor() {
    super(`more than ${jsonLimits.levels} levels, or more than ${jsonLimits.items} keys and items`)
  }
}

/** Parses untrusted JSON. Throws `JsonLimitError` before parsing, or `SyntaxError`. */
export function parseLimited(text: string): unknown {
  const { levels, items } = measureText(text)
  if (levels > jsonLimits.levels || items > jsonLimits.items) throw new JsonLimitError()
  return JSON.parse(text)
}

/** Maximum levels of a value inside a frame or a response, which add levels themselves. */
export const MAX_INNER_LEVELS = 60

/** Parses stored JSON. Empties objects and lists below the nesting limit, which older versions could store. */
export function parseStored(text: string): unknown {
  return JSON.parse(measureText(text).levels > MAX_INNER_LEVELS ? emptyBelow(text, MAX_INNER_LEVELS) : text)
}

/** Measures JSON text in one pass without recursion. For invalid JSON, returns an estimate. */
export function measureText(text: string): Measure {
  return scan(text, () => {})
}

/** Empties all objects and lists below the given level. */
export function emptyBelow(text: string, level: number): string {
  let kept = ''
  let from = 0
  scan(text, (index, depth, opens) => {
    if (depth !== level) return
    if (opens) kept += text.slice(from, index + 1)
    from = index
    if (opens) from = index + 1
  })
  return kept + text.slice(from)
}

const QUOTE = 34
const BACKSLASH = 92

/** Calls `bracket` for each bracket outside strings, with its nesting level. */
function scan(text: string, bracket: (index: number, depth: number, opens: boolean) => void): Measure {
  let depth = 0
  let levels = 0
  let items = 0
  let isEmpty = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code <= 32) continue
    // }, ]
    if (code === 125 || code === 93) {
      isEmpty = false
      bracket(index, depth, false)
      if (depth > 0) depth -= 1
      continue
    }
    if (isEmpty) items += 1
    isEmpty = false
    if (code === QUOTE) {
      for (index += 1; index < text.length && text.charCodeAt(index) !== QUOTE; index += 1) {
        if (text.charCodeAt(index) === BACKSLASH) index += 1
      }
    } else if (code === 123 || code === 91) {
      depth += 1
      if (depth > levels) levels = depth
      isEmpty = true
      bracket(index, depth, true)
    } else if (code === 44) items += 1
  }
  return { levels, items }
}

/** Measures a parsed value without recursion. Primitives have no level. */
export function measureValue(value: unknown): Measure {
  let level = [value].filter(isNested)
  let levels = 0
  let items = 0
  while (level.length) {
    levels += 1
    const next: object[] = []
    for (const one of level) {
      for (const inner of Object.values(one)) {
        items += 1
        if (isNested(inner)) next.push(inner)
      }
    }
    level = next
  }
  return { levels, items }
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null
