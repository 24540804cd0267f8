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

test('the browser tools are one file under 10 KB compressed, without zod', () => {
  const late = loadedBy(entry)
  expect(late).toHaveLength(1)
  expect(loadedBy(late[0]!)).toEqual([])
  expect(weigh(late)).toBeLessThan(10 * KB)
  expect(sourceOf(late[0]!)).not.toMatch(/safeParse|ZodError|_zod/)
})

test('the tools that were built show hosts what the schemas of the operations say now', async () => {
  const file = join(process.cwd(), 'build/client/assets', loadedBy(entry)[0]!)
  const built = (await import(/* @vite-ignore */ file)) as { tools: HostTool[] }
  const shown = (some: HostTool[]) => some.map(({ name, inputSchema }) => [name, inputSchema])
  expect(shown(built.tools)).toEqual(shown(tools))
})
