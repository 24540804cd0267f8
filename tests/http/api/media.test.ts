import { describe, expect, test } from 'vitest'
import type { Media } from '#app/features/media/schema.ts'
import { oneServer, client } from '#tests/support/http/client.ts'
import type { Server } from '#tests/support/http/shared-servers.ts'
import { aDrawing, aPicture, editorOf, formOf } from '#tests/support/db/media.ts'

const MiB = 1024 * 1024
/** Asks as an editor. */
const asking = async (server: Server) => {
  const Cookie = await editorOf(server)
  const ask = client(server)
  return (path: string, init: RequestInit = {}) =>
    ask(path, { ...init, headers: { Cookie, ...(init.headers as Record<string, string>) } })
}

async function upload(server: Server, form: FormData) {
  const response = await (await asking(server))('/api/cms/media', { method: 'POST', body: form })
  return {
    status: response.status,
    body: (await response.json()) as { media: Media; error: string; code: string },
  }
}

let count = 0
const fresh = () =>
  aPicture({ width: 800 + ++count, height: 500 })
    .png()
    .toBuffer()

describe.each(oneServer())('media on $name', (server) => {
  const get = client(server)

  test('an upload is served at once, to everybody, and never asked for again', async () => {
    const bytes = await fresh()
    const { status, body } = await upload(
      server,
      formOf(bytes, { name: 'a.txt', type: 'text/plain', alt: ' Orange ' }),
    )
    expect([status, body.media.type, body.media.alt, body.media.name]).toEqual([
      201,
      'image/png',
      'Orange',
      'a.txt',
    ])
    expect((await upload(server, formOf(bytes))).status).toBe(200)
    for (const [url, type] of [
      [body.media.url, 'image/png'],
      [body.media.sizes[0]!.url, 'image/webp'],
    ] as const) {
      const answer = await get(url)
      const content = Buffer.from(await answer.arrayBuffer())
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'content-length': String(content.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        etag: expect.stringMatching(/^"[\w.-]+"$/),
      })
      expect(answer.headers.has('set-cookie')).toBe(false)
      const etag = answer.headers.get('ETag')!
      const again = await get(url, { headers: { 'If-None-Match': etag } })
      expect([again.status, again.headers.get('ETag'), await again.text()]).toEqual([304, etag, ''])
      const head = await get(url, { method: 'HEAD' })
      expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([
        200,
        String(content.length),
        '',
      ])
      const post = await get(url, { method: 'POST' })
      expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
    }
    const tags = await Promise.all(
      [body.media.url, ...body.media.sizes.map(({ url }) => url)].map(async (url) =>
        (await get(url)).headers.get('ETag'),
      ),
    )
    expect(new Set(tags).size).toBe(3)
  })

  test('a drawing is a download that runs and loads nothing, whatever is in it', async () => {
    const { body } = await upload(server, formOf(aDrawing('<circle r="7"/>'), { name: 'my “sign”.svg' }))
    const { headers } = await get(body.media.url)
    expect(headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8')
    expect(headers.get('Content-Disposition')).toBe(
      `attachment; filename*=UTF-8''my%20%E2%80%9Csign%E2%80%9D.svg`,
    )
    const policy = headers.get('Content-Security-Policy')!.split('; ')
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "style-src 'unsafe-inline'", 'sandbox']),
    )
  })

  test('what is deleted is a 404 from then on, even to who has it', async () => {
    const { body } = await upload(server, formOf(await fresh()))
    const { id, url, sizes } = body.media
    const etags = await Promise.all(
      [url, sizes[0]!.url].map(async (one) => (await get(one)).headers.get('ETag')!),
    )
    expect((await (await asking(server))(`/api/cms/media/${id}`, { method: 'DELETE' })).status).toBe(204)
    for (const [index, one] of [url, sizes[0]!.url].entries()) {
      const answer = await get(one, { headers: { 'If-None-Match': etags[index]! } })
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
    }
  })

  test('images that are invalid, broken or too large are refused with a sentence', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    expect(await upload(server, formOf(page))).toMatchObject({
      status: 415,
      body: { error: expect.stringMatching(/^This file is not a supported image/) },
    })
    const drawing = aDrawing('<script>alert(1)</script>')
    expect(await upload(server, formOf(drawing))).toMatchObject({
      status: 400,
      body: { error: 'This SVG is not allowed: <script> is not allowed (line 1).' },
    })
    expect(await upload(server, formOf(Buffer.alloc(20 * MiB + 1)))).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large', error: 'A file can be at most 20 MiB.' },
    })
    expect(await upload(server, formOf(Buffer.alloc(30 * MiB)))).toMatchObject({ status: 413 })
    const none = new FormData()
    none.set('alt', 'x')
    expect(await upload(server, none)).toMatchObject({ status: 400, body: { error: 'File: Select a file.' } })
    expect(await upload(server, formOf(await fresh(), { alt: 'x'.repeat(501) }))).toMatchObject({
      status: 400,
    })
    expect(await upload(server, formOf(await fresh(), { colour: 'red' }))).toMatchObject({ status: 400 })
  })

  test('a form that is not what it says is a 400, and one of another type a 415', async () => {
    const ask = await asking(server)
    const part = (name: string, rest = '') =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\nx\r\n`
    const send = async (body: string | Uint8Array<ArrayBuffer>, type = 'multipart/form-data; boundary=b') =>
      (await ask('/api/cms/media', { method: 'POST', body, headers: { 'Content-Type': type } })).status
    expect(await send('nothing')).toBe(400)
    expect(await send(part('file', '; filename="a.png"'))).toBe(400)
    expect(await send(`${part('a').repeat(11)}--b--\r\n`)).toBe(400)
    expect(
      await send(
        Buffer.concat([
          Buffer.from(part('alt').replace('x\r\n', '')),
          Buffer.from([0xff]),
          Buffer.from('\r\n--b--'),
        ]),
      ),
    ).toBe(400)
    expect(await send(`--b\r\nX: ${'x'.repeat(20_000)}\r\n\r\nx\r\n--b--`)).toBe(400)
    for (const type of ['application/json', 'multipart/form-data', 'multipart/mixed; boundary=b', ''])
      expect([type, await send('{}', type)]).toEqual([type, 415])
  })

  test('another site cannot have a browser upload', async () => {
    const ask = await asking(server)
    const foreign = {
      method: 'POST',
      body: formOf(await fresh()),
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    }
    expect((await ask('/api/cms/media', foreign)).status).toBe(403)
  })

  test('the console takes an upload without a script, and says what was wrong with one', async () => {
    const ask = await asking(server)
    const form = formOf(await fresh(), {
      intent: 'upload',
      alt: 'From the console',
      name: `console-${server.name}.png`,
    })
    const done = await ask('/admin/media', { method: 'POST', body: form })
    expect(done.status).toBe(302)
    const page = await (await ask(done.headers.get('Location')!)).text()
    expect(page).toContain('From the console')
    const wrong = await ask('/admin/media', {
      method: 'POST',
      body: formOf(Buffer.from('x'), { intent: 'upload', alt: 'Kept' }),
    })
    const text = await wrong.text()
    expect(wrong.status).toBe(415)
    expect(text).toContain('This file is not a supported image')
    expect(text).toContain('value="Kept"')
  })
})
