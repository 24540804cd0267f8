import { flatRoutes } from '@remix-run/fs-routes'
import { prefix, route, type RouteConfigEntry } from '@remix-run/route-config'
import type { Operation } from '#app/operations/operation.ts'
import { surfaces } from '#app/openapi/operations.ts'
import { providers } from '#app/platform/config/providers.ts'

/** Route folders and their URL prefixes. Nested folders are listed separately. */
const folders = {
  site: '',
  account: '',
  machine: '',
  console: 'admin',
  'console/guild': 'admin/guilds/:guildId',
  api: 'api',
  'api/auth': 'api/auth',
  'api/chat': 'api/chat',
  'api/cms': 'api/cms',
  'api/guild': 'api/guilds/:guildId',
  'api/guilds': 'api/guilds',
  'api/profile': 'api/profile',
}

async function routesOf([folder, path]: [string, string]): Promise<RouteConfigEntry[]> {
  const routes = await flatRoutes({ rootDirectory: `routes/${folder}`, ignoredRouteFiles: ['**/.*'] })
  return path ? prefix(path, routes) : routes
}

/** Routes for the identity providers. All providers share two modules. */
const signInRoutes = providers.flatMap((provider) => [
  route(`api/auth/${provider}`, 'routes/api/sign-in/begin.ts', { id: `sign-in/${provider}` }),
  route(`api/auth/${provider}/callback`, 'routes/api/sign-in/finish.ts', {
    id: `sign-in/${provider}.callback`,
  }),
])

/** Routes of the external API, and of the session operations that it opens. All paths share a module. */
const operationRoutes = [
  ...new Set(Object.values<Operation>(surfaces.v1).flatMap(({ path, opens }) => [path, opens?.path ?? path])),
].map((path) =>
  route(path.slice(1).replace(/\{(\w+)\}/g, ':$1'), 'routes/api/operations/serve.ts', { id: path.slice(1) }),
)

export default [
  ...(await Promise.all(Object.entries(folders).map(routesOf))).flat(),
  ...signInRoutes,
  ...operationRoutes,
]
