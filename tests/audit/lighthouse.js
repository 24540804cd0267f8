import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, switches } from '#tests/chromium.js'
import { finish, folder, said, start } from '#tests/audit/children.js'
import { bin, reports } from '#tests/audit/install.js'
import { node24 } from '#tests/node24.js'

/** @typedef {import('#tests/audit/crawlers.js').Row} Row */
/** @typedef {{ score: number | null, scoreDisplayMode: string, title: string, displayValue?: string, explanation?: string, errorMessage?: string, details?: { items?: any[] } }} Audit */
/** @typedef {{ id: string, score: number | null, auditRefs: { id: string, weight: number }[] }} Category */
/** @typedef {{ audits: Record<string, Audit>, categories: Record<string, Category>, runtimeError?: { message: string } }} Report */

const pages = ['/', '/docs', '/docs/external-api', '/blog/introducing-signpost', '/search']
const scored = ['performance', 'accessibility', 'best-practices', 'seo']
const ROUNDS = 3

/** Each page as a phone and as a desktop. @param {string} url @returns {Promise<Row[]>} */
export async function lighthouse(url) {
  const port = await openChromium()
  /** @type {Row[]} */ const rows = []
  for (const form of ['mobile', 'desktop'])
    for (const page of pages) rows.push(await audit(url + page, { page, form, port }))
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
 * A run that misses in performance alone is repeated and the best counts: another process on the machine can only make a
 * page slower than it is.
 * @param {string} url @param {{ page: string, form: string, port: string }} at @returns {Promise<Row>}
 */
async function audit(url, { page, form, port }) {
  /** @type {Row} */ let best = await once()
  for (let round = 1; round < ROUNDS && !best.ok && best.figure.endsWith(' 100 100 100'); round++) {
    const next = await once()
    if (next.ok || next.figure > best.figure) best = next
  }
  return best

  async function once() {
    const file = join(reports, `lighthouse-${form}${page.replaceAll('/', '-').replace(/-$/, '-home')}.json`)
    const options = [`--port=${port}`, '--quiet', '--no-enable-error-reporting', '--max-wait-for-load=30000']
    const output = ['--output=json', `--output-path=${file}`]
    const preset = form === 'desktop' ? ['--preset=desktop'] : []
    const { code, err } = await finish(node24, [bin('lighthouse'), url, ...options, ...preset, ...output], {
      seconds: 120,
    })
    if (code) throw new Error(`${form} ${page}: ${err.slice(-1000)}`)
    return row(JSON.parse(readFileSync(file, 'utf8')), `${form} ${page}`)
  }
}

/** @param {Report} report @param {string} name @returns {Row} */
function row({ audits, categories, runtimeError }, name) {
  if (runtimeError) throw new Error(`${name}: ${runtimeError.message}`)
  const lists = Object.values(categories).map(({ id, score, auditRefs }) => ({
    id,
    score: Math.round((score ?? 0) * 100),
    audits: auditRefs.map(({ id, weight }) => ({ id, weight, ...audits[id] })),
  }))
  const numbers = scored.map((id) => lists.find((list) => list.id === id)?.score ?? 0)
  const agentic = (lists.find(({ id }) => id === 'agentic-browsing')?.audits ?? []).filter(applies)
  const passed = agentic.filter(({ score }) => score === 1)
  const missed = lists.filter(({ id, score }) => scored.includes(id) && score < 100)
  return {
    tool: `lighthouse, ${name}`,
    figure: `${numbers.join(' ')}, ${passed.length}/${agentic.length}`,
    target: '100 100 100 100, all',
    ok: !missed.length && agentic.length > 0 && passed.length === agentic.length,
    details: [...missed.flatMap((list) => list.audits.filter(({ weight }) => weight > 0)), ...agentic]
      .filter(({ score }) => score !== 1 && score !== null)
      .flatMap(describe),
  }
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
