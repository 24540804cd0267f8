import type { Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { ownDiscord } from '#tests/support/browser/own-discord.ts'
import { aGuild, aMember, asCreated } from '#tests/mocks/fake-discord-world.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { pageIsReady } from '#tests/support/browser/ready.ts'
import { aDispatch, sentFor } from '#tests/support/discord/gateway-interactions.ts'
import { client, signInAs } from '#tests/support/http/client.ts'

vi.setConfig({ testTimeout: 90_000 })

const own = ownDiscord()

/** Adds the bot to a new guild, where everyone can see and write. */
function addBot(name: string) {
  const guild = aGuild({ name })
  guild.roles[0]!.permissions = '3072'
  guild.members.push({ ...aMember(), user: own.discord.bot })
  own.discord.guilds.set(guild.id, guild)
  own.discord.gateway.dispatch('GUILD_CREATE', asCreated(guild))
  return guild
}

/** Waits until the service knows the channels of a guild. */
const channelsKnown = (cookie: string, guildId: string) =>
  soon(async () => {
    const answer = await client(own.server)(`/api/guilds/${guildId}/directory`, {
      headers: { Cookie: cookie },
    })
    return ((await answer.json()) as { channels?: unknown[] }).channels?.length ?? 0
  }).toBeGreaterThan(0)

const statusOf = async (cookie: string, state: string) => {
  const answer = await client(own.server)(`/api/guilds?state=${state}`, { headers: { Cookie: cookie } })
  return ((await answer.json()) as { total: number }).total
}

test('from the token to a greeted member and an answered command in eight clicks', async () => {
  const cookie = await signInAs(own.server, 'owner')
  const { page, quiet } = await own.openAs(cookie, '/admin')
  const began = performance.now()
  let clicks = 0
  const click = async (target: Locator, leadsTo?: RegExp) => {
    clicks += 1
    await target.click()
    if (!leadsTo) return
    await page.waitForURL(leadsTo)
    await pageIsReady(page)
  }
  const main = page.getByRole('main')
  await click(
    page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Bot', exact: true }),
    /\/admin\/bot$/,
  )
  await page.getByLabel('Bot token').fill(own.discord.env.DISCORD_BOT_TOKEN)
  await click(page.getByRole('button', { name: 'Connect bot' }))
  await page.getByRole('heading', { name: own.discord.application.name }).waitFor()
  await soon(() => own.discord.gateway.connected()).toBe(true)
  await click(page.getByRole('button', { name: 'Enable intents' }))
  await page.getByText('Discord enabled the intents.').waitFor()
  await soon(() => own.discord.gateway.identifies.length).toBeGreaterThan(1)
  await soon(() => own.discord.gateway.connected()).toBe(true)

  // The invite link leads to Discord, which adds the bot.
  const invite = page.getByRole('link', { name: 'Add the bot to a server' })
  expect(await invite.getAttribute('href')).toContain('https://discord.com/')
  clicks += 1
  const guild = addBot('Harbour')
  await soon(() => statusOf(cookie, 'pending')).toBe(1)
  await click(page.locator('#check-server').getByRole('link', { name: 'Open servers' }), /\/admin\/servers$/)
  await click(page.getByRole('button', { name: 'Approve Harbour' }))
  await page.getByText('Harbour was approved.').waitFor()
  await channelsKnown(cookie, guild.id)
  await click(main.getByRole('link', { name: 'Harbour' }), /\/admin\/guilds\/\d+$/)

  expect(await page.getByRole('combobox', { name: 'Channel' }).inputValue()).toBe('#general')
  await page.getByLabel('Greeting').fill('Ahoy, {user.mention}!')
  await click(page.getByRole('button', { name: 'Start' }))
  await page.getByText('The bot now greets new members.').waitFor()
  for (const name of ['Welcome new members', '/hello'])
    expect(await main.getByRole('link', { name }).getAttribute('href')).toContain(guild.id)
  await soon(() => page.getByRole('heading', { name: 'Quick start' }).count()).toBe(0)
  expect(clicks).toBeLessThanOrEqual(8)

  const member = aMember()
  guild.members.push(member)
  own.discord.gateway.dispatch('GUILD_MEMBER_ADD', { ...member, guild_id: guild.id })
  await soon(() => own.discord.messages.map(({ channel_id, content }) => [channel_id, content])).toEqual([
    [guild.channels[1]!.id, `Ahoy, <@${member.user.id}>!`],
  ])
  const asked = aDispatch(own.discord, guild.id)
  own.discord.gateway.dispatch('INTERACTION_CREATE', asked)
  await soon(() => sentFor(own.discord, asked.id)).toMatchObject([
    ['POST callback', { type: 4, data: { content: expect.stringContaining('Hello') as string } }],
  ])
  expect((performance.now() - began) / 1000).toBeLessThanOrEqual(60)
  quiet()
})

test('without a script on a phone, a failed registration says how to repeat it', async () => {
  const cookie = await signInAs(own.server, 'owner')
  const guild = addBot('Lagoon')
  await soon(() => statusOf(cookie, 'pending')).toBe(1)
  const phone = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false }
  const { page } = await own.openAs(cookie, '/admin/servers', phone)
  await page.getByRole('button', { name: 'Approve Lagoon' }).click()
  await page.getByText('Lagoon was approved.').waitFor()
  await channelsKnown(cookie, guild.id)
  const away = own.discord.trouble(/\/guilds\/\d+\/commands$/, { status: 403, body: { code: 50001 } })
  await page.goto(`${own.server.url}/admin/guilds/${guild.id}`)
  expect(await fits(page)).toBe(true)
  const channel = page.getByRole('combobox', { name: 'Channel' })
  await channel.selectOption('Choose a channel')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Enter a Discord id with 17 to 20 digits.').first().waitFor()
  await channel.selectOption('#general')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Discord did not register the command. Everything else is ready.').waitFor()
  expect(await fits(page)).toBe(true)
  away()
  await page.getByRole('main').getByRole('link', { name: 'Commands', exact: true }).click()
  await page.getByRole('button', { name: 'Register with Discord' }).click()
  await page.getByText('Discord is up to date.').waitFor()
})

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
