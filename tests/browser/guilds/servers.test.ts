import { beforeAll, expect, test, vi } from 'vitest'
import { ownDiscord } from '#tests/support/browser/own-discord.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { press, tabTo } from '#tests/support/browser/keys.ts'
import { client, json, signInAs } from '#tests/support/http/client.ts'
import { aGuild, asCreated } from '#tests/mocks/fake-discord-world.ts'

vi.setConfig({ testTimeout: 90_000 })

// The runner of the server is connected to a separate Discord.
const own = ownDiscord({ env: (discord) => ({ ...discord, TRUST_PROXY: '1', RUNNER_EMBEDDED: 'on' }) })
let admin: string
let owner: string
beforeAll(async () => {
  admin = await signInAs(own.server, 'admin')
  owner = await signInAs(own.server, 'owner')
  await vi.waitFor(() => expect(own.discord.gateway.connected()).toBe(true), {
    timeout: 30_000,
    interval: 10,
  })
})

const phone = { viewport: { width: 390, height: 844 } }

const stateOf = async (id: string) => {
  const states = ['pending', 'active', 'left', 'blocked']
  const found = await Promise.all(
    states.map(async (state) => {
      const answer = await client(own.server)(`/api/guilds?state=${state}&limit=100`, {
        headers: { Cookie: admin },
      })
      const { guilds } = (await answer.json()) as { guilds: { id: string }[] }
      return guilds.some((guild) => guild.id === id) ? [state] : []
    }),
  )
  return found.flat().join()
}

/** The bot is added to a server, and the service has heard of it. */
async function added(name: string) {
  const guild = aGuild({ name })
  own.discord.guilds.set(guild.id, guild)
  own.discord.gateway.dispatch('GUILD_CREATE', asCreated(guild))
  await soon(() => stateOf(guild.id)).toBe('pending')
  return guild
}

test('a pending server is approved on the overview, and the approval is undone', async () => {
  const { id } = await added('Harbour')
  const { page, quiet } = await own.openAs(admin, '/admin')
  await page.getByText('Add a server by its id').waitFor()
  expect(await page.getByText('There are no servers yet.').count()).toBe(0)
  await page.getByRole('button', { name: 'Approve Harbour' }).click()
  await page.getByText('Harbour was approved.').waitFor()
  expect(await stateOf(id)).toBe('active')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Harbour is waiting for approval again.').waitFor()
  await page.getByRole('button', { name: 'Approve Harbour' }).click()
  await page.getByText('Harbour was approved.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Harbour' }).click()
  await page.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor()
  quiet()
})

test('without a script on a phone, leaving and blocking ask for a confirmation', async () => {
  const [left, blocked] = [await added('Leaving'), await added('Blocking')]
  const { page } = await own.openAs(admin, '/admin/servers', { javaScriptEnabled: false, ...phone })
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await row('Leaving').getByText('Leave of Leaving').click()
  await row('Leaving').getByRole('button', { name: 'Leave Leaving' }).click()
  await page.getByText('Select the checkbox to confirm.').first().waitFor()
  expect(await stateOf(left.id)).toBe('pending')
  await row('Leaving').getByLabel('Yes, leave this server').check()
  await row('Leaving').getByRole('button', { name: 'Leave Leaving' }).click()
  await page.getByText('The bot has left Leaving.').waitFor()
  expect(own.discord.guilds.has(left.id)).toBe(false)
  await row('Blocking').getByText('Block of Blocking').click()
  await row('Blocking').getByLabel('Yes, block this server').check()
  await row('Blocking').getByRole('button', { name: 'Block Blocking' }).click()
  await page.getByText('Blocking was blocked.').waitFor()
  expect(await stateOf(blocked.id)).toBe('blocked')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('by keyboard, a server is approved, blocked and unblocked on the page of servers', async () => {
  const { id } = await added('Keys')
  const { page, quiet } = await own.openAs(admin, '/admin/servers', {
    viewport: { width: 1280, height: 800 },
  })
  await press(page, 'Approve Keys')
  await page.getByText('Keys was approved.').waitFor()
  expect(await stateOf(id)).toBe('active')
  await press(page, 'Block of Keys')
  await tabTo(page, 'Yes, block this server')
  await page.keyboard.press('Space')
  await press(page, 'Block Keys')
  await page.getByText('Keys was blocked.').waitFor()
  expect([await stateOf(id), own.discord.guilds.has(id)]).toEqual(['blocked', false])
  await press(page, 'Unblock Keys')
  await soon(() => stateOf(id)).toBe('left')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280)
  quiet()
})

test('a second click at the place of an approval approves no other server', async () => {
  const first = await added('Twin A')
  const other = await added('Twin B')
  const { page, quiet } = await own.openAs(admin, '/admin/servers', {
    viewport: { width: 1280, height: 800 },
  })
  const next = page.getByRole('button', { name: 'Approve Twin B' })
  const before = (await next.boundingBox())!.y
  const { x, y, width, height } = (await page.getByRole('button', { name: 'Approve Twin A' }).boundingBox())!
  const clickThere = () => page.mouse.click(x + width / 2, y + height / 2)
  await clickThere()
  await page.getByText('Twin A was approved.').waitFor()
  expect(Math.abs((await next.boundingBox())!.y - before)).toBeLessThan(2)
  await clickThere()
  await page.getByRole('link', { name: 'Open console' }).click()
  await page.waitForURL(`${own.server.url}/admin/guilds/${first.id}`)
  expect([await stateOf(first.id), await stateOf(other.id)]).toEqual(['active', 'pending'])
  quiet()
})

test('a server that removed the bot while the page was open is not approved', async () => {
  const { id } = await added('Withdrawn')
  const { page } = await own.openAs(admin, '/admin/servers')
  own.discord.guilds.delete(id)
  own.discord.gateway.dispatch('GUILD_DELETE', { id })
  await soon(() => stateOf(id)).toBe('left')
  await page.getByRole('button', { name: 'Approve Withdrawn' }).click()
  await page
    .getByText(`The bot has left the server ${id}. Add the bot to the server again.`)
    .first()
    .waitFor()
  expect(await stateOf(id)).toBe('left')
})

test('the page of a server that the bot left says how to continue', async () => {
  const guild = await added('Gone away')
  const state = { state: 'active' }
  const path = `/api/guilds/${guild.id}/state`
  const answer = await client(own.server)(path, { ...json(state, { Cookie: admin }), method: 'PUT' })
  expect(answer.status).toBe(200)
  const { page } = await own.openAs(admin, `/admin/guilds/${guild.id}`)
  own.discord.guilds.delete(guild.id)
  own.discord.gateway.dispatch('GUILD_DELETE', { id: guild.id })
  await soon(() => stateOf(guild.id)).toBe('left')
  await page.reload()
  await page.getByText('The bot has left the server Gone away.').waitFor()
  await page.getByRole('heading', { name: 'The bot does not work in this server', level: 1 }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Servers' }).click()
  await page.getByRole('heading', { name: 'Servers', level: 1 }).waitFor()
})

test('owners choose the policy, which administrators only see', async () => {
  const { page: seen } = await own.openAs(admin, '/admin/servers')
  await seen.getByText('Wait for approval', { exact: true }).waitFor()
  expect(await seen.getByLabel('Policy').count()).toBe(0)
  const { page, quiet } = await own.openAs(owner, '/admin/servers')
  await page.getByLabel('Policy').selectOption('ask')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The policy was saved.').waitFor()
  expect(await page.getByLabel('Policy').inputValue()).toBe('ask')
  quiet()
})

test('a bot that is removed while a form is open loses nothing that was typed', async () => {
  const { id } = await added('Islet')
  const approval = { ...json({ state: 'active' }, { Cookie: admin }), method: 'PUT' }
  expect((await client(own.server)(`/api/guilds/${id}/state`, approval)).status).toBe(200)
  const { page } = await own.openAs(admin, `/admin/guilds/${id}/commands/new?template=embed`)
  await page.getByLabel('Description').first().fill('Typed before the bot left')
  own.discord.guilds.delete(id)
  own.discord.gateway.dispatch('GUILD_DELETE', { id })
  await soon(() => stateOf(id)).toBe('left')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('The bot has left the server Islet.').first().waitFor()
  expect(await page.getByLabel('Description').first().inputValue()).toBe('Typed before the bot left')
})
