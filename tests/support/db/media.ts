import sharp, { type Sharp } from 'sharp'
import { signInAs } from '#tests/support/http/client.ts'
import type { Server } from '#tests/support/http/shared-servers.ts'
import type { TestApp } from '#tests/support/factories.ts'
import { uploadMedia } from '#app/features/media/media.server.ts'

type Size = { width?: number; height?: number }

/** Orange on blue, both far from the edge of what a colour can be. */
export function aPicture({ width = 1000, height = 600 }: Size = {}): Sharp {
  const raw = Buffer.alloc(width * height * 3, Buffer.of(0x22, 0x44, 0x66))
  const lit = Buffer.alloc(Math.ceil(width * 0.4) * 3, Buffer.of(0xee, 0x99, 0x33))
  for (let row = 0; row < height * 0.7; row++) lit.copy(raw, row * width * 3)
  return sharp(raw, { raw: { width, height, channels: 3 } })
}

/** Three frames, each of one colour, in one picture. */
export function anAnimation({ width = 400, height = 300 }: Size = {}): Sharp {
  const raw = Buffer.alloc(width * height * 3 * 3)
  raw.fill(200, width * height * 3, width * height * 6)
  raw.fill(90, width * height * 6)
  return sharp(raw, { raw: { width, height: height * 3, channels: 3, pageHeight: height } })
}

export const aDrawing = (inside = '<rect width="10" height="10"/>', root = 'viewBox="0 0 40 30"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${root}>${inside}</svg>`,
  )

/** Uploads as the service itself. */
export const anUpload = async (
  test: TestApp,
  bytes: Buffer,
  { name = 'stripes.png', alt = 'Stripes' } = {},
) => (await uploadMedia(test.ctx(), { file: { name, bytes }, alt })).media

const editors = new Map<string, Promise<string>>()

/** The cookie of an editor of the server, one for each. */
export function editorOf(server: Server): Promise<string> {
  const cookie = editors.get(server.url) ?? signInAs(server, 'editor')
  editors.set(server.url, cookie)
  return cookie
}

/** A form with a file, as browsers send it. */
export function formOf(
  bytes: Buffer,
  { name = 'stripes.png', type = 'image/png', ...fields }: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  return form
}

/** Overflows the renderer's stack, which ends its process. */
export const crashing = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${Array.from(
    { length: 9_000 },
    (_, i) =>
      `<pattern id="p${i}" width="1" height="1"><path d="M0 0h9v9z" fill="url(#p${i + 1})"/></pattern>`,
  ).join('')}<path d="M0 0h9v9z" fill="url(#p0)"/></svg>`,
)
