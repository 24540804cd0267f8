import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ActionFunctionArgs } from '@remix-run/node'
import { expect, test } from 'vitest'
import { reservedSegments } from '#app/site/paths.ts'
import { slugPattern } from '#app/features/content/schema.ts'
import { rateLimits } from '#app/platform/security/rate-limits.ts'
import { createMetrics } from '#app/platform/log/metrics.server.ts'
import { operations } from '#app/openapi/operations.ts'
import { importRoute, routeFiles } from '#tests/support/http/route-files.ts'
import { openapiDocument } from '#app/openapi/document.server.ts'
import { lintPlanted } from '#tests/support/planted-lint.ts'
import { order } from '../../oxlint.config.js'

const isJson = (path: string) => path.startsWith('/api/') || path === '/mcp'
const jsonRoutes = new Map(
  routeFiles.filter(({ path }) => isJson(path)).map(({ path, file }) => [path, file]),
)
const operationPaths = [...new Set(operations.map(({ path }) => path))]

test('folders and file names of routes make their paths', () => {
  const paths = new Map(routeFiles.map(({ file, path }) => [file, path]))
  expect(paths.get('routes/api/cms/export.ts')).toBe('/api/cms/export')
  expect(paths.get('routes/api/openapi[.json].ts')).toBe('/api/openapi.json')
  expect(paths.get('routes/console/guild/jobs._index.tsx')).toBe('/admin/guilds/{guildId}/jobs')
})

test('every page with React forms keeps what was typed when the service is unreachable', () => {
  const source = (file: string) => readFileSync(join('app', file), 'utf8')
  const pages = routeFiles
    .map(({ file }) => file)
    .filter((file) => source(file).includes('export const action'))
  const without = pages.filter((file) => !/export \{ clientAction\b/.test(source(file)))
  // Forms of public pages run without React, and the form for signing out has no fields.
  expect(without.sort()).toEqual([
    'routes/account/logout.tsx',
    'routes/site/contact.tsx',
    'routes/site/feedback.tsx',
  ])
})

test('every JSON route has an operation, and every operation a route', () => {
  expect([...jsonRoutes.keys()].sort()).toEqual(operationPaths.sort())
})

test.each(operationPaths)('%s serves the methods of its operations and no other', async (path) => {
  const route = (await importRoute(jsonRoutes.get(path)!)) as Record<
    'loader' | 'action',
    (args: unknown) => Promise<Response>
  >
  expect(route.action).toBe(route.loader)
  const request = new Request(`http://localhost${path}`, { method: 'PROPFIND' })
  const facts = { requestId: 'r', address: '127.0.0.1', secure: false, nonce: '' }
  const context = { app: { metrics: createMetrics(), config: { siteUrl: 'https://signpost.test' } }, facts }
  const response = await route.action({ request, params: {}, context } as unknown as ActionFunctionArgs)
  const methods = operations
    .filter((one) => one.path === path)
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  expect(response.status).toBe(405)
  expect(response.headers.get('Allow')!.split(', ').sort()).toEqual(methods.sort())
  expect(await response.json()).toMatchObject({ code: 'method_not_allowed', request_id: 'r' })
})

test('no content page can take the address of a route', () => {
  const first = routeFiles.map(({ path }) => path.split('/')[1]!)
  const words = first.filter((piece) => slugPattern.test(piece))
  // The contact form stands below the page of that name.
  const shared = new Set(['contact'])
  expect([...new Set(words)].filter((word) => !reservedSegments.has(word) && !shared.has(word))).toEqual([])
})

test('operations have names of their own, a success each, and limits that exist', () => {
  const ids = operations.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
  const routes = operations.map(({ method, path }) => `${method} ${path}`)
  expect(routes).toEqual([...new Set(routes)])
  for (const { id, answers, limit } of operations) {
    expect(Object.keys(answers).length, id).toBeGreaterThan(0)
    if (limit) expect(Object.keys(rateLimits), id).toContain(limit)
  }
})

test('every operation is in the OpenAPI document, and nothing else is', () => {
  const { paths = {}, servers } = openapiDocument({ name: 'Signpost', siteUrl: 'https://example.com' })
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

const arrows = [
  ['app/routes/x.ts', '#app/features/keys/store.server.ts'],
  ['app/routes/api/x.ts', '#app/features/stats/rollup-store.server.ts'],
  ['app/routes/x.ts', '#agent-tools/index.ts'],
  ['app/routes/x.ts', '#app/features/jobs/runs/store.server.ts'],
  ['app/routes/x.ts', './y.ts'],
  ['app/cli/x.ts', '#app/features/keys/store.server.ts'],
  ['app/http/api/x.ts', '#agent-tools/index.ts'],
  ['app/http/api/x.ts', '#app/mcp/tool.server.ts'],
  ['app/mcp/x.server.ts', '#app/routes/api/session.ts'],
  ['app/mcp/x.server.ts', '#agent-tools/index.ts'],
  ['app/mcp/x.server.ts', '#app/features/keys/store.server.ts'],
  ['app/openapi/x.ts', '#app/mcp/tool.server.ts'],
  ['app/features/keys/x.server.ts', '#app/mcp/tool.server.ts'],
  ['app/http/api/x.ts', '#tests/support/factories.ts'],
  ['app/http/api/x.ts', '#app/features/keys/store.server.ts'],
  ['app/x.server.ts', '#app/cli/main.server.ts'],
  ['app/context.server.ts', '#app/http/protocol/parse.ts'],
  ['app/openapi/x.ts', '#app/http/protocol/parse.ts'],
  ['app/features/keys/x.server.ts', '#app/features/guilds/store.server.ts'],
  ['app/features/keys/x.server.ts', '#app/features/stats/stats.server.ts'],
  ['app/features/keys/x.server.ts', '#app/routes/api/session.ts'],
  ['app/features/keys/x.server.ts', '#app/http/protocol/parse.ts'],
  ['app/features/keys/x.server.ts', '#app/cli/main.server.ts'],
  ['app/features/keys/x.server.ts', '../guilds/schema.ts'],
  ['app/features/keys/ui/x.tsx', '#app/http/protocol/parse.ts'],
  ['app/features/guilds/x.server.ts', '#app/features/keys/keys.server.ts'],
  ['app/features/chat/x.server.ts', '#app/features/contact/contact.server.ts'],
  ['app/features/chat/x.server.ts', '#app/openapi/operations.ts'],
  ['app/features/jobs/x.server.ts', '#app/features/content/content.server.ts'],
  ['app/features/privacy/x.server.ts', '#app/features/accounts/sign-in/session-store.server.ts'],
  ['app/features/content/x.server.ts', '#agent-tools/page-tools.ts'],
  ['app/features/keys/schema.ts', '#app/features/keys/store.server.ts'],
  ['app/features/keys/schema.ts', '#app/platform/db/tables/tables.ts'],
  ['app/features/keys/schema.ts', 'node:crypto'],
  ['app/features/keys/operations.ts', '#app/features/keys/keys.server.ts'],
  ['app/features/keys/schema.ts', '#app/features/stats/schema.ts'],
  ['app/features/chat/operations.ts', '#app/features/contact/schema.ts'],
  ['app/operations/x.ts', '#app/features/stats/stats.server.ts'],
  ['app/operations/x.ts', 'node:fs'],
  ['app/ui/forms/x.tsx', '#app/cli/main.server.ts'],
  ['app/ui/forms/x.tsx', '#app/features/keys/schema.ts'],
  ['app/ui/forms/x.tsx', '#app/platform/config/config.server.ts'],
  ['app/platform/db/x.server.ts', '#app/features/keys/schema.ts'],
  ['app/platform/db/x.server.ts', '#app/context.server.ts'],
  ['app/platform/db/x.server.ts', '#app/http/protocol/parse.ts'],
  ['app/site/x.ts', '#app/platform/config/release.ts'],
  ['app/primitives/x.ts', '#app/errors.ts'],
  ['app/primitives/x.ts', 'node:fs'],
  ['app/runner/x.server.ts', '#app/features/runners/runners.server.ts'],
  ['app/runner/actions/x.server.ts', '#app/platform/db/tables/tables.ts'],
  ['app/runner/x.server.ts', '#app/http/protocol/parse.ts'],
  ['agent-tools/x.ts', '#app/features/keys/keys.server.ts'],
  ['agent-tools/guilds/x.ts', '#app/platform/db/tables/tables.ts'],
  ['agent-tools/x.ts', '#app/routes/api/session.ts'],
  ['agent-tools/x.ts', 'node:fs'],
] as const

const open = [
  ['app/routes/x.ts', '#app/features/keys/keys.server.ts'],
  ['app/routes/x.ts', '#app/http/api/endpoint.server.ts'],
  ['app/routes/x.ts', '#app/mcp/endpoint.server.ts'],
  ['app/mcp/x.server.ts', '#app/http/protocol/parse.ts'],
  ['app/features/keys/x.server.ts', '#app/features/keys/store.server.ts'],
  ['app/features/keys/x.server.ts', '#app/features/guilds/guilds.server.ts'],
  ['app/features/keys/x.server.ts', '#app/platform/db/tables/tables.ts'],
  ['app/features/backups/x.server.ts', '#app/features/backups/restore.server.ts'],
  ['app/features/privacy/x.server.ts', '#app/features/accounts/accounts.server.ts'],
  ['app/features/keys/schema.ts', '#app/features/guilds/schema.ts'],
  ['app/features/content/x.server.ts', '#agent-tools/manifest.json'],
  ['app/operations/x.ts', '#app/access.ts'],
  ['app/http/api/x.server.ts', '#app/features/keys/keys.server.ts'],
  ['app/platform/db/x.server.ts', '#app/primitives/days.ts'],
  ['app/runner/x.server.ts', '#app/features/runners/schema.ts'],
  ['app/runner/x.server.ts', '#app/platform/outside/discord.server.ts'],
  ['agent-tools/x.ts', '#app/openapi/v1.ts'],
] as const

const after = (feature: string) => `#app/features/${order[order.indexOf(feature) + 1]}/x.ts`
const inOrder = order.slice(0, -1).map((feature) => [`app/features/${feature}/x.server.ts`, after(feature)])
const reading = ['app/features/keys/env.server.ts', 'export const x = process.env.X'] as const

const importing = ([file, from]: readonly [string, string], n: number) =>
  [file, `import { x as x${n} } from '${from}'; export { x${n} }`] as const
const refused = lintPlanted([
  ...[...arrows, ...open, ...inOrder].map((arrow, n) => importing(arrow as [string, string], n)),
  reading,
])

test.each(arrows)('%s may not import %s', (file, from) => {
  expect(refused(file, `'${from}'`)).toEqual(['no-restricted-imports'])
})

test.each(open)('%s may import %s', (file, from) => {
  expect(refused(file, `'${from}'`)).toEqual([])
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

test('no page of the console links to the manual outside Help', () => {
  const linking = ['app/features', 'app/routes/console', 'app/ui']
    .flatMap(files)
    .filter((file) => /href=[{"'`]+\/docs\//.test(readFileSync(file, 'utf8')))
  expect(linking).toEqual([])
})

test('the environment is read where the process starts and nowhere else', () => {
  // The bundler names a variable that it replaces.
  const starts = [
    ...[
      'app/http/server/serve.server.ts',
      'app/server.js',
      'app/cli.js',
      'app/platform/process/bootstrap.js',
    ],
    'app/platform/process/bundle-threads.js',
  ]
  const readers = ['app', 'agent-tools']
    .flatMap(files)
    .filter((file) =>
      /\bprocess\s*(\?\.|\.)\s*env\b|\benv\s*\}\s*=\s*process\b|\benv\b[^}\n]*\}\s*from 'node:process'/.test(
        readFileSync(file, 'utf8'),
      ),
    )
  expect(readers.filter((file) => !starts.includes(file))).toEqual([])
  expect(refused(...reading)).toEqual(['no-restricted-properties'])
})

test('rules of one guild check its state together with the access', () => {
  const files = readdirSync('app/features', { recursive: true, encoding: 'utf8' })
  const without = files
    .filter((file) => file.endsWith('.ts') && file !== join('guilds', 'guilds.server.ts'))
    .filter((file) =>
      /^ *allow\((?:ctx|inner), 'guild:/m.test(readFileSync(join('app/features', file), 'utf8')),
    )
  expect(without).toEqual([])
})

test('every feature is listed in the order', () => {
  expect(readdirSync('app/features').sort()).toEqual([...order].sort())
})

test.each(inOrder)('the feature of %s may not import the one after it, as %s', (file, from) => {
  expect(refused(file!, `'${from}'`)).toEqual(['no-restricted-imports'])
})

test('a context carries services of features, and names nothing else of them', () => {
  const source = readFileSync('app/context.server.ts', 'utf8')
  expect(source.match(/(?<=^import )[^']*(?= from '#app\/features\/)/gm)!.sort()).toEqual([
    'type { ContentIndex }',
    'type { CurrentBot }',
    'type { Evaluator }',
    'type { ImageCache }',
    'type { OgImageMaker }',
    'type { PasswordHasher }',
    'type { Reader, ReaderCounter }',
    'type { RefusalCounter }',
    'type { RunHandlers }',
  ])
})
