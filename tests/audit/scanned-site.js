import { chromium } from 'playwright-core'
import { findChromium, switches } from '#tests/support/browser/chromium.js'

/**
 * Response that a check of a scanner reads. Redirects are not followed.
 * @typedef {{ status: number, type: string, headers: Headers, text: string }} Answer
 * @typedef {ReturnType<typeof scannedSite>} ScannedSite
 */

/** Pages to which the rules for single pages apply. */
const pages = ['/', '/docs', '/docs/external-api', '/blog', '/about', '/contact']

/** Returns functions that read a site as scanners do. Each URL is loaded once. @param {string} url */
export function scannedSite(url) {
  /** @type {Map<string, Promise<Answer>>} */ const answers = new Map()

  /** @param {string} path @param {Record<string, string>} headers @returns {Promise<Answer>} */
  async function load(path, headers) {
    const response = await fetch(new URL(path, url), { headers, redirect: 'manual' })
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
    return { status: response.status, type, headers: response.headers, text: await response.text() }
  }

  /** Returns the path of a URL, without its host. @param {string} address */
  const pathOf = (address) => {
    const { pathname, search } = new URL(address, url)
    return pathname + search
  }

  /** @param {string} address @param {Record<string, string>} headers @returns {Promise<Answer>} */
  function get(address, headers = {}) {
    const path = pathOf(address)
    const key = JSON.stringify([path, headers])
    const answer = answers.get(key) ?? load(path, headers)
    answers.set(key, answer)
    return answer
  }

  /** @param {string} path */
  const text = async (path) => (await get(path)).text

  /** Returns the text of a page without tags, and the levels of its headings. @param {string} path */
  async function html(path) {
    const { status, text } = await get(path, { Accept: 'text/html' })
    const body = text.replace(/^[^]*<body/, '<body').replaceAll(/<(script|style|template)\b[^]*?<\/\1>/g, '')
    const words = body
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    const headings = [...body.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level))
    return { status, words, headings, share: words.length / text.length }
  }

  /** Returns the nodes of the JSON-LD of a page. @param {string} path @returns {Promise<Record<string, any>[]>} */
  async function graph(path) {
    const found = [
      ...(await text(path)).matchAll(/<script type="application\/ld\+json"[^>]*>([^]*?)<\/script>/g),
    ]
    return found.map(([, json = '{}']) => JSON.parse(json)).flatMap((data) => data['@graph'] ?? [data])
  }

  /** Returns the names of the tools that the home page registers with a host. @returns {Promise<string[]>} */
  async function registeredTools() {
    const browser = await chromium.launch({ executablePath: await findChromium(), args: switches })
    try {
      const page = await browser.newPage()
      await page.addInitScript(() => {
        /** @type {string[]} */ const names = []
        const host = { registerTool: (/** @type {{ name: string }} */ { name }) => void names.push(name) }
        Object.assign(globalThis, { registered: names })
        Object.defineProperty(document, 'modelContext', { value: host })
      })
      await page.goto(url)
      await page.waitForFunction('registered.length > 0', undefined, { timeout: 10_000 })
      return await page.evaluate('registered')
    } finally {
      await browser.close()
    }
  }

  return { url, pages, get, text, html, graph, registeredTools }
}
