import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

const KB = 1_000
const GOAL = 120
/** Pages that do not meet the goal yet, with their limits in KB. Lower a limit when its page gets lighter. */
const LIMITS: Record<string, number> = {
  'guild/automations.new': 148,
  'guild/automations.$id': 148,
  'guild/commands.$id': 144,
  'guild/commands.new': 141,
  'guild/_index': 130,
  'content.$type.$id._index': 129,
  settings: 127,
  'guild/jobs._index': 123,
  'guild/jobs.$id': 122,
  'guild/automations._index': 126,
  'content._index': 121,
  'guild/commands._index': 122,
}

type Part = { id: string; parentId?: string; module: string; imports?: string[] }
type Manifest = { entry: Part; routes: Record<string, Part> }

const folder = 'build/client/assets'
const manifestFile = readdirSync(folder).find((name) => /^manifest-.*\.js$/.test(name))!
const { entry, routes } = JSON.parse(
  readFileSync(join(folder, manifestFile), 'utf8')
    .replace(/^window\.__remixManifest=/, '')
    .replace(/;\s*$/, ''),
) as Manifest

const sources = new Map<string, string>()
function sourceOf(name: string): string {
  const source = sources.get(name) ?? readFileSync(join(folder, name), 'utf8')
  sources.set(name, source)
  return source
}
const weights = new Map<string, number>()
function weightOf(name: string): number {
  const weight = weights.get(name) ?? brotliCompressSync(sourceOf(name)).length
  weights.set(name, weight)
  return weight
}

/** Adds a script and the scripts that it imports at once. CodeMirror is imported late. */
function collect(name: string, names: Set<string>): void {
  if (names.has(name)) return
  names.add(name)
  for (const [, file] of sourceOf(name).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g))
    collect(file!, names)
}

/** Scripts that a page loads at once: those of the entry, the route and its parents. */
function scriptsOf(route: Part): string[] {
  const names = new Set<string>()
  const parts = [entry]
  for (let part: Part | undefined = route; part; part = routes[part.parentId ?? '']) parts.push(part)
  for (const { module, imports = [] } of parts)
    for (const url of [module, ...imports]) collect(url.replace('/assets/', ''), names)
  return [...names]
}

const pages = Object.values(routes).filter(({ id }) => /^routes\/(?:console|account)\//.test(id))

test('console pages load at most 120 KB of scripts, except those with a limit', () => {
  const weighed = pages.map(
    (page) => [page.id, scriptsOf(page).reduce((sum, name) => sum + weightOf(name), 0)] as const,
  )
  expect(weighed.length).toBeGreaterThan(40)
  expect(
    weighed.filter(([id, weight]) => weight > KB * (LIMITS[id.replace('routes/console/', '')] ?? GOAL)),
  ).toEqual([])
})

test('console and account pages load neither zod nor the parser of texts', () => {
  const loads = (pattern: RegExp) =>
    pages.filter((page) => scriptsOf(page).some((name) => pattern.test(sourceOf(name)))).map(({ id }) => id)
  expect(loads(/safeParse|ZodError|_zod/)).toEqual([])
  expect(loads(/EXPECT_ARGUMENT_CLOSING_BRACE|requiresOtherClause|shouldParseSkeletons/)).toEqual([])
})
