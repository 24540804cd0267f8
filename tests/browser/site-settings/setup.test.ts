import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { axeFaults, axeSource } from '#tests/support/browser/axe.ts'
import { startServer, temporaryFolder, type RunningServer } from '#tests/support/http/server.ts'

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><circle cx="30" cy="30" r="30" fill="#2f6f4f"/></svg>'

/** Everything that the public can fetch without an account, besides the pages of the sitemap. */
const machineFiles = [
  '/sitemap.md',
  '/llms.txt',
  '/llms-full.txt',
  '/feed.xml',
  '/feed.json',
  '/robots.txt',
  '/site.webmanifest',
  '/site.css',
  '/api/openapi.json',
  '/api/search?q=site',
  '/.well-known/ai-catalog.json',
  '/.well-known/api-catalog',
  '/.well-known/security.txt',
  '/.well-known/agent-skills/index.json',
  '/speculation-rules.json',
  '/login',
  '/signup',
  '/missing',
  '/missing.md',
  '/docs',
  '/docs.md',
  '/blog',
  '/search?q=site',
  '/contact/sent',
]

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

describe.each([
  { name: 'desktop', viewport: { width: 1280, height: 900 }, javaScriptEnabled: true },
  { name: 'phone', viewport: { width: 390, height: 844 }, javaScriptEnabled: true },
  { name: 'phone without scripts', viewport: { width: 390, height: 844 }, javaScriptEnabled: false },
])('on a $name', ({ viewport, javaScriptEnabled }) => {
  let data: Awaited<ReturnType<typeof temporaryFolder>>
  let server: RunningServer
  let page: Page
  let clicks = 0
  beforeAll(async () => {
    data = await temporaryFolder()
    await writeFile(join(data.path, 'logo.svg'), svg)
    server = await startServer({ DATA_DIR: join(data.path, 'data') })
    ;({ page } = await openPage(browser, { viewport, javaScriptEnabled }))
  })
  afterAll(async () => {
    await server.stop()
    await data.remove()
  })

  const press = async (name: string) => {
    clicks += 1
    await page.getByRole('button', { name, exact: true }).click()
  }
  const at = (path: string) => page.waitForURL((now) => now.pathname + now.search === path)
  const fits = () =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

  test('the owner has a site of their own after three steps', async () => {
    await openReady(page, server.url + server.setup!)
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('correct horse battery')
    await press('Create owner account')
    await at('/admin/setup')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Name your site')
    await page.getByLabel('Name', { exact: true }).fill('Harbor')
    await page.getByLabel('Accent color (optional)').fill('#fefefe')
    await press('Save and continue')
    await page.getByText('1 field has an error').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Harbor')
    await page.getByLabel('Accent color (optional)').fill('#2f6f4f')
    expect(await fits()).toBe(true)
    await press('Save and continue')
    await at('/admin/setup?step=logo')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    expect(await fits()).toBe(true)
    await page.getByLabel('File for logo', { exact: true }).setInputFiles(join(data.path, 'logo.svg'))
    clicks += 1
    await page.getByRole('button', { name: 'Upload logo', exact: true }).click()
    await page.getByRole('img', { name: 'Current logo' }).waitFor()
    clicks += 1
    await page.getByRole('link', { name: 'Continue', exact: true }).click()
    await at('/admin/setup?step=content')
    expect(await fits()).toBe(true)
    await press('Create pages')
    await at('/admin/setup?step=bot')
    await press('Skip step')
    await at('/admin')
    const setup = page.getByRole('region', { name: 'Set up your site' })
    await setup.waitFor()
    expect((await setup.getByRole('listitem').allTextContents()).map((text) => text.split(':')[0])).toEqual([
      'Done',
      'Done',
      'To do',
      'To do',
      'Skipped',
      'To do',
      'To do',
      'To do',
    ])
    for (const name of ['Starter texts', 'First post', 'First server', 'First automation', 'Backups']) {
      const skip = setup.getByRole('button', { name: `Skip step: ${name}` })
      await skip.click()
      await skip.waitFor({ state: 'detached' })
    }
    await setup.waitFor({ state: 'detached' })
  })

  test('the icon and the credit are changed in the settings', async () => {
    await openReady(page, `${server.url}/admin/settings`)
    expect(await fits()).toBe(true)
    await page.getByLabel('File for icon').setInputFiles(join(data.path, 'logo.svg'))
    clicks += 1
    await page.getByRole('button', { name: 'Upload icon', exact: true }).click()
    await page.getByRole('img', { name: 'Current icon' }).waitFor()
    await page.getByLabel('Show “Powered by Signpost” in the footer').uncheck()
    clicks += 1
    await press('Save settings')
    await page.getByText('The settings were saved and apply to every page.').waitFor()
    expect(clicks).toBeLessThanOrEqual(12)
    if (!javaScriptEnabled) return
    await page.addInitScript(axeSource)
    await openReady(page, `${server.url}/admin/settings`)
    expect(await axeFaults(page)).toEqual([])
  })

  test('no public response names the software', async () => {
    const visit = async (path: string) => fetch(server.url + path)
    const sitemap = await (await visit('/sitemap.xml')).text()
    const pages = [...sitemap.matchAll(/<loc>[^<]*?:\d+([^<]*)<\/loc>/g)].map(([, path]) => path || '/')
    expect(pages).toEqual(expect.arrayContaining(['/', '/about', '/blog/hello', '/contact']))
    expect(pages).not.toContain('/docs/getting-started')
    const skills = await (await visit('/.well-known/agent-skills/index.json')).text()
    const skillPaths = [...skills.matchAll(/"url":\s*"([^"]+)"/g)].map(([, path]) => path!)
    const twins = pages.map((path) => (path === '/' ? '/index.md' : `${path}.md`))
    // The names of file formats are part of the API.
    const named: string[] = []
    for (const path of [...pages, ...twins, ...machineFiles, ...skillPaths]) {
      const response = await visit(path)
      const text = await response.text()
      for (const [found] of text.matchAll(/.{0,40}signpost(?!-(?:account|conversation|stats)\b).{0,40}/gi))
        named.push(`${path}: ${found}`)
    }
    expect(named).toEqual([])
    expect(await (await visit('/')).text()).toContain('Harbor')
  })

  test('icons and the manifest come from the uploaded icon', async () => {
    const icon = await fetch(`${server.url}/favicon.ico`)
    expect(icon.headers.get('Content-Type')).toBe('image/x-icon')
    const touch = Buffer.from(await (await fetch(`${server.url}/apple-touch-icon.png`)).arrayBuffer())
    expect([touch.readUInt32BE(16), touch.readUInt32BE(20)]).toEqual([180, 180])
    expect(await (await fetch(`${server.url}/site.webmanifest`)).json()).toMatchObject({
      name: 'Harbor',
      icons: [{ sizes: '192x192' }, { sizes: '512x512' }],
    })
  })

  test('the manual is in the console, and not on the site', async () => {
    await openReady(page, `${server.url}/admin/help`)
    await page.getByRole('main').getByRole('link', { name: 'Your first site', exact: true }).click()
    await at('/admin/help/getting-started')
    expect(await fits()).toBe(true)
    expect((await fetch(`${server.url}/docs/getting-started`)).status).toBe(404)
    const text = async (path: string) => (await fetch(server.url + path)).text()
    for (const path of ['/sitemap.xml', '/llms.txt', '/search?q=api', '/'])
      expect(await text(path), path).not.toContain('/docs/api')
    expect(await text('/docs/api')).toContain('<meta name="robots" content="noindex"/>')
  })
})
