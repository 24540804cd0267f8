import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeTemplate } from '#app/features/starter/write-template.server.ts'
import { templateFiles } from '#app/features/starter/starter.server.ts'
import { refusalOf } from '#tests/support/factories.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

let root: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => void (root = await temporaryFolder()))
afterEach(() => root.remove())

const texts = { siteName: 'Harbour', today: '2026-11-21' }
const at = (name: string) => join(root.path, name)
const write = (name: string, template = 'blank') => writeTemplate({ folder: at(name), template, ...texts })

const filesBelow = async (name: string) =>
  (await readdir(at(name), { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map(({ parentPath, name: file }) => join(parentPath, file).slice(at(name).length + 1))
    .sort()

test.each(['new', 'empty'])('a folder that is %s gets every file of the template', async (name) => {
  if (name === 'empty') await mkdir(at(name))
  const written = await write(name, 'docs')
  const files = templateFiles('docs', texts)
  expect(written).toEqual(files.map(({ path }) => path))
  expect(await filesBelow(name)).toEqual(written)
  for (const { path, text } of files) expect(await readFile(join(at(name), path), 'utf8')).toBe(text)
  expect(await readdir(root.path)).toEqual([name])
})

test('another user can read the files, whatever the umask', async () => {
  const before = process.umask(0o077)
  try {
    await write('new')
  } finally {
    process.umask(before)
  }
  for (const [path, mode] of [
    ['new', 0o755],
    ['new/pages', 0o755],
    ['new/pages/index.mdx', 0o644],
  ] as const)
    expect([path, (await stat(at(path))).mode & 0o777]).toEqual([path, mode])
})

test('a folder with a file, a file and a missing parent are refused and unchanged', async () => {
  await mkdir(at('full'))
  await writeFile(at('full/.keep'), '')
  await writeFile(at('file'), '')
  for (const [name, status, message] of [
    ['full', 409, 'is not empty'],
    ['file', 409, 'is a file'],
    ['missing/new', 400, 'does not exist. Create it first.'],
  ] as const) {
    const refusal = await refusalOf(() => write(name))
    expect([refusal.status, refusal.message]).toEqual([status, expect.stringContaining(message)])
  }
  expect([await readdir(root.path), await readdir(at('full'))]).toEqual([['file', 'full'], ['.keep']])
})

test('an unknown template writes nothing', async () => {
  expect(await refusalOf(() => write('new', 'shop'))).toMatchObject({ status: 400 })
  expect(await readdir(root.path)).toEqual([])
})

test('after a failure nothing is left beside the folder', async () => {
  expect((await refusalOf(() => write('x'.repeat(250)))).message).toContain('(ENAMETOOLONG)')
  expect(await readdir(root.path)).toEqual([])
})
