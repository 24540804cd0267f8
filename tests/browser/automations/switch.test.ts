import type { Request } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openReady, pageIsReady } from '#tests/support/browser/ready.ts'
import { guildWithOwner, soon } from '#tests/support/browser/guild.ts'
import { client, json, signInAs, snowflake } from '#tests/support/http/client.ts'
import { cliJson } from '#tests/support/http/server.ts'

const server = inject('servers')[0]!

/** Returns whether the end of an element is neither clipped nor covered. Runs inside the page. */
const isInView = (element: Element) => {
  const { left, bottom } = element.getBoundingClientRect()
  return document.elementFromPoint(left + 5, bottom - 2) === element
}

test('selected automations are disabled together, and Undo enables them again', async () => {
  const guild = snowflake()
  await cliJson(server.env, ['guilds', 'add', '--id', guild, '--name', 'Selected'])
  const Cookie = await signInAs(server, 'admin')
  const path = `/api/guilds/${guild}/automations`
  const input = { trigger: { events: ['MEMBER_JOIN'] }, enabled: true }
  const actions = [{ id: 'a', type: 'SEND_DM', config: { content: 'Hi' } }]
  for (const name of ['Greets', 'Thanks'])
    await client(server)(path, json({ ...input, actions, name }, { Cookie }))
  const browser = await launch()
  const { page, context, quiet } = await openPage(browser)
  const [name = '', value = ''] = Cookie.split('=')
  await context.addCookies([{ name, value, url: server.url }])
  await openReady(page, `${server.url}/admin/guilds/${guild}/automations?sort=name&order=desc`)
  const names = page.getByRole('table', { name: 'Automations' }).getByRole('rowheader').getByRole('link')
  expect(await names.allInnerTexts()).toEqual(['Thanks', 'Greets'])
  const states = () =>
    page.getByRole('switch').evaluateAll((all) => all.map((one) => one.getAttribute('aria-checked')))
  const main = page.getByRole('main')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await soon(() => page.locator('.selection-bar').innerText()).toContain('2 selected')
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await soon(() => main.innerText()).toContain('2 automations were disabled.')
  await soon(states).toEqual(['false', 'false'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await soon(() => main.innerText()).toContain('2 automations were restored.')
  await soon(states).toEqual(['true', 'true'])
  await page.getByRole('checkbox', { name: 'Select Greets' }).check()
  await page.locator('.selection-bar summary').click()
  await page.getByRole('checkbox', { name: 'Yes, delete these automations and their runs.' }).check()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await soon(() => main.innerText()).toContain('1 automation was deleted.')
  await soon(() => names.allInnerTexts()).toEqual(['Thanks'])
  quiet()
  await browser.close()
})

test('what is typed while signed out is kept, and can be saved after signing in', async () => {
  const guild = snowflake()
  await cliJson(server.env, ['guilds', 'add', '--id', guild, '--name', 'Overnight'])
  const [name = '', value = ''] = (await signInAs(server, 'admin')).split('=')
  const browser = await launch()
  const { page, context } = await openPage(browser)
  await context.addCookies([{ name, value, url: server.url }])
  await openReady(page, `${server.url}/admin/guilds/${guild}/automations/new?from=weekly`)
  const typed = page.getByLabel('Name', { exact: true })
  // The first is a new automation, the second is the one that was created.
  for (const [button, done] of [
    ['Create automation', 'made'],
    ['Save', 'saved'],
  ] as const) {
    const save = page.getByRole('button', { name: button, exact: true })
    await save.waitFor()
    if (done === 'made') await page.getByLabel('Channel', { exact: true }).fill('300000000000000007')
    await context.clearCookies()
    const tested = page.waitForResponse((response) => response.status() === 401)
    await typed.fill(`${button} later`)
    await tested
    await save.click()
    await soon(() => page.getByRole('alert').innerText()).toContain('Sign in from another window')
    const signIn = page.getByRole('alert').getByRole('link', { name: 'Open the sign-in page in a new tab' })
    expect(await signIn.getAttribute('target')).toBe('_blank')
    expect(await typed.inputValue()).toBe(`${button} later`)
    await context.addCookies([{ name, value, url: server.url }])
    await save.click()
    await page.waitForURL((now) => now.searchParams.get('done') === done)
    await soon(() => typed.inputValue()).toBe(`${button} later`)
    await soon(() => page.getByRole('alert').count()).toBe(0)
    expect(await page.getByText('You are signed out').count()).toBe(0)
  }
  await browser.close()
})

test('a notice is beside the test panel, and the event of a run is named', async () => {
  const guild = snowflake()
  await cliJson(server.env, ['guilds', 'add', '--id', guild, '--name', 'Noticed'])
  const Cookie = await signInAs(server, 'admin')
  const input = {
    name: 'Greets',
    enabled: true,
    trigger: { events: ['MEMBER_JOIN'] },
    actions: [{ id: 'a', type: 'SEND_DM', config: { content: 'Hi' } }],
  }
  const made = await client(server)(`/api/guilds/${guild}/automations`, json(input, { Cookie }))
  const { automation } = (await made.json()) as { automation: { id: string } }
  const browser = await launch()
  const { page, context, quiet } = await openPage(browser)
  const [name = '', value = ''] = Cookie.split('=')
  await context.addCookies([{ name, value, url: server.url }])
  await openReady(page, `${server.url}/admin/guilds/${guild}/automations/${automation.id}?done=saved`)
  const panel = page.getByRole('complementary', { name: 'Test' })
  await panel.getByRole('heading', { name: 'The automation would run' }).waitFor()
  for (const width of [1920, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const [notice, result] = await Promise.all(
      [page.locator('[data-toast]'), panel].map((one) => one.boundingBox()),
    )
    expect(notice!.x + notice!.width, `${width}`).toBeLessThanOrEqual(result!.x)
  }
  await panel.getByText('No event that triggers this automation has been recorded yet.').waitFor()
  expect(await panel.getByRole('button', { name: 'Run automation' }).count()).toBe(0)
  await panel.getByLabel('Test event').selectOption('own')
  await panel.getByRole('button', { name: 'Run test' }).click()
  const summary = panel.locator('summary', { has: page.getByRole('heading', { name: 'Run now' }) })
  const sign = () => summary.evaluate((one) => getComputedStyle(one, '::before').content)
  await soon(sign).toContain('+')
  await page.evaluate(() => scrollTo(0, 0))
  await panel.getByRole('heading', { name: 'Run now' }).click()
  await soon(() => panel.innerText()).toContain('Event: the custom event of the last test')
  expect(await sign()).toContain('−')
  const run = panel.getByRole('button', { name: 'Run automation' })
  await soon(() => run.evaluate(isInView)).toBe(true)
  await run.click()
  await panel.getByText('The automation was started.').waitFor()
  await panel.getByText('The result of the test appears here.').waitFor()
  expect(await panel.getByText('The automation would run').count()).toBe(0)
  await panel.getByRole('button', { name: 'Run test' }).click()
  await panel.getByText('The automation would run').waitFor()
  // After a reload, the notice is not repeated.
  await page.waitForURL((url) => !url.searchParams.has('run'))
  await panel.getByRole('link', { name: 'View run' }).click()
  await page.waitForURL(/\/runs\/\w+$/)
  quiet()
  await browser.close()
})

test(
  'a switch that is too late goes back, says so, and works after a reload',
  { timeout: 60_000 },
  async () => {
    const guild = snowflake()
    await cliJson(server.env, ['guilds', 'add', '--id', guild, '--name', 'Contested'])
    const Cookie = await signInAs(server, 'admin')
    const path = `/api/guilds/${guild}/automations`
    const input = {
      name: 'Greets',
      trigger: { events: ['MEMBER_JOIN'] },
      actions: [{ id: 'a', type: 'SEND_DM', config: { content: 'Hi' } }],
    }
    const send = client(server)
    const made = (await (await send(path, json(input, { Cookie }))).json()) as { automation: { id: string } }
    const browser = await launch()
    const { page, context, quiet } = await openPage(browser)
    const [name = '', value = ''] = Cookie.split('=')
    await context.addCookies([{ name, value, url: server.url }])
    await openReady(page, `${server.url}/admin/guilds/${guild}/automations`)
    const changed = await send(`${path}/${made.automation.id}`, {
      ...json({ ...input, description: 'Says hello' }, { Cookie, 'If-Match': '"v1"' }),
      method: 'PUT',
    })
    expect(changed.status).toBe(200)

    const button = page.getByRole('switch', { name: 'Greets' })
    await button.click()
    await page.getByRole('alert').getByText('A newer version was saved by Grace').waitFor()
    expect(await button.getAttribute('aria-checked')).toBe('false')
    await page.reload()
    await pageIsReady(page)
    await button.click()
    await soon(() => button.getAttribute('aria-checked')).toBe('true')
    await soon(() => button.getAttribute('aria-busy')).toBe('false')
    await soon(() => page.locator('main').innerText()).toContain('0 runs')
    const now = (await (await send(`${path}/${made.automation.id}`, { headers: { Cookie } })).json()) as {
      automation: { enabled: boolean; description: string }
    }
    expect(now.automation).toMatchObject({ enabled: true, description: 'Says hello' })
    quiet()
    await browser.close()
  },
)

test('a save shows what was saved, even if a test ends while the page loads', async () => {
  const browser = await launch()
  const { page, context, guildId } = await guildWithOwner(browser)
  const Cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join()
  const actions = [{ id: 'a', type: 'SEND_DM', config: { content: 'Hi' } }]
  const input = { name: 'Before', trigger: { events: ['MEMBER_JOIN'] }, actions }
  const made = await client(server)(`/api/guilds/${guildId}/automations`, json(input, { Cookie }))
  const { automation } = (await made.json()) as { automation: { id: string } }
  await openReady(page, `${server.url}/admin/guilds/${guildId}/automations/${automation.id}`)
  const isTest = (request: Request) =>
    ['intent=test', 'name=After'].every((field) => request.postData()?.includes(field))
  const isLoad = (request: Request) => request.method() === 'GET' && request.url().includes('done=saved')
  const loading = page.waitForRequest(isLoad)
  const testing = page.waitForRequest(isTest)
  const answer = page.waitForResponse((response) => isTest(response.request()))
  await page.route(/\.data/, async (route) => {
    if (isTest(route.request())) await loading
    if (isLoad(route.request())) await answer
    // The page may have given up the request.
    await route.continue().catch(() => {})
  })
  await page.getByLabel('Name', { exact: true }).fill('After')
  await testing
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/done=saved/)
  await soon(() => page.locator('h1').innerText()).toBe('After')
  await browser.close()
})
