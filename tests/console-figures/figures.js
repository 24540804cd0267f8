/** Figures of the console, as Chromium sees them. */

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContext} BrowserContext */
/** @typedef {import('#tests/console-figures/rooms.js').Room} Room */

const READY = 'html[data-ready]'

/**
 * Measures a page: top of its first row, or of its first field, in pixels; height; sideways overflow; layout shift; and
 * kilobytes of scripts with Brotli and of HTML.
 * @param {Page} page @param {Room} room
 */
export async function measureRoom(page, { path, kind }) {
  /** @type {string[]} */
  const scripts = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url())
  })
  await page.addInitScript(() => {
    const held = /** @type {any} */ (window)
    held.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries()))
        if (!entry.hadRecentInput) held.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const response = await page.goto(path, { waitUntil: 'networkidle' })
  if (!response?.ok()) throw new Error(`${path} answered ${response?.status()}`)
  const html = (await response.body()).length
  await page.waitForSelector(READY)
  const seen = await page.evaluate((wanted) => {
    const main = /** @type {HTMLElement} */ (document.querySelector('main'))
    const shown = (/** @type {string} */ selector) =>
      [...main.querySelectorAll(selector)].find((one) => one.checkVisibility() && !one.closest('nav'))
    const rows = 'tbody tr, ol > li, ul > li'
    // Where keys are created, the command to copy is the first item.
    const fields = 'input:not([type=hidden]), select, textarea, [contenteditable=true], pre'
    const first = wanted === 'list' ? (shown(rows) ?? shown(fields)) : (shown(fields) ?? shown(rows))
    const held = /** @type {any} */ (window)
    const text = shown('.cm-content, textarea[name=body]')
    return {
      first: Math.round((first ?? main).getBoundingClientRect().top + scrollY),
      text: text ? Math.round(text.getBoundingClientRect().top + scrollY) : null,
      height: document.documentElement.scrollHeight,
      overflow: document.documentElement.scrollWidth - innerWidth,
      shift: Math.round(held.shift * 1000) / 1000,
    }
  }, kind)
  // Chromium accepts Brotli over HTTPS only, so the scripts are asked for again.
  let script = 0
  for (const url of new Set(scripts)) {
    const answer = await page.request.get(url, { headers: { 'Accept-Encoding': 'br' } })
    script += Number(answer.headers()['content-length'])
  }
  const { text, ...figures } = seen
  return {
    ...figures,
    first: text ?? figures.first,
    script: Math.round(script / 1000),
    html: Math.round(html / 1024),
  }
}

/**
 * Opens each page from the navigation with the processor slowed down four times for interactions, and returns the
 * milliseconds of a navigation (without the slowdown) and of an interaction (with it).
 * @param {BrowserContext} context @param {readonly Room[]} rooms
 */
export async function measureTour(context, rooms) {
  const page = await context.newPage()
  await page.goto('/admin')
  await page.waitForSelector(READY)
  const hrefs = await page
    .locator('#console-navigation nav a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  /** @type {number[]} */
  const moves = []
  for (const href of [...hrefs, ...hrefs])
    moves.push(
      await page.evaluate(async (to) => {
        const link = /** @type {HTMLElement} */ (
          document.querySelector(`#console-navigation nav a[href="${to}"]`)
        )
        link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
        await new Promise((resolve) => setTimeout(resolve, 200))
        const start = performance.now()
        link.click()
        while (location.pathname !== to || !document.querySelector(`nav a[href="${to}"][aria-current=page]`))
          await new Promise((resolve) => requestAnimationFrame(resolve))
        return performance.now() - start
      }, href),
    )
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  /** @type {number[]} */
  const interactions = []
  for (const { path } of rooms) {
    await page.goto(path)
    await page.waitForSelector(READY)
    await page.evaluate(() => {
      const held = /** @type {any} */ (window)
      held.durations = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { interactionId, duration } = /** @type {any} */ (entry)
          if (interactionId) held.durations.push(duration)
        }
      }).observe(/** @type {any} */ ({ type: 'event', durationThreshold: 16 }))
    })
    await page.keyboard.press('Tab')
    const field = page
      .locator('main :is(input[type=text], input[type=search], textarea, .cm-content)')
      .first()
    if (await field.isVisible()) {
      await field.click()
      await page.keyboard.type('abc', { delay: 60 })
    }
    const summary = page.locator('main summary').first()
    if (await summary.isVisible()) await summary.click()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('set', { delay: 60 })
    await page.keyboard.press('Escape')
    await page.waitForTimeout(200)
    interactions.push(...(await page.evaluate(() => /** @type {any} */ (window).durations)))
  }
  return {
    'navigation, median ms': quantile(moves, 0.5),
    'navigation, p95 ms': quantile(moves, 0.95),
    'interaction at 4 × slowdown, p75 ms': quantile(interactions, 0.75),
    interactions: interactions.length,
  }
}

/** @param {number[]} values @param {number} share */
function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN)
}
