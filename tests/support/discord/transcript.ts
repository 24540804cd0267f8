/** A line of a conversation: who speaks, S or R, or # for something that happens besides; and what. */
export type Line = { by: 'S' | 'R' | '#'; text: string }

export function linesOf(code: string): Line[] {
  return code
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ by: line[0] as Line['by'], text: line.slice(2) }))
}

/** What names in angle brackets stand for, once they have been seen. */
export type Bound = Map<string, unknown>

const isName = (shown: unknown): shown is string => typeof shown === 'string' && /^<.+>$/.test(shown)

/** A frame as it is sent: with names replaced by what they stand for. */
export function filled(shown: unknown, bound: Bound): unknown {
  if (isName(shown)) {
    if (!bound.has(shown)) throw new Error(`nothing has been seen yet that ${shown} could stand for`)
    return bound.get(shown)
  }
  if (Array.isArray(shown)) return shown.map((item) => filled(item, bound))
  if (typeof shown !== 'object' || shown === null) return shown
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, filled(value, bound)]))
}

/** Where a frame is not as it is shown. Names that are new are bound to what stands in their place. */
export function deviations(shown: unknown, real: unknown, bound: Bound, path = ''): string[] {
  if (shown === '…') return real === undefined ? [`${path} is missing`] : []
  if (isName(shown) && !bound.has(shown)) {
    bound.set(shown, real)
    return real === undefined ? [`${path} is missing`] : []
  }
  const wanted = isName(shown) ? bound.get(shown) : shown
  if (typeof wanted !== 'object' || wanted === null || typeof real !== 'object' || real === null) {
    return Object.is(wanted, real) ? [] : [`${path} is ${JSON.stringify(real)}`]
  }
  const [one, other] = [wanted, real] as [Record<string, unknown>, Record<string, unknown>]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
    key in one
      ? deviations(one[key], other[key], bound, `${path}.${key}`)
      : [`${path}.${key} is sent and not shown`],
  )
}
