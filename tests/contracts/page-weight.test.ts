import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { HostTool } from '#agent-tools/host.ts'
import { tools } from '#agent-tools/index.ts'

const KB = 1_000
const { src } = JSON.parse(readFileSync('build/page-script.json', 'utf8')) as { src: string }
const sourceOf = (name: string) => readFileSync(join('build/client/assets', name), 'utf8')
const weigh = (names: string[]) =>
  names.reduce((sum, name) => sum + brotliCompressSync(sourceOf(name)).length, 0)

/** The files that a script loads, at once or late. */
const loadedBy = (name: string) => [
  ...new Set([...sourceOf(name).matchAll(/["']\.\/([\w.-]+\.js)["']/g)].map(([, file]) => file!)),
]

const entry = src.replace('/assets/', '')

test('the script of every public page is under 3 KB compressed', () => {
  expect(weigh([entry])).toBeLessThan(3 * KB)
})

/** What the contact page loads besides, and then what visitors with a host for the tools load. */
const [form = '', ...late] = loadedBy(entry).sort(
  (a, b) => Number(/^contact/.test(b)) - Number(/^contact/.test(a)),
)

test('the script of the contact form is one file under 3 KB compressed, without zod', () => {
  expect(form).toMatch(/^contact-script-/)
  expect(loadedBy(form)).toEqual([])
  expect(weigh([form])).toBeLessThan(3 * KB)
  expect(sourceOf(form)).not.toMatch(/safeParse|ZodError|_zod/)
})

test('the browser tools are one file under 10 KB compressed, without zod', () => {
  expect(late).toHaveLength(1)
  expect(loadedBy(late[0]!)).toEqual([])
  expect(weigh(late)).toBeLessThan(10 * KB)
  expect(sourceOf(late[0]!)).not.toMatch(/safeParse|ZodError|_zod/)
})

test('the tools that were built show hosts what the schemas of the operations say now', async () => {
  const file = join(process.cwd(), 'build/client/assets', late[0]!)
  const built = (await import(/* @vite-ignore */ file)) as { tools: HostTool[] }
  const shown = (some: HostTool[]) => some.map(({ name, inputSchema }) => [name, inputSchema])
  expect(shown(built.tools)).toEqual(shown(tools))
})
