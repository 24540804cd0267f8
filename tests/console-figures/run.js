/**
 * `npm run console:measure`: measures the console in Chromium and prints the figures beside their goals. Starts the built
 * server with the demo guild. `--pictures=FOLDER` also saves each page at both widths and in both themes.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { measureRoom, measureTour } from '#tests/console-figures/figures.js'
import { rooms } from '#tests/console-figures/rooms.js'
import { openDemoSite } from '#tests/screenshots/demo-site.js'

const sizes = { 1280: { width: 1280, height: 900 }, 390: { width: 390, height: 844 } }
const option = (/** @type {string} */ name) =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
const pictures = option('pictures')
const only = option('only')?.split(',')

const { baseURL, browser, signedIn } = await openDemoSite({ viewport: sizes[1280], reducedMotion: 'reduce' })
const storageState = await signedIn.storageState()

const rows = []
for (const [name, room] of Object.entries(rooms)) {
  if (only && !only.includes(name)) continue
  /** @type {Record<string, string | number>} */
  const row = { page: name }
  for (const [width, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({ baseURL, viewport, storageState, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const figures = await measureRoom(page, room)
    for (const [figure, value] of Object.entries(figures)) row[`${figure} ${width}`] = value
    if (pictures) await photograph(page, `${name.replaceAll(' ', '-')}-${width}`)
    await context.close()
  }
  rows.push(row)
}
console.table(
  rows.map(({ page, ...figures }) => ({
    page,
    'first y 1280': figures['first 1280'],
    'first y 390': figures['first 390'],
    'height 1280': figures['height 1280'],
    'script KB': figures['script 1280'],
    'html KB': figures['html 1280'],
    'CLS 1280': figures['shift 1280'],
    'CLS 390': figures['shift 390'],
    'overflow 390': figures['overflow 390'],
  })),
)
if (!only) {
  const tour = await measureTour(signedIn, Object.values(rooms))
  console.table([tour])
}
process.exit(0)

/** @param {import('playwright-core').Page} page @param {string} name */
async function photograph(page, name) {
  mkdirSync(/** @type {string} */ (pictures), { recursive: true })
  for (const theme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme: theme })
    await page.screenshot({ path: join(/** @type {string} */ (pictures), `${name}-${theme}.png`) })
  }
}
