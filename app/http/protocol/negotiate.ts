import * as zlib from 'node:zlib'

export type Representation = 'html' | 'markdown'
export type Coding = 'br' | 'zstd' | 'gzip' | 'identity'

/** Content codings that the runtime supports, smallest result first. Node supports zstd since version 22.15. */
export const codings: Exclude<Coding, 'identity'>[] =
  'zstdCompress' in zlib ? ['br', 'zstd', 'gzip'] : ['br', 'gzip']

type Range = { value: string; q: number; place: number }

/** Parses a list header into ranges with weights (RFC 9110 section 12.4.2). Ignores other parameters. */
function ranges(header: string): Range[] {
  return header
    .slice(0, 2000)
    .split(',')
    .map((part, place) => {
      const [value = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { value, q: weight === undefined ? 1 : quality(weight), place }
    })
    .filter(({ value }) => value)
}

const quality = (text: string) => (/^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 0)

/** Media types of each representation, including aliases that clients use. */
const names: Record<Representation, [string, ...string[]]> = {
  html: ['text/html', 'application/xhtml+xml'],
  markdown: ['text/markdown', 'text/x-markdown', 'text/plain'],
}

/** Returns the most specific range that matches a representation, or null. */
function weigh(list: Range[], representation: Representation) {
  const [own, ...aliases] = names[representation]
  for (const wanted of [[own], aliases, ['text/*'], ['*/*', '*']]) {
    const found = list
      .filter(({ value }) => wanted.includes(value))
      .sort((a, b) => b.q - a.q || a.place - b.place)[0]
    if (found) return found
  }
  return null
}

/** Memoizes a choice by header value. Clears the cache when it is full. */
function memoizeByHeader<T>(choose: (header: string | undefined) => T) {
  const known = new Map<string | undefined, T>()
  return (header: string | undefined): T => {
    let choice = known.get(header)
    if (choice === undefined) {
      choice = choose(header)
      if (known.size >= 500) known.clear()
      known.set(header, choice)
    }
    return choice
  }
}

/**
 * Chooses a representation by `Accept` (RFC 9110, 12.5.1). Ties go to the first type in the header, then to HTML.
 * Returns null if neither HTML nor Markdown is acceptable.
 */
export const chooseRepresentation = memoizeByHeader((accept): Representation | null => {
  if (!accept?.trim()) return 'html'
  const list = ranges(accept)
  const html = weigh(list, 'html')
  const markdown = weigh(list, 'markdown')
  const [h, m] = [html?.q ?? 0, markdown?.q ?? 0]
  if (h === 0 && m === 0) return null
  if (h !== m) return h > m ? 'html' : 'markdown'
  return markdown!.place < html!.place ? 'markdown' : 'html'
})

/** Chooses a coding by `Accept-Encoding`. Ties go to the smaller result. Falls back to identity. */
export const chooseCoding = memoizeByHeader((acceptEncoding): Coding => {
  if (!acceptEncoding) return 'identity'
  const list = ranges(acceptEncoding)
  const weight = (coding: Coding) =>
    (list.find(({ value }) => value === coding) ?? list.find(({ value }) => value === '*'))?.q ?? 0
  const best = codings.map((coding) => ({ coding, q: weight(coding) })).sort((a, b) => b.q - a.q)[0]!
  const identity = list.find(({ value }) => value === 'identity')?.q ?? 0
  return best.q > 0 && best.q >= identity ? best.coding : 'identity'
})

/** Checks whether `If-None-Match` contains an entity tag (weak comparison, RFC 9110 section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
