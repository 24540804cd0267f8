import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataFolder } from '#tests/support/engines.ts'
import { botEnv } from '#tests/mocks/discord-rest.ts'
import { CLOSED_GUILD } from '#tests/mocks/outside.ts'
import { cli, cliJson, runCli, type Env } from '#tests/support/http/server.ts'

const DEMO_GUILD = '100000000000000001'
let env: Env
let remove: () => Promise<void>

beforeAll(async () => {
  const folder = await dataFolder()
  remove = folder.remove
  env = { DATA_DIR: folder.path, ...botEnv }
  await cliJson(env, ['seed', 'demo'])
})
afterAll(() => remove())

/** Runs the command in a world in which Discord is played. */
const register = (...args: string[]) => cli(env, ['commands', 'register', ...args], { mocked: true })

/** The same in a process, and so with a Discord, of its own. */
const registerAnew = (...args: string[]) =>
  runCli({ ...env, NODE_OPTIONS: '--import ./tests/mocks/register.js' }, ['commands', 'register', ...args])

test('the command line registers a guild, and a repeat reports no changes', async () => {
  const first = await register('--guild', DEMO_GUILD)
  expect([first.code, first.err]).toEqual([0, ''])
  expect(first.out).toMatch(/^guild +what +commands\n100000000000000001 +created +\w+, /)
  const again = await register('--guild', DEMO_GUILD)
  expect(again.out).toMatch(/100000000000000001 +unchanged +\w+, /)
  const forced = await registerAnew('--guild', DEMO_GUILD, '--force', '--json')
  // The Discord of another process has nothing yet.
  expect(JSON.parse(forced.out)).toMatchObject({ registrations: [{ guild_id: DEMO_GUILD, changed: true }] })
})

test('registering every guild reports the failed ones and exits with code 1', async () => {
  await cliJson(env, ['guilds', 'add', '--id', CLOSED_GUILD, '--name', 'Closed'])
  const { code, out } = await register('--json')
  expect(code).toBe(1)
  const { registrations } = JSON.parse(out) as { registrations: { guild_id: string }[] }
  expect(registrations.find(({ guild_id }) => guild_id === CLOSED_GUILD)).toMatchObject({
    error: { code: 'conflict' },
  })
  expect(registrations.find(({ guild_id }) => guild_id === DEMO_GUILD)).toMatchObject({ changed: false })
  const alone = await register('--guild', CLOSED_GUILD, '--json')
  expect([alone.code, JSON.parse(alone.err)]).toMatchObject([1, { code: 'conflict' }])
})

test('a flag takes no value, and help shows it without one', async () => {
  expect((await register('--force', 'yes')).code).toBe(2)
  expect((await register('--help')).out).toMatch(/--force +Compare/)
})
