/**
 * `npm run screenshots`: draws the pictures of the documentation again. Starts the built server with the demo guild, opens
 * each page in Chromium in the light and in the dark theme, and writes `public/figures/screens/`. `--only=jobs,chat` draws
 * a part.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { openDemoSite } from '#tests/screenshots/demo-site.js'
import { pictures } from '#tests/screenshots/pictures.js'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('#tests/screenshots/pictures.js').Picture} Picture */

const FOLDER = 'public/figures/screens'
const viewport = { width: 1040, height: 680 }
/** Pixels of the picture for each pixel of the page. */
const SCALE = 1.5
/** A wide or close picture shows this many times the width and height in the same number of pixels. */
const WIDER = 1.25
const CLOSER = 0.75
/** Space above `top`, in pixels. */
const MARGIN = 32

const only = process.argv
  .find((arg) => arg.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')

/** @type {import('playwright-core').BrowserContextOptions} */
const look = { viewport, deviceScaleFactor: SCALE, reducedMotion: 'reduce' }
const { baseURL, browser, signedIn } = await openDemoSite(look)
const options = { ...look, baseURL }
mkdirSync(FOLDER, { recursive: true })
for (const [name, picture] of Object.entries(pictures)) {
  if (only && !only.includes(name)) continue
  const context = await contextOf(picture)
  const page = await context.newPage()
  try {
    await open(page, picture)
    for (const theme of /** @type {const} */ (['light', 'dark'])) await draw(page, name, theme)
  } catch (error) {
    throw new Error(`The picture ${name} could not be drawn.`, { cause: error })
  }
  await page.close()
}
process.exit(0)

/** @param {Picture} picture */
async function contextOf({ isSignedOut, isWide, isClose }) {
  const shown = isWide ? WIDER : isClose ? CLOSER : 1
  if (!isSignedOut && shown === 1) return signedIn
  return browser.newContext({
    ...options,
    viewport: { width: viewport.width * shown, height: viewport.height * shown },
    deviceScaleFactor: SCALE / shown,
    ...(isSignedOut ? {} : { storageState: await signedIn.storageState() }),
  })
}

/** @param {Page} page @param {Picture} picture */
async function open(page, { path, act, top }) {
  await page.goto(path, { waitUntil: 'networkidle' })
  await act?.(page)
  await page.waitForLoadState('networkidle')
  if (!top) return
  const box = await page.locator(top).first().boundingBox()
  await page.evaluate((y) => scrollTo(0, y), (box?.y ?? 0) - MARGIN)
}

/** @param {Page} page @param {string} name @param {'light' | 'dark'} theme */
async function draw(page, name, theme) {
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForTimeout(300)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  writeFileSync(`${FOLDER}/${name}${theme === 'dark' ? '-dark' : ''}.webp`, Buffer.from(data, 'base64'))
}
