import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { cli, cliJson, temporaryFolder } from '#tests/support/http/server.ts'

let root: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => void (root = await temporaryFolder()))
afterEach(() => root.remove())

type Made = { folder: string; template: string; name: string; files: string[]; next: string }
const env = () => ({ DATA_DIR: join(root.path, 'data') })

test('init writes a template, says how to start, and opens no database', async () => {
  const folder = join(root.path, 'my site')
  const { code, out, err } = await cli(env(), ['init', '--template', 'community', folder])
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^Created My community in .*my site:\n {2}blog\/welcome\.mdx\n/)
  expect(out).toContain('  pages/rules.mdx\n')
  expect(out.trimEnd()).toMatch(/ CONTENT_DIR='.*my site' npm start$/)
  expect(await readdir(root.path)).toEqual(['my site'])
  const site = parse(await readFile(join(folder, 'site.yaml'), 'utf8')) as { name: string }
  expect(site.name).toBe('My community')
})

test('every template passes content check, with the name that was given', async () => {
  for (const template of ['blank', 'docs', 'community']) {
    const folder = join(root.path, template)
    const name = 'Ada’s "Harbour": {1} & more'
    const made = await cliJson<Made>(env(), ['init', folder, '--template', template, '--name', name])
    expect(made).toMatchObject({ folder, template, name, next: `CONTENT_DIR=${folder} npm start` })
    expect(await readFile(join(folder, 'site.yaml'), 'utf8')).toContain('name: "Ada’s \\"Harbour\\"')
    const checked = await cli({ ...env(), CONTENT_DIR: folder }, ['content', 'check'])
    expect([template, checked.code, checked.err]).toEqual([template, 0, ''])
  }
})

test('a folder that is not empty is refused with 1, and wrong usage with 2', async () => {
  const folder = join(root.path, 'full')
  await mkdir(folder)
  await writeFile(join(folder, 'mine.txt'), 'mine')
  const init = (...args: string[]) => cli(env(), ['init', ...args])
  const full = await init('--template', 'blank', folder)
  expect([full.code, full.err]).toEqual([1, expect.stringContaining('is not empty')])
  expect(await readdir(folder)).toEqual(['mine.txt'])
  for (const [args, message] of [
    [
      ['--template', 'shop', join(root.path, 'a')],
      '--template is invalid: Use one of: blank, docs, community.',
    ],
    [['--template', 'blank'], '<folder> is missing.'],
    [[join(root.path, 'a')], '--template is missing.'],
    [['--template', 'blank', 'a', 'b'], 'Use only one folder.'],
    [
      ['--template', 'blank', '--name', 'x'.repeat(61), 'a'],
      '--name is invalid: Use 1 to 60 characters on one line.',
    ],
  ] as const) {
    const { code, err } = await init(...args)
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  }
  expect(await readdir(root.path)).toEqual(['full'])
})

test('other commands still take no arguments without a flag', async () => {
  const { code, err } = await cli(env(), ['guilds', 'list', '--json', 'extra'])
  expect([code, err]).toEqual([2, expect.stringContaining('extra')])
})
