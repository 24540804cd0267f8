import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The requirements of OWASP ASVS 5.0.0 in the chapters V3, V6, V7 and V8: each section with its numbers, by level. */
const standard: Record<1 | 2, Record<string, readonly number[]>> = {
  1: {
    '3.2': [1, 2],
    '3.3': [1],
    '3.4': [1, 2],
    '3.5': [1, 2, 3],
    '6.1': [1],
    '6.2': [1, 2, 3, 4, 5, 6, 7, 8],
    '6.3': [1, 2],
    '6.4': [1, 2],
    '7.2': [1, 2, 3, 4],
    '7.4': [1, 2],
    '8.1': [1],
    '8.2': [1, 2],
    '8.3': [1],
  },
  2: {
    '3.3': [2, 3, 4],
    '3.4': [3, 4, 5, 6],
    '3.5': [4, 5],
    '3.7': [1, 2],
    '6.1': [2, 3],
    '6.2': [9, 10, 11, 12],
    '6.3': [3, 4],
    '6.4': [3, 4],
    '6.5': [1, 2, 3, 4, 5],
    '6.6': [1, 2, 3],
    '6.8': [1, 2, 3, 4],
    '7.1': [1, 2, 3],
    '7.3': [1, 2],
    '7.4': [3, 4, 5],
    '7.5': [1, 2],
    '7.6': [1, 2],
    '8.1': [2],
    '8.2': [3],
    '8.4': [1],
  },
}
const wanted = ([1, 2] as const).flatMap((level) =>
  Object.entries(standard[level]).flatMap(([section, numbers]) =>
    numbers.map((number) => `${section}.${number} (level ${level})`),
  ),
)

const read = (slug: string) => readFileSync(`content/docs/${slug}.mdx`, 'utf8')
const pages = ['asvs-authentication', 'asvs-sessions', 'asvs-frontend'].map(read).join('\n')

const states = ['Met', 'Not met', 'Does not apply'] as const
const rows = [
  ...pages.matchAll(/^<dt>(\S+ \(level \d\)): .+<\/dt>\n<dd>\*\*([\w ]+)\.\*\* (.+)<\/dd>$/gm),
].map(([, number = '', state = '', how = '']) => ({ number, state, how }))

/** Every test that a page names, by its file and its name. */
const named = [...pages.matchAll(/`(tests\/[^`:]+\.ts): "([^`]+)"`/g)].map(
  ([, file = '', name = '']) => [file, name] as const,
)

test('each requirement is there once, under its level', () => {
  expect(rows.map(({ number }) => number).sort()).toEqual(wanted.sort())
  expect(pages.match(/<dt>/g)).toHaveLength(wanted.length)
})

test.each(rows)('$number has a state, and a proof or a reason', ({ state, how }) => {
  expect(states).toContain(state)
  expect(how.replace(/`tests\/[^`]+`/g, '').length).toBeGreaterThan(15)
  if (state === 'Met') expect(how).toMatch(/`tests\/|\]\(\/docs\//)
})

test('the pages name tests', () => {
  expect(named.length).toBeGreaterThan(50)
  expect(pages.match(/`tests\//g)).toHaveLength(named.length)
})

test.each(named)('%s has the test “%s”', (file, name) => {
  expect(existsSync(file)).toBe(true)
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`\\(\\s*(['"\`])${literal}\\1,`))
})

test('the overview counts what the pages say', () => {
  const counted = ['3', '6', '7', '8'].map((chapter) =>
    states.map((state) => rows.filter((row) => row.number[0] === chapter && row.state === state).length),
  )
  const said = [...read('asvs').matchAll(/^\| V(\d) [^|]+\| (\d+) \| (\d+) \| (\d+) \|/gm)]
  expect(said.map(([, ...cells]) => cells[0])).toEqual(['3', '6', '7', '8'])
  expect(said.map(([, , ...cells]) => cells.map(Number))).toEqual(counted)
  expect(read('asvs')).toContain(`${wanted.length} in all`)
})
