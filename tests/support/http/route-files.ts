import { resolve } from 'node:path'
import type { RouteConfigEntry } from '@remix-run/route-config'

/** A route: its file below `app`, and its path, with parameters as `{name}`. */
export type RouteFile = { file: string; path: string }

// Remix sets this global before it loads app/routes.ts.
Object.assign(globalThis, { __remixAppDirectory: resolve('app') })
const { default: entries } = await import('#app/routes.ts')

const filesOf = ({ file, path = '', children = [] }: RouteConfigEntry, above = ''): RouteFile[] => {
  const full = path ? `${above}/${path}` : above
  return [{ file, path: full }, ...children.flatMap((child) => filesOf(child, full))]
}

/** Every route, as `app/routes.ts` gives it to the build. */
export const routeFiles: RouteFile[] = entries
  .flatMap((entry) => filesOf(entry))
  .map(({ file, path }) => ({ file, path: path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{rest}') || '/' }))

/** Imports the module of a route. */
export const importRoute = (file: string): Promise<Record<string, unknown>> =>
  import(/* @vite-ignore */ resolve('app', file)) as Promise<Record<string, unknown>>
