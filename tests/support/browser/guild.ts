import type { Browser, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { Command } from '#app/features/commands/schema.ts'
import { openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { client, json, signInAs, snowflake } from '#tests/support/http/client.ts'
import { cliJson, type RunningServer } from '#tests/support/http/server.ts'

type At = Pick<RunningServer, 'url' | 'env'> & { name?: string }
export type Opened = Awaited<ReturnType<typeof guildWithOwner>>

/** Waits for what a page comes to, also where the machine has much else to do. */
export const soon = <T>(find: () => T) => expect.poll(find, { timeout: 20_000 })

/** Does what sends a form, and waits until the service has answered it. */
export const answered = (page: Page, act: () => Promise<unknown>) =>
  Promise.all([page.waitForResponse((response) => response.request().method() === 'POST'), act()])

let owner: Promise<string> | undefined
const ownerOfAll = () => (owner ??= signInAs(inject('servers')[0]!, 'owner'))

/** A guild without anything in it, and a page of somebody who may change it. */
export async function guildWithOwner(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
  server: At = inject('servers')[0]!,
) {
  const guildId = snowflake()
  await cliJson(server.env, ['guilds', 'add', '--id', guildId, '--name', 'A guild'])
  const shared = inject('servers')[0]!
  const cookie = await (server.url === shared.url ? ownerOfAll() : signInAs(server as typeof shared, 'owner'))
  const opened = await openPage(browser, options)
  const [name = '', value = ''] = cookie.split('=')
  await opened.context.addCookies([{ name, value, url: server.url }])
  return { ...opened, guildId, url: server.url }
}

/** Opens the commands of the guild, or a page of theirs. */
export const atCommands = ({ page, guildId, url }: Pick<Opened, 'page' | 'guildId' | 'url'>, rest = '') =>
  openReady(page, `${url}/admin/guilds/${guildId}/commands${rest}`)

/** Adds the command /hello to a guild of the shared server. Returns where its page is. */
export async function aCommand(guildId: string) {
  const server = inject('servers')[0]!
  const path = `/api/guilds/${guildId}/commands`
  const input = { name: 'hello', description: 'Says hello', response: { type: 'message', content: 'Hello!' } }
  const answer = await client(server)(path, json(input, { Cookie: await ownerOfAll() }))
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  const { command } = (await answer.json()) as { command: { id: string } }
  return `${server.url}/admin/guilds/${guildId}/commands/${command.id}`
}

/** What the API says of the commands of a guild. */
export async function commandsOf(guildId: string): Promise<Command[]> {
  const Cookie = await ownerOfAll()
  const answer = await client(inject('servers')[0]!)(`/api/guilds/${guildId}/commands`, {
    headers: { Cookie },
  })
  return ((await answer.json()) as { commands: Command[] }).commands
}
