import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/access.ts'
import type { Invalid } from '#app/errors.ts'
import { uploadMedia } from '#app/features/media/media.server.ts'
import { siteIcon } from '#app/features/site/icons.server.ts'
import { setSiteImage } from '#app/features/site/images.server.ts'
import { readSiteSettings, saveSiteSettings } from '#app/features/site/settings.server.ts'
import { checkContent } from '#app/features/content/store/publish-files.server.ts'
import { syncContent } from '#app/features/content/store/content-sync.server.ts'
import { llmsTxt } from '#app/features/content/discovery/llms.server.ts'
import { siteSettings, type SiteChange } from '#app/site/identity.ts'
import { engineNames, openEngine } from '#tests/support/engines.ts'
import { crashing } from '#tests/support/db/media.ts'
import { aUser, openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'
import { secondInstance } from '#tests/support/http/second-instance.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0h9v9z"/></svg>',
)

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => {
    it = await openTestApp(engine)
  })
  afterAll(() => it.close())

  const adminActor = userWith('admin') as Extract<Actor, { kind: 'user' }>
  const admin = () => it.ctx(adminActor)
  const site = () => it.app.contentIndex.site
  const save = async (settings: SiteChange) =>
    saveSiteSettings(admin(), { version: (await readSiteSettings(admin())).version, settings })
  const issuesOf = async (settings: SiteChange) =>
    ((await refusalOf(() => save(settings))) as Invalid).issues!.map(({ path }) => path)

  test('the site’s own name is a default that the console can change', async () => {
    expect(site()).toMatchObject({ name: 'Signpost', credit: false, legal: { terms: '/terms' } })
    const before = it.app.contentIndex.digest
    await save({ name: 'Harbor', tagline: 'A quiet place' })
    expect(site()).toMatchObject({ name: 'Harbor', short_name: 'Harbor', tagline: 'A quiet place' })
    expect(it.app.contentIndex.digest).not.toBe(before)
    expect(await llmsTxt(it.ctx())).toMatch(/^# Harbor\n/)
    await save({ name: null })
    expect(site()).toMatchObject({ name: 'Signpost', tagline: 'A quiet place' })
  })

  test('only administrators read and change the settings', async () => {
    for (const role of ['member', 'editor'] as const) {
      const ctx = it.ctx(userWith(role))
      expect((await refusalOf(() => readSiteSettings(ctx))).code).toBe('forbidden')
      expect((await refusalOf(() => saveSiteSettings(ctx, { version: 0, settings: {} }))).code).toBe(
        'forbidden',
      )
    }
  })

  test('an outdated version is refused, and the audit log has the changed settings', async () => {
    const { version } = await save({ name: 'Quay', sign_face: true })
    const stale = () => saveSiteSettings(admin(), { version: version - 1, settings: { name: 'Pier' } })
    expect(await refusalOf(stale)).toMatchObject({
      code: 'precondition_failed',
      current: { version, changed: ['name'] },
    })
    expect(site().name).toBe('Quay')
    const row = await it.app.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'site.changed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(row.details)).toEqual({ changed: ['name'], version })
  })

  test('links that lead nowhere and missing images are refused at their setting', async () => {
    const navigation = [
      { label: 'Blog', href: '/blog' },
      { label: 'More', items: [{ label: 'Nowhere', href: '/nowhere' }] },
    ]
    expect(await issuesOf({ navigation, legal: { privacy: '/missing' }, home: '/other' })).toEqual([
      'settings.home',
      'settings.navigation.1.items.0.href',
      'settings.legal.privacy',
    ])
    expect(await issuesOf({ logo: `/media/${'0'.repeat(32)}-1x1.svg` })).toEqual(['settings.logo'])
    expect(await issuesOf({ logo: 'logo.svg' })).toEqual(['settings.logo'])
    expect(await issuesOf({ home: '/admin' })).toEqual(['settings.home'])
    await save({
      navigation: [
        { label: 'About us', href: '/about?x#y' },
        { label: 'Out', href: 'https://a.example' },
      ],
    })
    expect(site().navigation).toHaveLength(2)
  })

  test('an uploaded icon becomes the icon, and other formats are refused', async () => {
    const { id } = await aUser(it, { role: 'admin' })
    const uploader = it.ctx({ ...adminActor, userId: id })
    const { version } = await readSiteSettings(uploader)
    const file = { name: 'icon.svg', bytes: svg }
    await setSiteImage(uploader, { slot: 'icon', file, version })
    expect(site().icon).toMatch(/^\/media\/[0-9a-f]{32}-40x20\.svg$/)
    const { media } = await uploadMedia(uploader, { file, alt: '' })
    expect(media.used_in).toEqual([{ path: '/admin/settings', title: 'Site settings' }])
    const text = { name: 'icon.png', bytes: Buffer.from('no image') }
    const refused = () => setSiteImage(uploader, { slot: 'icon', file: text, version: version + 1 })
    expect((await refusalOf(refused)).code).toBe('unsupported_media_type')
    await save({ icon: null })
    expect(site().icon).toBeNull()
  })

  test('an icon that crashes its renderer is refused, and never shown if it is stored', async () => {
    const { id } = await aUser(it, { role: 'admin' })
    const uploader = it.ctx({ ...adminActor, userId: id })
    const file = { name: 'icon.svg', bytes: crashing }
    const { version } = await readSiteSettings(uploader)
    const refusal = await refusalOf(() => setSiteImage(uploader, { slot: 'icon', file, version }))
    expect(refusal.message).toContain('too often')
    expect(site().icon).toBeNull()
    // An earlier version stored such files.
    const bytes = Buffer.from(svg.toString().replace('h9', 'h8'))
    const { media } = await uploadMedia(uploader, { file: { ...file, bytes }, alt: '' })
    const [, hash = ''] = /([0-9a-f]{32})-/.exec(media.url)!
    await it.app.db
      .updateTable('media_blobs')
      .set({ bytes: crashing })
      .where('hash', 'like', `${hash}%`)
      .execute()
    const usual = await siteIcon(admin(), 48)
    await save({ icon: media.url })
    expect((await siteIcon(admin(), 48)).equals(usual)).toBe(true)
    await save({ icon: null })
  })

  test('paths are stored as URLs, without characters that break a header', async () => {
    const legal = { terms: '/blog?x=日本>,<\u0001y', privacy: '/about#über-uns' }
    await save({ legal })
    expect(site().legal).toEqual({
      terms: '/blog?x=%E6%97%A5%E6%9C%AC%3E,%3C%01y',
      privacy: '/about#%C3%BCber-uns',
    })
    for (const href of ['/..//evil.example', '/\\evil.example', '//evil.example', '/\t/evil.example'])
      expect(siteSettings.safeParse({ navigation: [{ label: 'Away', href }] }).success, href).toBe(false)
    await save({ legal: null })
  })

  test('the home page is an entry, the newest posts or generated', async () => {
    const home = () => it.app.contentIndex.find('/')!
    await save({ home: '/about' })
    expect(home()).toMatchObject({ path: '/', type: 'page', file: 'pages/about.mdx' })
    await save({ home: '/docs/configuration' })
    const docs = it.app.contentIndex.list('doc').filter(({ file }) => file === 'docs/configuration.mdx')
    expect([home().file, docs.length]).toEqual(['docs/configuration.mdx', 1])
    await save({ home: 'posts', name: 'Quay', description: 'What happens at the quay.' })
    expect(home()).toMatchObject({ title: 'Quay', description: 'What happens at the quay.', body: '' })
    await save({ home: 'default', name: null, description: null })
    expect(home()).toMatchObject({ slug: 'index', file: 'pages/index.mdx' })
  })

  test('two instances on one database show the same settings', async () => {
    const other = await openTestApp(engine)
    try {
      const second = { ...it.app, contentIndex: other.app.contentIndex }
      await save({ name: 'Lighthouse' })
      await syncContent(second)
      expect(second.contentIndex.site.name).toBe('Lighthouse')
      expect(second.contentIndex.digest).toBe(it.app.contentIndex.digest)
    } finally {
      await other.close()
    }
  })
})

describe('site.yaml', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeAll(async () => {
    folder = await temporaryFolder()
    await mkdir(join(folder.path, 'images'))
    await writeFile(join(folder.path, 'images/logo.svg'), svg)
  })
  afterAll(() => folder.remove())
  const write = (text: string | Buffer) => writeFile(join(folder.path, 'site.yaml'), text)
  const open = (env = {}) => openTestApp(engineNames[0]!, { CONTENT_DIR: folder.path, ...env })

  test('a folder with only site.yaml is a site, whose settings the console cannot change', async () => {
    await write('name: Harbor\nlogo: images/logo.svg\nlanguage: de\ncredit: false\n')
    const it = await open({ CONTENT_SIGNAL: 'ai-train=yes' })
    try {
      const { contentIndex } = it.app
      expect(contentIndex.site).toMatchObject({
        name: 'Harbor',
        language: 'de',
        content_signals: 'ai-train=yes',
      })
      expect(contentIndex.site.logo).toMatch(/^\/media\/[0-9a-f]{32}-40x20\.svg$/)
      expect(contentIndex.find('/')).toMatchObject({ title: 'Harbor', description: 'Willkommen bei Harbor.' })
      expect(contentIndex.find('/changelog')).toBeUndefined()
      expect(contentIndex.list('post')).toEqual([])
      expect(contentIndex.skills.map(({ name }) => name)).toContain('read-this-site')
      const admin = it.ctx(userWith('admin'))
      expect((await readSiteSettings(admin)).locked).toEqual({
        name: 'file',
        logo: 'file',
        language: 'file',
        credit: 'file',
        content_signals: 'environment',
      })
      const refused = () =>
        saveSiteSettings(admin, { version: 0, settings: { name: 'Other', tagline: 'New' } })
      expect((await refusalOf(refused)).issues).toEqual([
        {
          path: 'settings.name',
          message: 'This setting is set in site.yaml. Change it there.',
        },
      ])
      await saveSiteSettings(admin, { version: 0, settings: { tagline: 'New' } })
      expect(contentIndex.site.tagline).toBe('New')
    } finally {
      await it.close()
    }
  })

  test.each([
    ['name: Harbor\ncolour: red\n', 'content/site.yaml:2: colour is not a known field'],
    [
      'name: Harbor\n\naccent: "#fefefe"\n',
      'content/site.yaml:3: accent: This color has a contrast of 1.0 : 1',
    ],
    ['logo: images/none.svg\n', 'content/site.yaml:1: logo: images/none.svg: the file does not exist'],
    ['logo: site.yaml\n', 'content/site.yaml:1: logo: Enter the path of an SVG'],
    ['logo: ../../etc/x.svg\n', 'content/site.yaml:1: logo: Enter the path of an SVG'],
    ['a: &x [1]\nb: *x\n', 'content/site.yaml:1: anchors and aliases are not allowed'],
    ['- a list\n', 'content/site.yaml:1: Send an object with named fields.'],
    [Buffer.from('name: K\xf6nig\n', 'latin1'), 'content/site.yaml:1: the file is not UTF-8'],
  ])('at the start, %j is refused with its line', async (text, reason) => {
    await write(text)
    await expect(open()).rejects.toThrow(reason)
  })

  test('a folder named site.yaml is refused, and comments alone set nothing', async () => {
    const path = join(folder.path, 'site.yaml')
    await rm(path)
    await mkdir(path)
    await expect(open()).rejects.toThrow('content/site.yaml:1: this is not a regular file')
    await rm(path, { recursive: true })
    await write('# name: Harbor\n\n  # later\n')
    const it = await open()
    expect(it.app.contentIndex.site.name).toBe('My site')
    await it.close()
  })

  test('a link without a target is reported at the start, and refused by a check', async () => {
    await write('name: Harbor\nnavigation:\n  - label: X\n    href: /gone\n')
    const it = await open()
    try {
      const reason = 'content/site.yaml:4: navigation.0.href: there is no page at /gone'
      expect(it.app.contentIndex.site.name).toBe('Harbor')
      expect(it.app.contentIndex.trouble).toBe(reason)
      expect((await refusalOf(() => checkContent(it.ctx()))).message).toBe(reason)
    } finally {
      await it.close()
    }
  })

  test('commands that need no content work with a wrong file', async () => {
    await write('name: Harbor\nlogo: images/none.svg\n')
    const engine = await openEngine(engineNames[0]!)
    const second = await secondInstance({ ...engine.env, CONTENT_DIR: folder.path })
    expect(second.app.contentIndex.site.name).toBe('Harbor')
    await second.close()
    await write('colour: red\n')
    const third = await secondInstance({ ...engine.env, CONTENT_DIR: folder.path })
    expect(third.app.contentIndex.site.name).toBe('My site')
    await third.close()
    await engine.remove()
  })

  test('a wrong file never takes a running site down', async () => {
    await write('name: Harbor\n')
    const it = await open()
    try {
      const { contentIndex } = it.app
      for (const wrong of ['name: ""\n', 'name: Pier\nhome: /nowhere\n', '- a list\n']) {
        await write(wrong)
        await expect(contentIndex.reload()).rejects.toThrow('content/site.yaml:')
        expect(contentIndex.site.name).toBe('Harbor')
        expect(contentIndex.trouble).toContain('content/site.yaml:')
      }
      await write('name: Pier\n')
      expect(await contentIndex.reload()).toBe(true)
      expect(contentIndex.site.name).toBe('Pier')
      expect(contentIndex.trouble).toBeNull()
    } finally {
      await it.close()
    }
  })
})
