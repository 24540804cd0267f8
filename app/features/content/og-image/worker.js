// Images are rendered on a separate thread, because a layout takes 0.1 seconds and would block requests.
import { renderAsync } from '@resvg/resvg-js'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import satori from 'satori'

/** @typedef {import('satori').SatoriOptions['fonts']} Fonts */
/** @typedef {{ id: number, tree: any, size: { width: number, height: number }, last: boolean }} Job */

const subsets = ['latin', 'latin-ext', 'cyrillic', 'vietnamese']
const weights = /** @type {const} */ ([600, 800])
const { resolve } = createRequire(import.meta.url)

/** Each subset is a separate font family, and the layout engine falls back to the next family. @type {Fonts} */
const fonts = await Promise.all(
  weights.flatMap((weight) =>
    subsets.map(async (subset) => ({
      name: `Overpass ${subset}`,
      weight,
      data: await readFile(resolve(`@fontsource/overpass/files/overpass-${subset}-${weight}-normal.woff`)),
    })),
  ),
)

/** Renders the image, or returns text that no font supports. @param {Job} job */
async function draw({ tree, size, last }) {
  /** @type {string[]} */
  const unknown = []
  const svg = await satori(tree, {
    ...size,
    fonts,
    loadAdditionalAsset: async (_script, text) => {
      unknown.push(text)
      return []
    },
  })
  if (unknown.length && !last) return { unknown }
  // Text is already converted to shapes, so system fonts would only make the result depend on the machine.
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } })
  return { png: image.asPng() }
}

parentPort?.on('message', async (/** @type {Job} */ job) => {
  const answer = await draw(job).catch((/** @type {unknown} */ error) => ({ failed: String(error) }))
  parentPort?.postMessage({ id: job.id, ...answer })
})
parentPort?.postMessage('ready')
