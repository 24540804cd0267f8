import type { Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { ownDiscord } from '#tests/support/browser/own-discord.ts'
import { aGuild } from '#tests/mocks/fake-discord-world.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { pageIsReady } from '#tests/support/browser/ready.ts'
import { client, json, signInAs, snowflake } from '#tests/support/http/client.ts'

vi.setConfig({ testTimeout: 90_000 })

const own = ownDiscord({ guilds: [aGuild()] })

/** Approves the server of the fake Discord in another window. */
async function approveGuild(Cookie: string) {
  const [guildId] = own.discord.guilds.keys()
  const answer = await client(own.server)(`/api/guilds/${guildId}/state`, {
    ...json({ state: 'active' }, { Cookie }),
    method: 'PUT',
  })
  expect(answer.status).toBe(200)
}

/** Disables the intents at Discord, saves a forum channel in the settings of a server, and returns the page. */
async function saveForumWithoutIntents(Cookie: string) {
  const ask = client(own.server)
  own.discord.application.flags = 0
  expect((await ask('/api/bot/checks', json({}, { Cookie }))).status).toBe(200)
  const id = snowflake()
  expect((await ask('/api/guilds', json({ id, name: 'Forum' }, { Cookie }))).status).toBe(201)
  const settings = { ask_forum_channels: [snowflake()] }
  const saved = await ask(`/api/guilds/${id}/settings`, {
    ...json({ settings }, { Cookie, 'If-Match': '"v0"' }),
    method: 'PUT',
  })
  expect(saved.status).toBe(200)
  return (await ask(`/admin/guilds/${id}/settings?done`, { headers: { Cookie } })).text()
}

const passed = (page: Page) => page.locator('[data-check="ok"] h3').allInnerTexts()

test('an owner pastes the token, and sees the checks pass on one page', async () => {
  const cookie = await signInAs(own.server, 'owner')
  const { page, quiet } = await own.openAs(cookie, '/admin')
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  await click(
    page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Bot', exact: true }),
  )
  await page.waitForURL(/\/admin\/bot$/)
  await pageIsReady(page)
  await page.getByLabel('Bot token').fill('a.wrong.token')
  await click(page.getByRole('button', { name: 'Connect bot' }))
  await page.getByText('Discord rejected this token').first().waitFor()
  expect(await page.getByLabel('Bot token').inputValue()).toBe('a.wrong.token')

  await page.getByLabel('Bot token').fill(own.discord.env.DISCORD_BOT_TOKEN)
  await click(page.getByRole('button', { name: 'Connect bot' }))
  await page.getByRole('heading', { name: own.discord.application.name }).waitFor()
  expect(page.url()).toContain('#checks')
  expect(await page.content()).not.toContain(own.discord.env.DISCORD_BOT_TOKEN)
  await soon(() => own.discord.gateway.connected()).toBe(true)
  await click(page.getByRole('button', { name: 'Enable intents' }))
  await page.getByText('Discord enabled the intents.').waitFor()
  await soon(() => own.discord.gateway.identifies.length).toBeGreaterThan(1)
  await soon(() => own.discord.gateway.connected()).toBe(true)
  await click(page.getByRole('button', { name: 'Check again' }))
  await page.getByText('The checks ran again.').waitFor()
  expect(await passed(page)).toEqual(
    expect.arrayContaining([
      'Token',
      'Privileged intents',
      'Delivery of interactions',
      'Gateway connection',
      'Invite link',
    ]),
  )
  const invite = new URL(
    (await page.getByRole('link', { name: 'Add the bot to a server' }).getAttribute('href'))!,
  )
  expect(invite.searchParams.get('client_id')).toBe(own.discord.env.DISCORD_APPLICATION_ID)
  expect(clicks).toBeLessThanOrEqual(8)

  // The page updates itself, and keeps an error, the typed text and the focus.
  await page.getByText('Replace the token').click()
  await page.getByLabel('Bot token').fill('another.wrong.token')
  await page.getByRole('button', { name: 'Save token' }).click()
  await page.getByText('Discord rejected this token').first().waitFor()
  await page.locator('#check-server[data-check="waiting"]').waitFor()
  await approveGuild(cookie)
  await page.locator('#check-server[data-check="ok"]').waitFor()
  expect(await page.getByText('Discord rejected this token').first().isVisible()).toBe(true)
  expect(await page.getByLabel('Bot token').inputValue()).toBe('another.wrong.token')
  expect(await page.getByLabel('Bot token').evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await saveForumWithoutIntents(cookie)).toMatch(
    /The settings were saved(?:(?!<form).)*The bot cannot read posts until a site owner enables/s,
  )
  quiet()

  // The console of the browser lists this response as an error.
  own.discord.trouble('/applications/@me', { status: 503 })
  await page.getByRole('button', { name: 'Save token' }).click()
  await page.getByText('Discord returned 503. Try again later.').first().waitFor()
  expect(await page.getByLabel('Bot token').inputValue()).toBe('another.wrong.token')
})
