import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import en from '#app/site/messages/en.json'
import { PUBLIC_SECTIONS } from '#app/site/messages/private-format.ts'

/** Maximum bytes of the scripts of a page, compressed. */
const GOAL = 120_000

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

test('console and account pages load at most 120 KB of scripts', () => {
  const weighed = pages.map(
    (page) => [page.id, scriptsOf(page).reduce((sum, name) => sum + weightOf(name), 0)] as const,
  )
  expect(weighed.length).toBeGreaterThan(40)
  expect(weighed.filter(([, weight]) => weight > GOAL)).toEqual([])
})

test('pages that load React show no text that is left out of their scripts', () => {
  const scripts = [...new Set(Object.values(routes).flatMap(scriptsOf))].map(sourceOf).join('\n')
  const uses = (section: string) =>
    Object.keys(en[section as keyof typeof en]).filter((key) =>
      ['"', "'", '`'].some((quote) => scripts.includes(`${quote}${section}.${key}${quote}`)),
    )
  expect(uses('header')).toContain('signIn')
  expect(PUBLIC_SECTIONS.flatMap(uses)).toEqual([])
})

test('console and account pages load neither zod nor the parser of texts', () => {
  const loads = (pattern: RegExp) =>
    pages.filter((page) => scriptsOf(page).some((name) => pattern.test(sourceOf(name)))).map(({ id }) => id)
  expect(loads(/safeParse|ZodError|_zod/)).toEqual([])
  expect(loads(/EXPECT_ARGUMENT_CLOSING_BRACE|requiresOtherClause|shouldParseSkeletons/)).toEqual([])
})
