import { renderAsync } from '@resvg/resvg-js'

/** Message to the process that renders icons: an image with its media type, and the size of the result in pixels. */
export type IconRequest = { type: string; bytes: Uint8Array; size: number }
/** Message from the process: a PNG, or the reason for a failure. */
export type IconResponse = { png: Uint8Array } | { failed: string }

/** Centers an SVG or PNG in a transparent square. SVGs cannot load resources or use fonts. */
async function renderSquare({ type, bytes, size }: IconRequest): Promise<IconResponse> {
  const image = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><image href="${image}" width="${size}" height="${size}"/></svg>`
  return { png: (await renderAsync(svg, { font: { loadSystemFonts: false } })).asPng() }
}

// An SVG can keep the renderer busy forever or crash it. This ends only this process.
process.on('message', async (request: IconRequest) => {
  process.send?.(await renderSquare(request).catch((error: unknown) => ({ failed: String(error) })))
})
process.on('disconnect', () => process.exit())
