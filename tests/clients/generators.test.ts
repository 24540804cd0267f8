import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openapiDocument } from '#app/openapi/document.server.ts'
import { packages, scriptOf } from '#tests/clients/install.js'
import { temporaryFolder } from '#tests/support/http/server.ts'

/** How long one generator may take on a busy machine, in milliseconds. */
const PATIENCE = 180_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
/** Portman at work, from the start, since it takes about as long as the others together. */
let collecting: Promise<string>
beforeAll(async () => {
  folder = await temporaryFolder()
  await symlink(packages, join(folder.path, 'node_modules'))
  await writeFile(
    join(folder.path, 'openapi.json'),
    JSON.stringify(openapiDocument({ name: 'Signpost', siteUrl: 'https://signpost.test' })),
  )
  await writeFile(join(folder.path, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  await mkdir(join(folder.path, 'tmp'))
  collecting = run('@apideck/portman', ['--local', 'openapi.json', '--output', 'postman.json'])
  // Its own test reports a failure.
  collecting.catch(() => {})
})
afterAll(() => folder.remove())

const tsc = resolve('node_modules/typescript-native/bin/tsc')
const run = (name: Parameters<typeof scriptOf>[0], args: string[]) => runScript(scriptOf(name), args)

/** Runs a command of an installed package. Returns its output, or throws its exit code with what it printed. */
async function runScript(script: string, args: string[]): Promise<string> {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, NO_COLOR: '1', CI: '1', DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1' }
  const options = { cwd: folder.path, env: env as unknown as NodeJS.ProcessEnv, timeout: PATIENCE }
  try {
    return (await promisify(execFile)(process.execPath, [script, ...args], options)).stdout
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string }
    throw new Error(`${script} exited with ${String(code)}\n${stdout}\n${stderr}`, { cause: error })
  }
}

const heyApi = `export default {
  input: 'openapi.json',
  output: { path: 'hey' },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk', 'zod'],
}`

/** Calls operations with numbers and booleans, as the users of each generated client do. */
const use = `import createClient from 'openapi-fetch'
import type { paths } from './schema.js'
import { listCommands, readStats } from './hey/sdk.gen.js'
import { zListCommandsQuery } from './hey/zod.gen.js'
import { listCommands as orvalCommands, readStats as orvalStats } from './orval.js'

const api = createClient<paths>({ baseUrl: 'https://signpost.test' })
await api.GET('/api/v1/stats', { params: { query: { days: 7 } } })
await api.GET('/api/v1/commands', { params: { query: { limit: 2, enabled: true } } })
// @ts-expect-error a number is not text
await api.GET('/api/v1/stats', { params: { query: { days: '7' } } })
await readStats({ query: { days: 7 } })
await listCommands({ query: { limit: 2, enabled: true } })
// @ts-expect-error a boolean is not text
await listCommands({ query: { enabled: 'true' } })
zListCommandsQuery.parse({ limit: 2, enabled: true })
await orvalStats({ days: 7 })
await orvalCommands({ limit: 2, enabled: true })
// @ts-expect-error a number is not text
await orvalCommands({ limit: '2' })
`

const tsconfig = {
  include: ['*.ts', 'hey'],
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  },
}

test('clients of three generators compile with typed parameters', { timeout: 4 * PATIENCE }, async () => {
  const write = (name: string, text: string) => writeFile(join(folder.path, name), text)
  await write('hey.config.mjs', heyApi)
  await write('use.ts', use)
  await write('tsconfig.json', JSON.stringify(tsconfig))
  await Promise.all([
    run('openapi-typescript', ['openapi.json', '--output', 'schema.d.ts']),
    run('@hey-api/openapi-ts', ['--file', 'hey.config.mjs']),
    run('orval', ['--input', 'openapi.json', '--output', 'orval.ts', '--client', 'fetch']),
  ])
  expect(await readdir(folder.path)).toEqual(expect.arrayContaining(['schema.d.ts', 'hey', 'orval.ts']))
  // The compiler of the project, which takes a tenth of the time of the one in JavaScript.
  await runScript(tsc, ['--project', 'tsconfig.json'])
})

test('portman turns every operation into a request of a collection', { timeout: PATIENCE }, async () => {
  await collecting
  type Item = { name: string; request?: object; item?: Item[] }
  const { item } = JSON.parse(await readFile(join(folder.path, 'postman.json'), 'utf8')) as { item: Item[] }
  const requests = (items: Item[]): Item[] =>
    items.flatMap((one) => (one.request ? [one] : requests(one.item ?? [])))
  const operations = Object.values(
    openapiDocument({ name: 'Signpost', siteUrl: 'https://signpost.test' }).paths,
  ).flatMap((methods) => Object.keys(methods))
  expect(requests(item).length).toBe(operations.length)
})
