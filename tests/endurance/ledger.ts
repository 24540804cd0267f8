import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { json } from '#tests/support/http/client.ts'

/** What writers were told, and what they do not know because the connection broke before the answer. */
export type Ledger = {
  /** Entries that the service said it made, by id: their title, and the number that was last acknowledged as their order. */
  made: Map<string, { slug: string; order: number; tried: number }>
  removed: Set<string>
  /** Slugs whose making got no answer. */
  unknown: Set<string>
  acknowledged: number
  /** Answers that no writer should get, with what was asked. */
  wrong: string[]
}

export const aLedger = (): Ledger => ({
  made: new Map(),
  removed: new Set(),
  unknown: new Set(),
  acknowledged: 0,
  wrong: [],
})

const PAUSES = new Set([429, 503])

/**
 * Writes entries until it is told to stop: makes one, changes it a few times by its version, and takes every third away
 * again. What was acknowledged goes into the ledger at once. A connection that breaks ends the entry in hand.
 */
export async function write(
  base: () => string,
  cookie: string,
  ledger: Ledger,
  isOver: () => boolean,
  pause = 0,
) {
  const call = async (method: string, path: string, body?: object, version?: string) => {
    const init = json(body ?? {}, { Cookie: cookie, ...(version ? { 'If-Match': version } : {}) })
    const { body: text, ...rest } = init
    // After a kill, the port can belong to another server that never responds.
    const signal = AbortSignal.timeout(20_000)
    const response = await fetch(base() + path, { ...rest, method, signal, ...(body ? { body: text! } : {}) })
    const answer = response.status === 204 ? null : ((await response.json()) as { entry?: { id: string } })
    if (response.ok) ledger.acknowledged += 1
    else if (!PAUSES.has(response.status))
      ledger.wrong.push(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return { ok: response.ok, answer, version: response.headers.get('ETag') ?? '' }
  }
  for (let n = 0; !isOver(); n += 1) {
    if (pause) await wait(pause)
    const slug = `kept-${randomUUID()}`
    const fields = {
      slug,
      title: slug,
      description: 'What was acknowledged is there.',
      section: 'Get started',
    }
    const body = 'Some words that are long enough to be a paragraph.\n'
    try {
      const first = await call('POST', '/api/cms/doc', { ...fields, body, order: 1 })
      const id = first.answer?.entry?.id
      if (!first.ok || !id) continue
      const row = { slug, order: 1, tried: 1 }
      ledger.made.set(id, row)
      let { version } = first
      for (let order = 2; order < 6 && !isOver(); order += 1) {
        row.tried = order
        const next = await call('PUT', `/api/cms/doc/${id}`, { ...fields, body, order }, version)
        if (!next.ok) break
        row.order = order
        version = next.version
      }
      if (n % 3 === 0 && !isOver()) {
        ledger.made.delete(id)
        if ((await call('DELETE', `/api/cms/doc/${id}`, undefined, version)).ok) ledger.removed.add(id)
      }
    } catch {
      ledger.unknown.add(slug)
      if (!isOver()) await wait(20)
    }
  }
}

/** Compares what is stored with what was acknowledged; one line for each thing that is lost, doubled or made up. */
export function compare(
  ledger: Ledger,
  rows: { id: string; slug: string; order: number | null }[],
): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const slugs = rows.map(({ slug }) => slug)
  const lost = [...ledger.made].flatMap(([id, { slug, order, tried }]) => {
    const row = byId.get(id)
    if (!row) return [`${slug} was acknowledged and is gone`]
    if (row.slug !== slug) return [`${slug} is now ${row.slug}`]
    const isBetween = row.order !== null && row.order >= order && row.order <= tried
    return isBetween ? [] : [`${slug} has ${row.order}, acknowledged was ${order}`]
  })
  const back = [...ledger.removed]
    .filter((id) => byId.has(id))
    .map((id) => `${id} was taken away and is back`)
  const doubled = slugs
    .filter((slug, at) => slugs.indexOf(slug) !== at)
    .map((slug) => `${slug} is there twice`)
  return [...lost, ...back, ...doubled]
}
