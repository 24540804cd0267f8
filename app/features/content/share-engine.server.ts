import type { ReactElement } from 'react'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** What to draw, given the pieces of text that no font can spell: none at first. */
export type Draw = (unknown: string[]) => ReactElement
export type Engine = (draw: Draw, size: { width: number; height: number }) => Promise<Buffer>

const subsets = ['latin', 'latin-ext', 'cyrillic', 'vietnamese']
const weights = [600, 800] as const

/**
 * Loads what turns elements into a PNG: a layout engine, a rasterizer made for this operating system, and the fonts.
 * A third of a second and some 60 MB, so only who needs an image pays. Rejects where the rasterizer has no build.
 */
export async function loadEngine(): Promise<Engine> {
  const [{ default: layOut }, { renderAsync }, fonts] = await Promise.all([
    import('satori'),
    import('@resvg/resvg-js'),
    readFonts(),
  ])
  return async (draw, size) => {
    const unknown: string[] = []
    const loadAdditionalAsset = async (_script: string, text: string) => {
      unknown.push(text)
      return []
    }
    let svg = await layOut(draw([]), { ...size, fonts, loadAdditionalAsset })
    if (unknown.length) svg = await layOut(draw(unknown), { ...size, fonts })
    // All text has become shapes: the fonts of the machine would only make the result depend on it.
    const image = await renderAsync(svg, { font: { loadSystemFonts: false } })
    return image.asPng()
  }
}

/** Each subset is a family of its own; where one has no letter, the layout engine asks the next. */
function readFonts() {
  const { resolve } = createRequire(import.meta.url)
  return Promise.all(
    weights.flatMap((weight) =>
      subsets.map(async (subset) => ({
        name: `Overpass ${subset}`,
        weight,
        data: await readFile(resolve(`@fontsource/overpass/files/overpass-${subset}-${weight}-normal.woff`)),
      })),
    ),
  )
}
