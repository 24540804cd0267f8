import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

const KB = 1_000
const { src } = JSON.parse(readFileSync('build/page-script.json', 'utf8')) as { src: string }
const sourceOf = (name: string) => readFileSync(join('build/client/assets', name), 'utf8')
const weights = new Map<string, number>()
function weightOf(name: string): number {
  const weight = weights.get(name) ?? brotliCompressSync(sourceOf(name)).length
  weights.set(name, weight)
  return weight
}
const weigh = (names: string[]) => names.reduce((sum, name) => sum + weightOf(name), 0)

/** The files that a script loads, at once or late. */
const loadedBy = (name: string) => [
  ...new Set([...sourceOf(name).matchAll(/["']\.\/([\w.-]+\.js)["']/g)].map(([, file]) => file!)),
]

const entry = src.replace('/assets/', '')

test('every file that the built styles name is built', () => {
  const styles = readdirSync('build/client/assets').filter((name) => name.endsWith('.css'))
  const named = styles.flatMap((name) =>
    [...sourceOf(name).matchAll(/url\(["']?([^"')]+)/g)].map(([, url]) => url!),
  )
  const files = named.filter((url) => !url.startsWith('data:'))
  expect(styles.length).toBeGreaterThan(0)
  expect(files.filter((url) => !existsSync(join('build/client', url)))).toEqual([])
})

test('the script of every public page is under 3 KB compressed', () => {
  expect(weigh([entry])).toBeLessThan(3 * KB)
})

/** What it loads late, by what it is for. */
const late = (kind: string) => loadedBy(entry).filter((name) => name.startsWith(`${kind}-`))
const [form = ''] = late('contact-script')

test('the page itself is one file: what it loads is loaded late', () => {
  expect(sourceOf(entry)).not.toMatch(/\b(import|from)\s*["']/)
})

test('the script of the contact form is under 3 KB compressed, without zod', () => {
  expect(weigh([form, ...loadedBy(form)])).toBeLessThan(3 * KB)
  for (const name of [form, ...loadedBy(form)]) expect(sourceOf(name)).not.toMatch(/safeParse|ZodError|_zod/)
})

test('the search dialog and the script of documents are late, and under 2 KB each', () => {
  const names = ['search-dialog', 'docs-page'].map((kind) => late(kind)[0]!)
  for (const name of names) expect([name, weightOf(name) < 2 * KB]).toEqual([name, true])
})

const [tools = ''] = late('agent-tools')
/** With what it needs at once. */
const atOnce = (name: string) => [
  name,
  ...[...sourceOf(name).matchAll(/from\s*["']\.\/([\w.-]+\.js)["']/g)].map(([, file]) => file!),
]
const forSome = loadedBy(tools).filter((name) => !atOnce(tools).includes(name))

test('visitors without a host load no tool code, and those with one 12 KB at most', () => {
  expect(weigh([entry])).toBeLessThan(8 * KB)
  expect(weigh([entry, ...atOnce(tools)])).toBeLessThan(12 * KB)
})

test('tool code that only some visitors need is loaded for them alone, without zod', () => {
  const names = forSome.map((name) => name.replace(/-\w{8}\.js$/, '')).sort()
  expect(names).toEqual(['editors', 'guilds', 'members', 'proof-of-work'])
  for (const name of [...atOnce(tools), ...forSome])
    expect(sourceOf(name)).not.toMatch(/safeParse|ZodError|_zod/)
  expect(weigh(forSome)).toBeLessThan(18 * KB)
})
