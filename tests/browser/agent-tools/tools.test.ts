import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { toolNamesFor, toolSets } from '#agent-tools/page-tools.ts'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { at, call, namesOn, said, soon } from '#tests/browser/agent-tools/tool-page.ts'
import { guildWithKey, signInAs, signUp } from '#tests/support/http/client.ts'

const server = inject('servers')[0]!
const { url } = server
const everyone = (await toolSets.everyone()).map(({ name }) => name).sort()
let browser: Browser
let plain: Browser

beforeAll(async () => {
  browser = await launch('--enable-features=WebMCP')
  plain = await launch()
})
afterAll(async () => {
  await browser.close()
  await plain.close()
})

test('Chromium’s own host is shown what the definitions say, with hints and schemas', async () => {
  const { page, quiet } = await at(browser, url)
  await soon(() => namesOn(page)).toEqual(everyone)
  const shown = await page.webmcp.tools()
  for (const tool of await toolSets.everyone()) {
    const { name, description, inputSchema, annotations } = tool
    expect(shown.find((one) => one.name === name)).toMatchObject({
      ...{ description, inputSchema: JSON.parse(JSON.stringify(inputSchema)) },
      annotations: annotations.consequentialHint ? { consequential: true } : { readOnly: true },
    })
  }
  quiet()
})

test(
  'an owner is offered the tools of each page, as the sources define them',
  { timeout: 90_000 },
  async () => {
    const cookie = await signInAs(server, 'owner')
    const all = (await Promise.all(Object.values(toolSets).map((load) => load()))).flat()
    const { guild } = await guildWithKey(server)
    const { page, quiet } = await at(browser, url, { path: '/docs', cookie })
    for (const path of ['/docs', '/admin', `/admin/guilds/${guild}`, '/admin/content', '/profile']) {
      if (path !== '/docs') await openReady(page, url + path)
      await soon(() => namesOn(page)).toEqual([...toolNamesFor(path)].sort())
      for (const { name, inputSchema } of await page.webmcp.tools())
        expect(inputSchema).toEqual(
          JSON.parse(JSON.stringify(all.find((tool) => tool.name === name)!.inputSchema)),
        )
      quiet()
    }
  },
)

test('without a host no tool code is loaded, on a public page or in the console', async () => {
  const cookie = await signInAs(server, 'owner')
  for (const path of ['/', '/admin']) {
    const { page, context, quiet } = await openPage(plain)
    const scripts: string[] = []
    page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())))
    await context.addCookies([{ name: 'session', value: cookie.split('=')[1]!, url }])
    await page.goto(url + path, { waitUntil: 'networkidle' })
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) expect(script).not.toMatch(/set-|agent-tools|polyfill/)
    if (path === '/') expect(scripts).toEqual([expect.stringMatching(/\/assets\/entry\.page-\w+\.js$/)])
    expect(await page.locator('[data-agent-tools]').count()).toBe(0)
    quiet()
  }
})

test('signing in and out in another tab adds and removes the members’ tools', async () => {
  const { page, context, quiet } = await at(browser, url)
  await soon(() => namesOn(page)).toEqual(everyone)
  const { email, password } = await signUp(server)
  const other = await context.newPage()
  await openReady(other, `${url}/login`)
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.keyboard.press('Enter')
  await other.waitForURL(/\/profile/)
  await soon(() => namesOn(page)).toContain('get_my_profile')
  await soon(() => said(page)).toBe('10 tools for agents')
  await soon(() => namesOn(other)).toContain('sign_out')

  const asked = await call(other, 'sign_out')
  expect(asked).toMatchObject({ ok: true, status: 'needs_confirmation', confirm_token: expect.any(String) })
  expect(await call(other, 'sign_out', { confirm_token: asked.confirm_token })).toMatchObject({ ok: true })
  await soon(() => namesOn(page)).toEqual(everyone)
  await soon(() => said(page)).toBe('4 tools for agents')
  await other.waitForURL(/\/login/)
  quiet()
})

test('a session that ends unseen is noticed by the first call, which says so', async () => {
  const { cookie } = await signUp(server)
  const { page, context } = await at(browser, url, { cookie })
  await soon(() => namesOn(page)).toContain('get_my_profile')
  await context.clearCookies()
  expect(await call(page, 'get_my_profile')).toMatchObject({
    ok: false,
    error: { code: 'unauthorized', hint: expect.stringContaining('/login') },
  })
  await soon(() => namesOn(page)).toEqual(everyone)
})

test('a page reached without loading, as after a form, has its own tools', { timeout: 60_000 }, async () => {
  const cookie = await signInAs(server, 'owner')
  const { page, quiet } = await at(browser, url, { path: '/admin', cookie })
  await soon(() => namesOn(page)).toContain('list_my_sessions')
  await page.evaluate(() => void ((window as { stays?: boolean }).stays = true))
  await page.evaluate(`__remixRouter.navigate('/admin/content')`)
  await page.waitForURL(/\/admin\/content$/)
  await soon(() => namesOn(page)).toEqual([...toolNamesFor('/admin/content')].sort())
  await page.goBack()
  await soon(() => namesOn(page)).toContain('list_my_sessions')
  expect(await page.evaluate(() => (window as { stays?: boolean }).stays)).toBe(true)
  quiet()
})

test('what a tool changes is on the page when it answers', async () => {
  const { cookie } = await signUp(server)
  const { page, quiet } = await at(browser, url, { path: '/profile', cookie })
  await soon(() => namesOn(page)).toContain('update_my_profile')
  await call(page, 'update_my_profile', { name: 'Grace Brewster Hopper' })
  await soon(() => page.content()).toContain('Grace Brewster Hopper')
  quiet()
})
