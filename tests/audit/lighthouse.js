import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, switches } from '#tests/support/browser/chromium.js'
import { finish, folder, said, start } from '#tests/audit/children.js'
import { bin, reports } from '#tests/audit/install.js'
import { node24 } from '#tests/support/http/node24.js'

/** @typedef {import('#tests/audit/crawlers.js').Row} Row */
/** @typedef {{ score: number | null, scoreDisplayMode: string, title: string, displayValue?: string, explanation?: string, errorMessage?: string, details?: { items?: any[] } }} Audit */
/** @typedef {{ id: string, score: number | null, auditRefs: { id: string, weight: number }[] }} Category */
/** @typedef {{ audits: Record<string, Audit>, categories: Record<string, Category>, runtimeError?: { message: string } }} Report */

const pages = ['/', '/docs', '/docs/external-api', '/blog/introducing-signpost', '/search']
const scored = ['performance', 'accessibility', 'best-practices', 'seo']
const target = '100 100 100 100, all'
const ROUNDS = 3
/** From here on Lighthouse itself counts an audit as passed; what is left to say is listed all the same. */
const PASSED = 0.9

/** Each page as a phone and as a desktop. @param {string} url @returns {Promise<Row[]>} */
export async function lighthouse(url) {
  const port = await openChromium()
  /** @type {Row[]} */ const rows = []
  for (const form of ['mobile', 'desktop'])
    for (const page of pages) rows.push(await best(url + page, `${form} ${page}`, port))
  return rows
}

/**
 * Ours to end, unlike one that Lighthouse starts, which outlives it when it is interrupted. WebMCP is on, so that the
 * audits of the browser tools apply.
 */
async function openChromium() {
  const own = [
    '--headless=new',
    '--enable-features=WebMCP',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder('chromium')}`,
  ]
  const chromium = start(await findChromium(), [...switches, ...own, 'about:blank'])
  return said(chromium, /DevTools listening on ws:\/\/[^:]+:(\d+)\//, 30)
}

/**
 * A run that breaks, or misses in performance alone, is repeated and the best counts: another process on the machine can
 * only make a page slower than it is.
 * @param {string} url @param {string} name @param {string} port @returns {Promise<Row>}
 */
async function best(url, name, port) {
  /** @type {{ row: Row, performance: number, onlySlow: boolean, text: string } | undefined} */ let kept
  let fault = ''
  for (let round = 0; round < ROUNDS && (!kept || kept.onlySlow); round++) {
    try {
      const text = await run(url, name.startsWith('desktop'), port)
      const next = { ...read(JSON.parse(text), name), text }
      if (!kept || next.performance > kept.performance) kept = next
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error)
    }
  }
  if (!kept) return { tool: `lighthouse, ${name}`, figure: 'broken', target, ok: false, details: [fault] }
  const file = name.replace(' /', '-').replaceAll('/', '-').replace(/-$/, '-home')
  writeFileSync(join(reports, `lighthouse-${file}.json`), kept.text)
  return kept.row
}

/** @param {string} url @param {boolean} desktop @param {string} port */
async function run(url, desktop, port) {
  const options = [`--port=${port}`, '--quiet', '--no-enable-error-reporting', '--max-wait-for-load=30000']
  const preset = desktop ? ['--preset=desktop'] : []
  const args = [bin('lighthouse'), url, ...options, ...preset, '--output=json']
  const { code, out, err } = await finish(node24, args, { seconds: 120 })
  if (code) throw new Error(err.slice(-1000))
  return out
}

/** @param {Report} report @param {string} name */
function read({ audits, categories, runtimeError }, name) {
  if (runtimeError) throw new Error(runtimeError.message)
  const lists = Object.values(categories).map(({ id, score, auditRefs }) => ({
    id,
    score: Math.round((score ?? 0) * 100),
    audits: auditRefs.map(({ id, weight }) => ({ id, weight, ...audits[id] })),
  }))
  const numbers = scored.map((id) => lists.find((list) => list.id === id)?.score ?? 0)
  const agentic = (lists.find(({ id }) => id === 'agentic-browsing')?.audits ?? []).filter(applies)
  const passed = agentic.filter(({ score }) => Number(score) >= PASSED)
  const missed = lists.filter(({ id, score }) => scored.includes(id) && score < 100)
  const row = {
    tool: `lighthouse, ${name}`,
    figure: `${numbers.join(' ')}, ${passed.length}/${agentic.length}`,
    target,
    ok: !missed.length && agentic.length > 0 && passed.length === agentic.length,
    details: [...missed.flatMap((list) => list.audits.filter(({ weight }) => weight > 0)), ...agentic]
      .filter(({ score }) => score !== 1 && score !== null)
      .flatMap(describe),
  }
  const [performance = 0, ...others] = numbers
  const onlySlow = performance < 100 && others.every((number) => number === 100)
  return { row, performance, onlySlow }
}

/** @param {Partial<Audit>} audit */
const applies = ({ scoreDisplayMode = '' }) =>
  !['notApplicable', 'informative', 'manual'].includes(scoreDisplayMode)

/** What failed, and on which elements. @param {Partial<Audit> & { id: string }} audit */
function describe({ id, score, title, displayValue, explanation, errorMessage, details }) {
  const items = (details?.items ?? []).slice(0, 5).map((item) => `  ${where(item)}`)
  const why = [displayValue, explanation, errorMessage].filter(Boolean).join(' ')
  return [`${id} ${score}: ${title} ${why}`.trim(), ...items]
}

/** @param {any} item */
function where(item) {
  const { selector, snippet, explanation } = item.node ?? {}
  return selector ? `${selector} ${snippet} ${explanation ?? ''}` : JSON.stringify(item).slice(0, 300)
}
