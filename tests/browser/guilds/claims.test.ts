import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { ownDiscord } from '#tests/support/browser/own-discord.ts'
import { aDiscordPerson, discordLetsIn, type DiscordPerson } from '#tests/mocks/discord.ts'
import { aGuild, aMember, newId } from '#tests/mocks/fake-discord-world.ts'
import { providersEnv } from '#tests/mocks/providers.ts'
import { axeFaults, axeSource } from '#tests/support/browser/axe.ts'
import { openPage } from '#tests/support/browser/browser.ts'
import { press, tabTo } from '#tests/support/browser/keys.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { openReady, pageIsReady } from '#tests/support/browser/ready.ts'
import { aRunnerToken, ready } from '#tests/support/discord/runner-socket.ts'
import { anEmail, signInAs } from '#tests/support/http/client.ts'
import { cli, cliJson } from '#tests/support/http/server.ts'

vi.setConfig({ testTimeout: 90_000 })

const MANAGE_GUILD = String(1 << 5)

const own = ownDiscord({
  env: (discord) => ({ ...providersEnv, ...discord, TRUST_PROXY: '1', RUNNER_EMBEDDED: 'off' }),
  mocked: true,
})
let admin: string
beforeAll(async () => {
  admin = await signInAs(own.server, 'admin')
})

/** Creates a person whose Discord account manages two servers: one with the bot, and one without. */
async function aPlace(name: string) {
  const id = newId()
  const role = { id: newId(), name: 'Crew', position: 1, permissions: MANAGE_GUILD }
  const listed = [
    { id, name, owner: false, permissions: MANAGE_GUILD },
    { id: newId(), name: 'Without the bot', owner: true, permissions: '0' },
  ]
  const person = aDiscordPerson(anEmail(), { guilds: listed })
  const member = aMember({ roles: [role.id] })
  member.user.id = person.id
  const everyone = { id, name: '@everyone', position: 0, permissions: '0' }
  own.discord.guilds.set(id, aGuild({ id, name, roles: [everyone, role], members: [member] }))
  await cliJson(own.server.env, ['guilds', 'add', '--id', id, '--name', name])
  return { id, name, member, role, person }
}

/** Acts as Discord, and signs the person in. */
async function playDiscord(page: Page, person: DiscordPerson) {
  await page.route(/\/api\/auth\/discord(\?|$)/, async (route) => {
    const hop = await route.fetch({ maxRedirects: 0 })
    const { location = '', 'set-cookie': cookie = '' } = hop.headers()
    const scope = new URL(location).searchParams.get('scope')!
    const back = discordLetsIn(location, person, undefined, scope).href
    await route.fulfill({ status: 302, headers: { 'Set-Cookie': cookie, Location: back } })
  })
}

/** Signs up with Discord, and lists the servers of the person. */
async function find(page: Page, person: DiscordPerson, choose: (name: string) => Promise<unknown>) {
  await playDiscord(page, person)
  await openReady(page, `${own.server.url}/login?redirect_to=/profile/servers`)
  await choose('Continue with Discord')
  await page.waitForURL(`${own.server.url}/profile/servers`)
  await pageIsReady(page)
  expect(await page.getByText('sign in with Discord. The list is kept for an hour').count()).toBe(1)
  await choose('Find my servers')
  await page.getByText('Without the bot', { exact: true }).waitFor()
  await pageIsReady(page)
}

/** Reports a change of roles, so that the next request checks the claims of the server again. */
async function reportRoles({ id, name }: { id: string; name: string }) {
  const runner = await ready(own.server, (await aRunnerToken(own.server)).token)
  runner.send('guild', { guild_id: id, state: 'available', name, access_changed: true })
  const claims = () =>
    cliJson<{ claims: { checked_at: string }[] }>(own.server.env, ['claims', 'list', '--guild', id])
  await soon(async () => (await claims()).claims[0]!.checked_at).toMatch(/^1970/)
  runner.socket.close()
}

const row = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('by keyboard, a person claims a server, opens its console and gives up the claim', async () => {
  const { id, name, person } = await aPlace('Harbour')
  const { page, quiet } = await openPage(own.browser, { viewport: { width: 1280, height: 800 } })
  await page.addInitScript(axeSource)
  await find(page, person, (name) => press(page, name))
  expect(await row(page, 'Without the bot').getByRole('link').getAttribute('href')).toContain(
    'discord.com/oauth2/authorize',
  )
  expect(await axeFaults(page)).toEqual([])
  await press(page, `Claim ${name}`)
  await page.getByText(`You have claimed ${name}.`).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await press(page, `Open console of ${name}`)
  await page.waitForURL(`${own.server.url}/admin/guilds/${id}`)
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await pageIsReady(page)
  await press(page, /Account menu$/)
  await press(page, 'Your servers')
  await page.waitForURL(`${own.server.url}/profile/servers`)
  await pageIsReady(page)
  await press(page, `Give up claim of ${name}`)
  await tabTo(page, `Give up claim ${name}`)
  await page.keyboard.press('Enter')
  await page.getByText('You have given up the claim.').waitFor()
  await row(page, name)
    .getByRole('button', { name: `Claim ${name}` })
    .waitFor()
  quiet()

  await openReady(page, `${own.server.url}/admin/guilds/${id}`)
  await page.getByText('403').first().waitFor()
  expect(await page.getByRole('main').getByRole('link', { name: 'Profile' }).count()).toBe(1)
  await page.getByRole('main').getByRole('link', { name: 'Your servers' }).click()
  await page.getByRole('heading', { name: 'Your servers', level: 1 }).waitFor()
  await page.goto(`${own.server.url}/about`)
  await press(page, /Account menu$/)
  await press(page, 'Your servers')
  await page.waitForURL(`${own.server.url}/profile/servers`)
})

test('without a script on a phone, a lost permission suspends the claim', async () => {
  const { name, id, member, role, person } = await aPlace('Lighthouse')
  const phone = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false }
  const { page } = await openPage(own.browser, { ...phone, colorScheme: 'dark' })
  await find(page, person, (name) => page.getByRole('link', { name }).click())
  const check = row(page, name).getByRole('button', { name: `Check again ${name}` })
  member.roles = []
  await row(page, name)
    .getByRole('button', { name: `Claim ${name}` })
    .click()
  await row(page, name).getByText('you do not have the Manage Server permission').waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  member.roles = [role.id]
  await row(page, name)
    .getByRole('button', { name: `Claim ${name}` })
    .click()
  await page.getByText(`You have claimed ${name}.`).waitFor()

  member.roles = []
  await reportRoles({ id, name })
  await page.goto(`${own.server.url}/profile/servers`)
  await row(page, name)
    .getByText('Your access is suspended, because you no longer have Manage Server')
    .waitFor()
  expect(await row(page, name).getByRole('link', { name: 'Open console' }).count()).toBe(0)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.goto(`${own.server.url}/admin/guilds/${id}`)
  await page.getByText('Your access to this server is suspended').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Your servers' }).click()
  await check.click()
  await row(page, name).getByText('you do not have the Manage Server permission').waitFor()
  member.roles = [role.id]
  await check.click()
  await page.getByText(`You have claimed ${name}.`).waitFor()
  await row(page, name)
    .getByRole('link', { name: `Open console of ${name}` })
    .click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
})

test('an administrator removes a claim on the page of managers and on the command line', async () => {
  const { name, id, person } = await aPlace('Pier')
  const { page: theirs } = await openPage(own.browser)
  await find(theirs, person, (link) => theirs.getByRole('link', { name: link }).click())
  await theirs.getByRole('button', { name: `Claim ${name}` }).click()
  await theirs.getByText(`You have claimed ${name}.`).waitFor()
  const list = () =>
    cliJson<{ claims: { user_id: string; suspended_at: string | null }[] }>(own.server.env, [
      ...['claims', 'list', '--guild', id],
    ])
  const remove = (user: string) => cli(own.server.env, ['claims', 'remove', '--guild', id, '--user', user])
  const [claim] = (await list()).claims
  expect(claim).toMatchObject({ suspended_at: null })

  const phone = { viewport: { width: 390, height: 844 } }
  const { page, quiet } = await own.openAs(admin, `/admin/guilds/${id}/managers`, phone)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await press(page, /^Remove the claim of /)
  await page.getByText('The claim was removed.').waitFor()
  expect((await list()).claims).toEqual([])
  quiet()
  await theirs.reload()
  await theirs.getByRole('button', { name: `Claim ${name}` }).click()
  await theirs.getByText(`You have claimed ${name}.`).waitFor()
  expect(await remove(claim!.user_id)).toMatchObject({ code: 0, out: 'Removed the claim.\n' })
  expect(await remove(claim!.user_id)).toMatchObject({
    code: 1,
    out: 'This user has not claimed this guild.\n',
  })
  const help = await cli(own.server.env, ['claims', 'remove', '--help'])
  expect(help.out).toContain('--user <value>')
  await theirs.reload()
  expect(await theirs.getByRole('link', { name: 'Open console' }).count()).toBe(0)
})
