import { ESLint } from 'eslint'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ActionFunctionArgs } from '@remix-run/node'
import { expect, test } from 'vitest'
import { reserved } from '#app/features/content/paths.ts'
import { slugPattern } from '#app/features/content/schema.ts'
import { limits } from '#app/http/limits.ts'
import { makeMetrics } from '#app/metrics.server.ts'
import { operations } from '#app/operations/index.ts'
import { openapiDocument } from '#app/operations/openapi.server.ts'

/** The address that a route's file name stands for: dots are slashes, brackets take a dot as it is, `$x` is `{x}`. */
function pathOf(file: string) {
  const parts = file.replace(/(\._index)?\.tsx?$/, '').match(/\[[^\]]*\]|[^[\]]+/g) ?? []
  const text = parts.map((part) => (part.startsWith('[') ? part.slice(1, -1) : part.replaceAll('.', '/')))
  return `/${text.join('')}`.replace(/\$(\w+)/g, '{$1}')
}

const jsonRoutes = new Map(
  readdirSync('app/routes')
    .map((file) => [pathOf(file), file] as const)
    .filter(([path]) => path.startsWith('/api/')),
)
const operationPaths = [...new Set(operations.map(({ path }) => path))]

test('file names are read as addresses', () => {
  expect(pathOf('api.v1.stats.ts')).toBe('/api/v1/stats')
  expect(pathOf('api.openapi[.json].ts')).toBe('/api/openapi.json')
  expect(pathOf('[.]well-known.agent-skills.$name.[SKILL.md].ts')).toBe(
    '/.well-known/agent-skills/{name}/SKILL.md',
  )
})

test('every page with React forms keeps what was typed when the service is unreachable', () => {
  const source = (file: string) => readFileSync(join('app/routes', file), 'utf8')
  const pages = readdirSync('app/routes').filter((file) => source(file).includes('export const action'))
  const without = pages.filter((file) => !source(file).includes('export { clientAction }'))
  // The form of the one runs without React, and in the other nothing is typed.
  expect(without.sort()).toEqual(['contact.tsx', 'logout.tsx'])
})

test('every JSON route has an operation, and every operation a route', () => {
  expect([...jsonRoutes.keys()].sort()).toEqual(operationPaths.sort())
})

test.each(operationPaths)('%s serves the methods of its operations and no other', async (path) => {
  const file = join(process.cwd(), 'app/routes', jsonRoutes.get(path)!)
  const route = (await import(/* @vite-ignore */ file)) as Record<
    'loader' | 'action',
    (args: unknown) => Promise<Response>
  >
  expect(route.action).toBe(route.loader)
  const request = new Request(`http://localhost${path}`, { method: 'PROPFIND' })
  const facts = { requestId: 'r', address: '127.0.0.1', secure: false, nonce: '' }
  const context = { app: { metrics: makeMetrics() }, facts }
  const response = await route.action({ request, params: {}, context } as unknown as ActionFunctionArgs)
  const methods = operations
    .filter((one) => one.path === path)
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  expect(response.status).toBe(405)
  expect(response.headers.get('Allow')!.split(', ').sort()).toEqual(methods.sort())
  expect(await response.json()).toMatchObject({ code: 'method_not_allowed', request_id: 'r' })
})

test('no content page can take the address of a route', () => {
  const first = readdirSync('app/routes').map((file) => pathOf(file).split('/')[1]!)
  const words = first.filter((piece) => slugPattern.test(piece) && piece !== '_index')
  // The contact form stands below the page of that name.
  const shared = new Set(['contact'])
  expect([...new Set(words)].filter((word) => !reserved.has(word) && !shared.has(word))).toEqual([])
})

test('operations have names of their own, a success each, and limits that exist', () => {
  const ids = operations.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
  const doors = operations.map(({ method, path }) => `${method} ${path}`)
  expect(doors).toEqual([...new Set(doors)])
  for (const { id, answers, limit } of operations) {
    expect(Object.keys(answers).length, id).toBeGreaterThan(0)
    if (limit) expect(Object.keys(limits), id).toContain(limit)
  }
})

test('every operation is in the OpenAPI document, and nothing else is', () => {
  const { paths = {}, servers } = openapiDocument('https://example.com')
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { operationId: string }>).map(([method, { operationId }]) => [
      operationId,
      method.toUpperCase(),
      path,
    ]),
  )
  expect(found.sort()).toEqual(operations.map(({ id, method, path }) => [id, method, path]).sort())
  expect(servers).toMatchObject([{ url: 'https://example.com' }])
})

const eslint = new ESLint()
const arrows = [
  ['app/routes/x.ts', '#app/features/keys/store.server.ts'],
  ['app/routes/x.ts', '#app/features/stats/rollup-store.server.ts'],
  ['app/cli/x.ts', '#app/features/keys/store.server.ts'],
  ['app/routes/x.ts', '#agent-tools/index.ts'],
  ['app/http/x.ts', '#agent-tools/index.ts'],
  ['app/http/x.ts', '#tests/support/factories.ts'],
  ['app/ui/x.tsx', '#app/cli/main.server.ts'],
  ['app/x.server.ts', '#app/cli/main.server.ts'],
  ['app/features/keys/x.server.ts', '#app/features/guilds/store.server.ts'],
  ['app/features/keys/x.server.ts', '#app/features/stats/rollup-store.server.ts'],
  ['app/features/keys/x.server.ts', '#app/features/jobs/runs/store.server.ts'],
  ['app/features/keys/x.server.ts', '#app/routes/api.session.ts'],
  ['app/features/keys/x.server.ts', '#app/http/parse.ts'],
  ['app/features/keys/x.server.ts', '#app/cli/main.server.ts'],
  ['app/features/content/x.server.ts', '#agent-tools/sets.ts'],
  ['app/features/keys/schema.ts', '#app/features/keys/store.server.ts'],
  ['app/features/keys/schema.ts', '#app/db/tables.ts'],
  ['app/features/keys/schema.ts', 'node:crypto'],
  ['app/operations/x.ts', '#app/features/stats/stats.server.ts'],
  ['app/operations/x.ts', 'node:fs'],
  ['app/db/x.server.ts', '#app/features/keys/schema.ts'],
  ['app/db/x.server.ts', '#app/http/limits.ts'],
  ['app/signals/x.server.ts', '#app/features/keys/keys.server.ts'],
  ['app/runner/x.server.ts', '#app/features/runners/runners.server.ts'],
  ['app/runner/actions/x.server.ts', '#app/db/tables.ts'],
  ['app/runner/x.server.ts', '#app/http/limits.ts'],
  ['agent-tools/x.ts', '#app/features/keys/keys.server.ts'],
  ['agent-tools/x.ts', '#app/db/tables.ts'],
  ['agent-tools/x.ts', '#app/routes/api.session.ts'],
  ['agent-tools/x.ts', 'node:fs'],
  ['app/features/keys/x.server.ts', '../guilds/schema.ts'],
  ['app/routes/x.ts', './y.ts'],
] as const

const open = [
  ['app/routes/x.ts', '#app/features/keys/keys.server.ts'],
  ['app/routes/x.ts', '#app/http/endpoint.server.ts'],
  ['app/features/keys/x.server.ts', '#app/features/keys/store.server.ts'],
  ['app/features/keys/x.server.ts', '#app/features/guilds/guilds.server.ts'],
  ['app/features/keys/x.server.ts', '#app/db/tables.ts'],
  ['app/features/keys/schema.ts', '#app/features/guilds/schema.ts'],
  ['app/features/content/x.server.ts', '#agent-tools/manifest.json'],
  ['app/operations/x.ts', '#app/features/keys/schema.ts'],
  ['app/http/x.server.ts', '#app/features/keys/keys.server.ts'],
  ['app/runner/x.server.ts', '#app/features/runners/schema.ts'],
  ['app/runner/x.server.ts', '#app/discord.server.ts'],
  ['agent-tools/x.ts', '#app/operations/v1.ts'],
] as const

async function refusals(file: string, from: string) {
  const [result] = await eslint.lintText(`import { x } from '${from}'\nexport { x }\n`, { filePath: file })
  return result!.messages.map(({ ruleId }) => ruleId)
}

test.each(arrows)('%s may not import %s', async (file, from) => {
  expect(await refusals(file, from)).toEqual(['no-restricted-imports'])
})

test.each(open)('%s may import %s', async (file, from) => {
  expect(await refusals(file, from)).toEqual([])
})

const files = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|js|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

test('no file is longer than 300 lines', () => {
  const long = ['app', 'agent-tools', 'tests']
    .flatMap(files)
    .map((file) => [file, readFileSync(file, 'utf8').trimEnd().split('\n').length] as const)
    .filter(([, lines]) => lines > 300)
  expect(long).toEqual([])
})

test('the environment is read where the process starts and nowhere else', async () => {
  // The bundler names a variable that it replaces.
  const starts = [
    ...['app/http/serve.server.ts', 'app/server.js', 'app/cli.js', 'app/prepare.js'],
    'app/bundle-thread.js',
  ]
  const readers = ['app', 'agent-tools']
    .flatMap(files)
    .filter((file) =>
      /\bprocess\s*(\?\.|\.)\s*env\b|\benv\s*\}\s*=\s*process\b|\benv\b[^}\n]*\}\s*from 'node:process'/.test(
        readFileSync(file, 'utf8'),
      ),
    )
  expect(readers.filter((file) => !starts.includes(file))).toEqual([])
  const [result] = await eslint.lintText('export const x = process.env.X\n', {
    filePath: 'app/features/keys/x.server.ts',
  })
  expect(result!.messages.map(({ ruleId }) => ruleId)).toEqual(['no-restricted-syntax'])
})

test('every feature is under the arrows', async () => {
  for (const feature of readdirSync('app/features')) {
    const other = feature === 'keys' ? 'guilds' : 'keys'
    const found = await refusals(
      `app/features/${feature}/x.server.ts`,
      `#app/features/${other}/store.server.ts`,
    )
    expect(found, feature).toEqual(['no-restricted-imports'])
  }
})
