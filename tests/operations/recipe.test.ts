import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const guide = readFileSync('CONTRIBUTING.md', 'utf8')
const recipe = guide.split('### An operation with all its interfaces')[1]!.split('Also add:')[0]!
const listed = [...recipe.matchAll(/^- `([^`]+)`/gm)].map(([, file]) => join('app', file!))

test('the example of an operation with all its interfaces has five files', () => {
  expect(listed).toHaveLength(5)
  for (const file of listed) expect([file, existsSync(file)]).toEqual([file, true])
})

test('no other source file names the example', () => {
  const sources = ['app', 'agent-tools'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  )
  const naming = sources.filter((file) =>
    /runAutomation|run_automation|automations run/.test(readFileSync(file, 'utf8')),
  )
  expect(naming.length).toBeGreaterThan(2)
  expect(naming.filter((file) => !listed.includes(file))).toEqual([])
})
