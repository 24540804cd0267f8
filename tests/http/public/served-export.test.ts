import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '#app/app.server.ts'
import { contextFor } from '#app/context.server.ts'
import { saveEntry } from '#app/features/cms/entries.server.ts'
import { archiveEntry, publishEntry, scheduleEntry } from '#app/features/cms/publishing.server.ts'
import { createRedirect } from '#app/features/content/store/redirects.server.ts'
import { uploadMedia } from '#app/features/media/media.server.ts'
import { readSiteSettings, saveSiteSettings } from '#app/features/site/settings.server.ts'
import { chooseStarter } from '#app/features/site/starter-content.server.ts'
import { readConfig } from '#app/platform/config/config.server.ts'
import { aDrawing, aPicture, formOf } from '#tests/support/db/media.ts'
import { anEntry, aPublishedEntry, changed } from '#tests/support/db/cms.ts'
import { openEngine, oneEngine } from '#tests/support/engines.ts'
import { system } from '#tests/support/factories.ts'
import { client, publishedPaths, signInAs } from '#tests/support/http/client.ts'
import {
  cli,
  startServer,
  temporaryFolder,
  type Env,
  type RunningServer,
} from '#tests/support/http/server.ts'
import type { Server } from '#tests/support/http/shared-servers.ts'

const undo: (() => Promise<unknown>)[] = []
const common = { SITE_URL: 'https://harbor.example', RATE_LIMITS: 'off' }
let folder: string
let original: RunningServer
let image: string
let size: string

const look = { name: 'Harbor', tagline: 'News from the harbor', accent: '#0b5394', credit: false }

/** Starts a server, after `prepare` has filled its database as people in the console do. */
async function start(env: Env, prepare: typeof fill | null): Promise<RunningServer> {
  const engine = await openEngine(oneEngine[0]!)
  undo.unshift(engine.remove)
  const all = { ...common, ...engine.env, ...env }
  if (prepare) {
    const app = await openApp(readConfig({ LOG_LEVEL: 'silent', ...all }))
    await prepare(contextFor(app, system))
    await app.close()
  }
  const server = await startServer(all)
  undo.unshift(server.stop)
  return server
}

type Ctx = ReturnType<typeof contextFor>

async function beginBlank(ctx: Ctx) {
  await saveSiteSettings(ctx, { version: 0, settings: look })
  await chooseStarter(ctx, { starter: 'blank' })
}

async function publishPrivacy(ctx: Ctx) {
  const [row] = await ctx.db.selectFrom('cms_entries').selectAll().where('slug', '=', 'privacy').execute()
  await publishEntry(ctx, { type: 'page', id: row!.id, version: row!.version })
}

/** Fills a Blank site with everything that an export has to tell apart. */
async function fill(ctx: Ctx) {
  await beginBlank(ctx)
  await publishPrivacy(ctx)
  const picture = await aPicture({ width: 800, height: 400 }).png().toBuffer()
  const photo = await uploadMedia(ctx, { file: { name: 'photo.png', bytes: picture }, alt: 'A harbor' })
  image = photo.media.url
  size = photo.media.sizes[0]!.url
  const logo = await uploadMedia(ctx, { file: { name: 'logo.svg', bytes: aDrawing() }, alt: '' })
  const body = `Ships pass here. See [the gallery](/gallery).\n\n${photo.media.markdown}\n`
  const place = await aPublishedEntry(ctx, 'page', { slug: 'harbour', title: 'The harbor', body })
  await publishEntry(ctx, await saveEntry(ctx, changed(place, { slug: 'harbor' })))
  const figure = `<Figure src="${image}" alt="Ships" width="800" height="400">Ships</Figure>\n`
  const gallery = await aPublishedEntry(ctx, 'page', { slug: 'gallery', title: 'Gallery', body: figure })
  await saveEntry(ctx, changed(gallery, { title: 'Secret gallery', body: 'Secret plans.\n' }))
  await aPublishedEntry(ctx, 'post', { slug: 'first', title: 'First ship', published_on: '2026-01-02' })
  await aPublishedEntry(ctx, 'doc', { slug: 'guide/knots', title: 'Knots', section: 'Site', order: 5 })
  await anEntry(ctx, 'page', { slug: 'secret-draft', title: 'Secret draft' })
  await archiveEntry(ctx, await aPublishedEntry(ctx, 'page', { slug: 'secret-past', title: 'Secret past' }))
  const { type, id, version } = await anEntry(ctx, 'post', { slug: 'secret-soon', title: 'Secret soon' })
  await scheduleEntry(ctx, { type, id, version, scheduled_at: '2100-01-01T00:00:00Z' })
  await createRedirect(ctx, { from: '/Old_Hours.html', to: '/contact' })
  const { version: saved } = await readSiteSettings(ctx)
  await saveSiteSettings(ctx, { version: saved, settings: { logo: logo.media.url } })
}

const as = async (server: RunningServer, role: string) => {
  const Cookie = await signInAs(server as unknown as Server, role)
  return { headers: { Cookie } }
}
let zip: Buffer
beforeAll(async () => {
  original = await start({}, fill)
  const response = await client(original as unknown as Server)('/api/cms/export', await as(original, 'owner'))
  expect(response.status).toBe(200)
  zip = Buffer.from(await response.arrayBuffer())
  const { path, remove } = await temporaryFolder()
  undo.push(remove)
  folder = join(path, 'content')
  for (const [file, bytes] of Object.entries(unzipSync(new Uint8Array(zip)))) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), bytes)
  }
}, 120_000)
afterAll(async () => {
  for (const step of undo) await step()
})

const get = ({ url }: RunningServer, path: string, Accept = 'text/html') =>
  fetch(url + path, { headers: { Accept }, redirect: 'manual' })
const textOf = async (server: RunningServer, path: string, accept?: string) =>
  (await (await get(server, path, accept)).text())
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(server.url, common.SITE_URL)

/** Compares everything that visitors of two servers see. */
async function compare(other: RunningServer, accept: string) {
  const paths = await publishedPaths(original)
  expect(paths).toEqual(
    expect.arrayContaining(['/', '/harbor', '/gallery', '/blog/first', '/docs/guide/knots']),
  )
  expect(await publishedPaths(other)).toEqual(paths)
  for (const path of [...paths, '/feed.xml', '/llms.txt', '/llms-full.txt']) {
    const text = await textOf(other, path, accept)
    expect([path, text]).toEqual([path, await textOf(original, path, accept)])
    expect(text).not.toContain('Secret')
  }
  await compareBytes(other, [image, size])
  for (const [from, to] of Object.entries({ '/Old_Hours.html': '/contact', '/harbour': '/harbor' }))
    for (const server of [original, other]) {
      const response = await get(server, from)
      expect([response.status, response.headers.get('Location')]).toEqual([308, to])
    }
  for (const path of ['/secret-draft', '/secret-past', '/blog/secret-soon', '/drafts/pages/secret-draft'])
    expect([path, (await get(other, path)).status]).toEqual([path, 404])
}

async function compareBytes(other: RunningServer, paths: string[]) {
  const read = async (server: RunningServer, path: string) => {
    const response = await get(server, path)
    const bytes = Buffer.from(await response.arrayBuffer()).toString('base64')
    return [path, response.status, response.headers.get('Content-Type'), bytes]
  }
  for (const path of paths) {
    const expected = await read(original, path)
    expect(expected[1]).toBe(200)
    expect(await read(other, path)).toEqual(expected)
  }
}

test('a site that is served from its export shows visitors the same', async () => {
  const copy = await start({ CONTENT_DIR: folder }, null)
  await compare(copy, 'text/html')
  expect(await textOf(copy, '/sitemap.xml')).toBe(await textOf(original, '/sitemap.xml'))
  await compareBytes(copy, ['/favicon.ico', /src="(\/media\/[^"]+\.svg)"/.exec(await textOf(copy, '/'))![1]!])
  const { code, err } = await cli(copy.env, ['content', 'check'])
  expect([code, err]).toEqual([0, ''])
}, 60_000)

test('a site that imports the export shows visitors the same', async () => {
  const copy = await start({}, beginBlank)
  const send = client(copy as unknown as Server)
  const form = formOf(zip, { name: 'content.zip', type: 'application/zip', publish: 'true' })
  const editor = await as(copy, 'editor')
  const response = await send('/api/cms/site-import', { method: 'POST', body: form, headers: editor.headers })
  const { counts } = (await response.json()) as { counts: Record<string, number> }
  expect([response.status, counts.refused]).toEqual([200, 0])
  await compare(copy, 'text/markdown')
}, 60_000)
