/** How long a page takes to offer the tools for agents in a real Chromium, against bare objects of the same form. */
import { chromium } from 'playwright-core'
import { signIn } from '#tests/bench/logins.js'
import { median } from '#tests/bench/median.js'
import { findChromium, switches } from '#tests/support/browser/chromium.js'

const ROUNDS = 20

/** Runs before the page: notes when its first tool is offered and when the host has answered to the last. */
function watch() {
  const host = /** @type {any} */ (document).modelContext
  const offer = host.registerTool.bind(host)
  const seen = /** @type {any} */ (window)
  seen.offered = []
  host.registerTool = async (/** @type {any} */ tool, /** @type {any} */ options) => {
    seen.first ??= performance.now()
    await offer(tool, options)
    seen.offered.push(tool)
    seen.last = performance.now()
  }
  seen.offer = offer
}

/** The same tools as bare objects under other names. @returns {Promise<number>} */
async function bare() {
  const { offered, offer } = /** @type {any} */ (window)
  const start = performance.now()
  await Promise.all(
    offered.map((/** @type {any} */ tool) =>
      offer({ ...tool, name: `bare_${tool.name}`, execute: async () => ({}) }, {}),
    ),
  )
  return performance.now() - start
}

/** @param {string} base @param {number} count how many tools the page offers @returns {ReturnType<import('#tests/bench/run.js').Measure>} */
export async function tools(base, count = 15) {
  const args = [...switches, '--enable-features=WebMCP']
  const browser = await chromium.launch({ executablePath: await findChromium(), args })
  try {
    const context = await browser.newContext()
    const first = await context.newPage()
    await first.goto(base)
    await first.evaluate(({ url, ...init }) => fetch(url, init), signIn(base))
    /** @type {number[]} */ const ours = []
    /** @type {number[]} */ const floor = []
    for (let round = 0; round < ROUNDS; round++) {
      const page = await context.newPage()
      await page.addInitScript(watch)
      await page.goto(`${base}/docs`)
      await page.waitForFunction((wanted) => /** @type {any} */ (window).offered.length === wanted, count)
      ours.push(
        await page.evaluate(() => /** @type {any} */ (window).last - /** @type {any} */ (window).first),
      )
      floor.push(await page.evaluate(bare))
      await page.close()
    }
    return { offered: { value: median(ours), floor: median(floor) } }
  } finally {
    await browser.close()
  }
}
