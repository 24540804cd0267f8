import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/access.ts'
import { listCmsEntries } from '#app/features/cms/entries.server.ts'
import { publishEntry } from '#app/features/cms/publishing.server.ts'
import { summarizeContent } from '#app/features/content/content.server.ts'
import { readManual } from '#app/features/content/manual.server.ts'
import { seedDemo } from '#app/features/demo/demo.server.ts'
import { readSiteSettings, saveSiteSettings } from '#app/features/site/settings.server.ts'
import { readSetup, skipSetupStep } from '#app/features/setup/setup.server.ts'
import { chooseStarter } from '#app/features/site/starter-content.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aUser, openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let owner: Actor
  beforeAll(async () => {
    it = await openTestApp(engine)
    const { id } = await aUser(it, { role: 'owner' })
    owner = { ...(userWith('owner') as Extract<Actor, { kind: 'user' }>), userId: id }
  })
  afterAll(() => it.close())

  const ctx = () => it.ctx(owner)
  const paths = () => it.app.contentIndex.entries.filter(({ isMade }) => !isMade).map(({ path }) => path)
  const stateOf = async (step: string) => (await readSetup(ctx())).find((one) => one.step === step)!.state

  test('before the choice, the manual is the site', async () => {
    expect(it.app.contentIndex.isManual).toBe(true)
    expect(await stateOf('content')).toBe('open')
    expect(await stateOf('texts')).toBe('open')
    expect(await stateOf('post')).toBe('open')
    expect(paths()).toContain('/docs/getting-started')
  })

  test('the demo data does not complete a step of the setup', async () => {
    await seedDemo(it.ctx())
    expect([await stateOf('server'), await stateOf('automation')]).toEqual(['open', 'open'])
  })

  test('the overview omits generated pages', async () => {
    const { counts } = await summarizeContent(ctx())
    const { total } = await listCmsEntries(ctx(), { limit: 1, offset: 0 })
    expect(counts.pages + counts.docs + counts.posts).toBe(total)
  })

  test('only administrators choose, and only what exists', async () => {
    const editor = it.ctx(userWith('editor'))
    expect((await refusalOf(() => chooseStarter(editor, { starter: 'blank' }))).code).toBe('forbidden')
    expect((await refusalOf(() => skipSetupStep(editor, { step: 'bot' }))).code).toBe('forbidden')
    expect((await refusalOf(() => readSetup(editor))).code).toBe('forbidden')
  })

  test('a template replaces the manual, with the site’s name in its pages', async () => {
    await saveSiteSettings(ctx(), { version: 0, settings: { name: 'Harbor & Co', credit: false } })
    expect(await chooseStarter(ctx(), { starter: 'blank' })).toBe(5)
    expect(paths().sort()).toEqual(['/', '/about', '/blog/hello', '/contact'])
    const { contentIndex } = it.app
    expect(contentIndex.isManual).toBe(false)
    expect(contentIndex.find('/changelog')).toBeUndefined()
    // The next start reports no links of the manual's settings, which no longer apply.
    expect(contentIndex.checkSite()).toBeNull()
    expect(contentIndex.skills.map(({ name }) => name)).not.toContain('run-signpost')
    expect(contentIndex.entries.map(({ title, body }) => title + body).join()).toContain('Harbor')
    expect(contentIndex.site).toMatchObject({ name: 'Harbor & Co', credit: false })
    expect(await stateOf('content')).toBe('done')
    expect(await stateOf('post')).toBe('open')
    expect(await stateOf('texts')).toBe('open')
    const { entries } = (await readSetup(ctx())).find(({ step }) => step === 'texts')!
    expect(entries.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['About Harbor & Co', 'Privacy']),
    )
    expect(entries.at(-1)!.href).toMatch(/^\/admin\/content\/page\/\w{26}$/)
  })

  test('the privacy page is a draft, and placeholders keep a step open', async () => {
    const { entries } = await listCmsEntries(ctx(), { q: 'privacy', limit: 10, offset: 0 })
    const [privacy] = entries
    expect(privacy).toMatchObject({ slug: 'privacy', status: 'draft' })
    const published = await publishEntry(ctx(), privacy!)
    expect(paths()).toContain('/privacy')
    const texts = (await readSetup(ctx())).find(({ step }) => step === 'texts')!
    expect(texts.state).toBe('open')
    expect(texts.entries.map(({ href }) => href)).toContain('/admin/content/edit?path=%2Fprivacy')
    expect(published.status).toBe('published')
  })

  test('a second choice adds what is missing and keeps what was written', async () => {
    expect(await chooseStarter(ctx(), { starter: 'blank' })).toBe(0)
    expect(await chooseStarter(ctx(), { starter: 'community' })).toBeGreaterThan(3)
    expect(paths()).toContain('/blog/hello')
    expect((await readSiteSettings(ctx())).starter).toBe('community')
  })

  test('the manual stays readable in the console, with links that stay there', async () => {
    const { html, entry } = await readManual(ctx(), { slug: 'getting-started' })
    expect(entry.title).toBeTruthy()
    expect(html).toContain('href="/admin/help/')
    expect(html).not.toContain('href="/docs/configuration')
    expect((await refusalOf(() => readManual(ctx(), { slug: '../secret' }))).code).toBe('not_found')
    const member = it.ctx(userWith('member'))
    expect((await refusalOf(() => readManual(member, { slug: 'getting-started' }))).code).toBe('forbidden')
  })

  test('a skipped step is remembered, and the manual can come back', async () => {
    await skipSetupStep(ctx(), { step: 'bot' })
    await skipSetupStep(ctx(), { step: 'bot' })
    expect(await stateOf('bot')).toBe('skipped')
    await chooseStarter(ctx(), { starter: 'manual' })
    expect(it.app.contentIndex.isManual).toBe(true)
    expect(await stateOf('bot')).toBe('skipped')
  })

  test('without a name, the pages have the default name and not the manual’s', async () => {
    const { version } = await readSiteSettings(ctx())
    await saveSiteSettings(ctx(), { version, settings: { name: null } })
    expect(await chooseStarter(ctx(), { starter: 'docs' })).toBeGreaterThan(0)
    const docs = it.app.contentIndex.list('doc').filter(({ isMade }) => !isMade)
    expect(docs.length).toBeGreaterThan(0)
    expect(docs.map(({ title, description, body }) => title + description + body).join()).not.toMatch(
      /Signpost|Harbor/,
    )
  })
})

test('without starter content, its texts are skipped too', async () => {
  const it = await openTestApp('sqlite, memory')
  const ctx = it.ctx(userWith('owner'))
  await skipSetupStep(ctx, { step: 'content' })
  const steps = (await readSetup(ctx)).filter(({ step }) => step === 'content' || step === 'texts')
  expect(steps.map(({ state }) => state)).toEqual(['skipped', 'skipped'])
  await it.close()
})
