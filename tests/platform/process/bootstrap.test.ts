import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isUnchangedSince } from '#app/platform/process/bootstrap.js'
import { temporaryFolder } from '#tests/support/http/server.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const at = (...path: string[]) => join(folder.path, ...path)
const isUpToDate = () => isUnchangedSince([at('app'), at('package.json')], at('stamp'))

beforeEach(async () => {
  folder = await temporaryFolder()
  await mkdir(at('app', 'ui'), { recursive: true })
  for (const name of ['package.json', 'app/a.ts', 'app/ui/b.tsx']) await writeFile(at(name), 'before')
  await new Promise((resolve) => setTimeout(resolve, 20))
  await writeFile(at('stamp'), '')
})
afterEach(() => folder.remove())

test('sources are up to date if nothing has changed since the build started', () => {
  expect(isUpToDate()).toBe(true)
})

test.each<[string, () => Promise<unknown>]>([
  ['a file changes', () => writeFile(at('app/ui/b.tsx'), 'after')],
  ['a file is added', () => writeFile(at('app/ui/c.tsx'), 'after')],
  ['a file is removed', () => rm(at('app/ui/b.tsx'))],
  ['a file is renamed', () => rename(at('app/a.ts'), at('app/c.ts'))],
  ['a place is removed', () => rm(at('package.json'))],
  ['the build has not finished', () => rm(at('stamp'))],
  ['the build started before a change', () => utimes(at('stamp'), new Date(0), new Date(0))],
  [
    'a changed file has its old date back',
    async () => {
      await writeFile(at('app/a.ts'), 'after')
      await utimes(at('app/a.ts'), new Date(0), new Date(0))
    },
  ],
])('sources are hashed again if %s', async (_, change) => {
  await new Promise((resolve) => setTimeout(resolve, 20))
  await change()
  expect(isUpToDate()).toBe(false)
})
