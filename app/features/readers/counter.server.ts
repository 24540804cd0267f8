import { isIP } from 'node:net'
import { publicText } from '#app/features/readers/public-text.ts'
import type { Reader, ReaderKind } from '#app/features/readers/reader.ts'

export type { Reader }

/** Properties by which reads are counted. Views are counted by hour and representation, all others by day and name. */
export const dimensions = ['views', 'page', 'agent', 'site', 'search', 'question', 'tool', 'missing'] as const
export type Dimension = (typeof dimensions)[number]
type Named = Exclude<Dimension, 'views' | 'page' | 'agent' | 'site'>

/** Form in which a page was read. */
export type Form = 'html' | 'markdown' | 'json'

/** Row of the counts. `period` is a UTC day, or an hour such as `2026-11-21T09` for views. */
export type Count = {
  period: string
  dimension: Dimension
  name: string
  reader: ReaderKind
  count: number
}

/** Name under which values beyond a limit are counted. */
export const OTHER = '(other)'

/** Limits of the memory between two writes: different views, names per dimension, sites, and rows not yet written. */
const MAX_VIEWS = 10_000
const MAX_NAMES = 200
const MAX_SITES = 200
const MAX_PENDING = 30_000

/** Maximum length of the path of a page, and of a `Referer` that is read. */
const MAX_PATH = 200
const MAX_REFERER = 500

/** Number of rows per write. */
const WRITE_ROWS = 256

export type ReaderCounter = {
  /** Counts a view of a page. Costs one lookup, because each cached page passes here. */
  view(reader: Reader | null | undefined, path: string, form: Form, referer?: string): void
  /** Counts a text of a visitor, without personal data. */
  text(reader: Reader | null | undefined, dimension: 'search' | 'question', text: string): void
  /** Counts a name. The caller removes personal data from the name. */
  note(reader: Reader | null | undefined, dimension: Named, name: string): void
  /** Passes the counts to `write`, and keeps the counts that `write` rejects. */
  flush(now: Date, write: (rows: Count[]) => Promise<unknown>): Promise<void>
}

type Options = { isOn: () => boolean; ownHosts: readonly string[] }
type View = { reader: Reader; path: string; form: Form; site: string; count: number }
type Note = { reader: Reader; dimension: Named; name: string; count: number }

/** Creates the in-memory counter of reads. It keeps no address, no cookie, and no single visit. */
export function createReaderCounter({ isOn, ownHosts }: Options): ReaderCounter {
  const siteOf = createSiteReader(ownHosts)
  let views = new Map<string, View>()
  let notes = new Map<string, Note>()
  let names = new Map<string, number>()
  const pending = new Map<string, Count>()

  /** Returns the value, or `OTHER` if the limit of a set is reached. */
  const limited = (set: string, value: string, most: number) => {
    const count = names.get(set) ?? 0
    if (count >= most) return OTHER
    names.set(set, count + 1)
    return value
  }

  function addView(key: string, { reader, path, form, site }: Omit<View, 'count'>) {
    if (views.size >= MAX_VIEWS) {
      const other = `${reader.kind}\n${reader.name}\n${form}\n${OTHER}\n`
      const known = views.get(other)
      if (known) known.count += 1
      else views.set(other, { reader, path: OTHER, form, site: '', count: 1 })
      return
    }
    const own = path.length > MAX_PATH ? OTHER : path
    views.set(key, { reader, path: own, form, site, count: 1 })
  }

  function add(row: Count) {
    let key = keyOf(row)
    if (!pending.has(key) && pending.size >= MAX_PENDING) key = keyOf((row = { ...row, name: OTHER }))
    const known = pending.get(key)
    if (known) known.count += row.count
    else pending.set(key, { ...row })
  }

  function collect(now: Date) {
    const iso = now.toISOString()
    const [day, hour] = [iso.slice(0, 10), iso.slice(0, 13)]
    for (const { reader, path, form, site, count } of views.values()) {
      const one = { period: day, reader: reader.kind, count }
      add({ ...one, period: hour, dimension: 'views', name: form })
      add({ ...one, dimension: 'page', name: path })
      if (reader.name) add({ ...one, dimension: 'agent', name: reader.name })
      if (site) add({ ...one, dimension: 'site', name: site })
    }
    for (const { reader, dimension, name, count } of notes.values())
      add({ period: day, dimension, name, reader: reader.kind, count })
    views = new Map()
    notes = new Map()
    names = new Map()
  }

  function note(reader: Reader | null | undefined, dimension: Named, name: string) {
    if (!reader || !name || !isOn()) return
    const known = notes.get(`${dimension}\n${reader.kind}\n${name}`)
    if (known) return void (known.count += 1)
    const own = limited(dimension, name, MAX_NAMES)
    const key = `${dimension}\n${reader.kind}\n${own}`
    const other = notes.get(key)
    if (other) other.count += 1
    else notes.set(key, { reader, dimension, name: own, count: 1 })
  }

  return {
    note,
    text: (reader, dimension, text) => note(reader, dimension, publicText(text).toLowerCase()),
    view(reader, path, form, referer) {
      if (!reader || !isOn()) return
      // Programs can send any `Referer`.
      const site = referer && reader.kind === 'person' ? siteOf(referer) : ''
      const key = `${reader.kind}\n${reader.name}\n${form}\n${path}\n${site}`
      const known = views.get(key)
      if (known) known.count += 1
      else addView(key, { reader, path, form, site: site && limited('site', site, MAX_SITES) })
    },
    async flush(now, write) {
      collect(now)
      // Two instances that write rows in the same order cannot deadlock.
      const keys = [...pending.keys()].sort()
      for (let start = 0; start < keys.length; start += WRITE_ROWS) {
        // Rows are removed before the write, so that a second call at the same time does not write them again.
        const part = keys.slice(start, start + WRITE_ROWS).flatMap((key) => pending.get(key) ?? [])
        for (const row of part) pending.delete(keyOf(row))
        try {
          if (part.length) await write(part)
        } catch (error) {
          part.forEach(add)
          throw error
        }
      }
    },
  }
}

const keyOf = ({ period, dimension, name, reader }: Count) => `${dimension}\n${period}\n${name}\n${reader}`

/** Creates the function that returns the host of another site from a `Referer`, or an empty text. */
function createSiteReader(ownHosts: readonly string[]): (referer: string) => string {
  const own = new Set(ownHosts.map(withoutWww))
  const remembered = new Map<string, string>()
  const read = (referer: string) => {
    if (!URL.canParse(referer)) return ''
    const { protocol, hostname } = new URL(referer)
    const host = withoutWww(hostname)
    const isSite = /^https?:$/.test(protocol) && /^(?=.{4,100}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host)
    return isSite && !isIP(host) && !own.has(host) ? host : ''
  }
  return (referer) => {
    const known = remembered.get(referer)
    if (known !== undefined) return known
    if (referer.length > MAX_REFERER) return ''
    if (remembered.size >= MAX_NAMES * 10) remembered.clear()
    const site = read(referer)
    remembered.set(referer, site)
    return site
  }
}

const withoutWww = (host: string) => host.replace(/^www\./, '')
