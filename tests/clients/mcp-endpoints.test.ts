import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newerNode, scriptOf } from '#tests/clients/install.js'
import { connect } from '#tests/clients/mcp.ts'
import { dataFolder } from '#tests/support/engines.ts'
import { guildWithKey } from '#tests/support/http/client.ts'
import { startServer, temporaryFolder } from '#tests/support/http/server.ts'

// Clients and the official test suite of the Model Context Protocol, on a server without limits, because they share an
// address.

let server: Awaited<ReturnType<typeof startServer>>
let data: Awaited<ReturnType<typeof dataFolder>>
let home: Awaited<ReturnType<typeof temporaryFolder>>
let key: string
beforeAll(async () => {
  data = await dataFolder()
  home = await temporaryFolder()
  server = await startServer({ DATA_DIR: data.path, RATE_LIMITS: 'off' })
  key = (await guildWithKey(server as never, ['--scopes', 'stats:read,settings:read'])).key
})
afterAll(async () => {
  await server?.stop()
  await Promise.all([data?.remove(), home?.remove()])
})

/** Runs a command in the newer Node.js. Returns its output, or throws its exit code with what it printed. */
async function run(name: Parameters<typeof scriptOf>[0], args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: home.path, NO_COLOR: '1', CI: '1' }
  const options = { cwd: home.path, env: env as unknown as NodeJS.ProcessEnv, timeout: 60_000 }
  try {
    return (await promisify(execFile)(newerNode(), [scriptOf(name), ...args], options)).stdout
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string }
    throw new Error(`${name} exited with ${String(code)}\n${stdout}\n${stderr}`, { cause: error })
  }
}

const inspect = (path: string, ...args: string[]) =>
  run('@modelcontextprotocol/inspector', [
    ...['--cli', server.url + path, '--transport', 'http', '--format', 'json', ...args],
  ])

test.each(['modern', 'legacy'])('the inspector finds portable schemas in the %s era', async (era) => {
  const list = ['--method', 'tools/list', '--strict', '--protocol-era', era]
  expect(await inspect('/mcp', ...list)).toContain('list_pages')
  const auth = ['--header', `Authorization: Bearer ${key}`, '--stored-auth-only']
  expect(await inspect('/api/v1/mcp', ...list, ...auth)).toContain('read_settings')
})

test('the inspector verifies the digests of the skills', async () => {
  expect(await inspect('/mcp', '--method', 'skills/list', '--verify')).toContain('call-the-api')
})

test('mcp-remote lists and calls the tools of a key', async () => {
  const header = `Authorization:Bearer ${key}`
  const args = [`${server.url}/api/v1/mcp`, '--header', header, '--transport', 'http-only', '--allow-http']
  const client = await connect(scriptOf('mcp-remote'), args, home.path)
  expect((await client.list()).map(({ name }) => name)).toContain('read_stats')
  expect(JSON.parse(await client.call('read_stats', { days: 7 }))).toHaveProperty('daily_stats')
  await client.close()
})

test.each([
  ...['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'].map((one) => [
    one,
    '2025-11-25',
  ]),
  ...[
    'tools-list',
    'http-header-validation',
    'dns-rebinding-protection',
    'resources-list',
    'sep-2164-resource-not-found',
  ].map((one) => [one, '2026-07-28']),
  ...['sep-2640-skills-enumeration', 'sep-2640-skills-manifest'].map((one) => [one, 'any']),
])('the official scenario %s passes (revision %s)', async (scenario, revision) => {
  const version = revision === 'any' ? [] : ['--spec-version', revision!]
  const args = ['server', '--url', `${server.url}/mcp`, '--scenario', scenario!, ...version]
  expect(await run('@modelcontextprotocol/conformance', args)).toMatch(/\b0 failed/)
})
