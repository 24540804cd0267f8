import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finish } from '#tests/audit/children.js'
import { bin, reports } from '#tests/audit/install.js'
import { node24 } from '#tests/support/http/node24.js'

/**
 * One line of the table, with what is to be said below it.
 * @typedef {{ tool: string, figure: string, target: string, ok: boolean, details: string[] }} Row
 */

/** Runs a tool that prints JSON, and keeps what it printed. @param {string} name @param {string[]} args */
async function json(name, args) {
  const { out, err } = await finish(node24, [bin(name), ...args], { seconds: 240 })
  try {
    const report = JSON.parse(out)
    writeFileSync(join(reports, `${name}.json`), JSON.stringify(report, null, 2))
    return report
  } catch {
    throw new Error(`it printed no JSON: ${`${out}\n${err}`.trim().slice(-1000)}`)
  }
}

/** What a reader of documentation needs, on every page that it finds in llms.txt and the sitemap. @param {string} url @returns {Promise<Row[]>} */
export async function afdocs(url) {
  const all = ['--sampling', 'deterministic', '--max-links', '500', '--request-delay', '0']
  const { scoring, results, testedPages } = await json('afdocs', [
    'check',
    url,
    ...all,
    '--format',
    'json',
    '--score',
  ])
  /** @type {{ id: string, status: string, message: string }[]} */ const checks = results
  const score = Number(scoring.overall)
  return [
    {
      tool: `afdocs, ${testedPages} pages`,
      figure: String(score),
      target: '98',
      ok: score >= 98,
      details: checks
        .filter(({ status }) => ['fail', 'warn', 'error'].includes(status))
        .map(({ id, status, message }) => `${status} ${id}: ${message}`),
    },
  ]
}

/** Two of its checks are refused on purpose: see the README. @param {string} url @returns {Promise<Row[]>} */
export async function readability(url) {
  const { score, categories } = await json('agent-readability', ['audit', url, '--json'])
  /** @type {{ checks: { name: string, passed: boolean, skipped: boolean, detail?: string }[] }[]} */
  const groups = Object.values(categories)
  return [
    {
      tool: '@vercel/agent-readability',
      figure: String(score),
      target: '90',
      ok: score >= 90,
      details: groups
        .flatMap(({ checks }) => checks)
        .filter(({ passed }) => !passed)
        .map(({ name, skipped, detail }) => `${skipped ? 'skipped' : 'failed'} ${name}: ${detail ?? ''}`),
    },
  ]
}

/** Follows every link of this host, fragments and style sheets included. @param {string} url @returns {Promise<Row[]>} */
export async function linkinator(url) {
  const host = new URL(url).host.replaceAll('.', '\\.')
  const options = [
    '--recurse',
    '--check-fragments',
    '--check-css',
    '--concurrency',
    '8',
    '--timeout',
    '20000',
    // Share images are rendered on request; while too many wait, the response is 503.
    '--retry-errors',
  ]
  const elsewhere = ['--skip', `^https?://(?!${host}(?:/|$))`, '--skip', '^(?!https?:)']
  const pages = await sitemap(url)
  const report = await json('linkinator', [...pages, ...options, ...elsewhere, '--format', 'json'])
  /** @type {{ url: string, status: number, state: string, parent?: string }[]} */ const links = report.links
  const broken = links.filter(({ state }) => state === 'BROKEN')
  const skipped = new Set(links.filter(({ state }) => state === 'SKIPPED').map(({ url }) => url))
  return [
    {
      tool: `linkinator, ${links.length - skipped.size} links`,
      figure: `${broken.length} broken`,
      target: '0 broken',
      ok: links.length > pages.length && broken.length === 0,
      details: [
        ...broken.map(({ url, status, parent }) => `${status} ${url} on ${parent}`),
        `${skipped.size} external addresses were skipped${skipped.size ? `: ${[...skipped].join(' ')}` : '.'}`,
      ],
    },
  ]
}

/** A page that nothing links to is to be checked too. @param {string} url */
async function sitemap(url) {
  const text = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((found) => found[1] ?? '')
}
