import { expect, test } from 'vitest'
import { circlesIn, featureGraph, fileGraph, readSource, upwardImports } from '#tests/house/sources.js'

const KEYS = 'app/features/keys/x.server.ts'
const source = (file: string, ...lines: string[]) => readSource(file, lines.join('\n'))

test('a circle of files is found through types, exports and late imports', () => {
  const files = [
    source('app/site/a.ts', "import type { B } from '#app/site/b.ts'"),
    source('app/site/b.ts', "export { c } from '#app/site/c.ts'"),
    source('app/site/c.ts', "export const d = () => import('#app/site/d.ts')"),
    source('app/site/d.ts', "export type A = import('#app/site/a.ts').A"),
    source('app/site/e.ts', "import { a } from '#app/site/a.ts'", "import 'zod'"),
  ]
  expect(circlesIn(fileGraph(files)).map((circle) => circle.sort())).toEqual([
    ['a', 'b', 'c', 'd'].map((name) => `app/site/${name}.ts`),
  ])
  expect(circlesIn(fileGraph(files.slice(1)))).toEqual([])
})

test('two features are a circle even where their files are none', () => {
  const files = [
    source(KEYS, "import { a } from '#app/features/guilds/a.ts'"),
    source('app/features/guilds/b.ts', "import { y } from '#app/features/keys/y.ts'"),
  ]
  expect(circlesIn(fileGraph(files))).toEqual([])
  expect(circlesIn(featureGraph(files)).flat().sort()).toEqual(['guilds', 'keys'])
})

test.each([
  ['app/platform/db/x.server.ts', '#app/context.server.ts', true],
  ['app/features/keys/x.server.ts', '#app/features/stats/y.ts', true],
  ['app/ui/forms/x.tsx', '#app/features/keys/schema.ts', true],
  ['app/http/api/x.server.ts', '#app/routes/api/session.ts', true],
  ['app/http/api/x.server.ts', '#app/app.server.ts', false],
  ['app/features/keys/x.server.ts', '#app/features/guilds/y.ts', false],
  ['app/openapi/x.server.ts', '#agent-tools/manifest.json', false],
])('from %s to %s runs upward: %s', (file, to, isUpward) => {
  const found = upwardImports([source(file, `import { a } from '${to}'`)])
  expect(found).toEqual(isUpward ? [`${file} → ${to.slice(1)}`] : [])
})

test('the context may name features by type only', () => {
  const context = (clause: string) =>
    upwardImports([source('app/context.server.ts', `import ${clause} from '#app/features/keys/a.ts'`)])
  expect(context('type { A }')).toEqual([])
  expect(context('{ a }')).toHaveLength(1)
})

test.each([
  'function known(id: string) {}',
  "const whole = z.number({ error: 'x' }).int()",
  "export const time = z.string().meta({ format: 'date-time' })",
  'const HOUR_MS = 60 * 60_000',
  'const short = (text: string) => `${text.slice(0, 40)}…`',
  'function cut(text: string, most: number) {}',
  "export const f = () => ({ a: JSON.parse('{}') as { a: string } })",
])('%s belongs in app/primitives', (declaration) => {
  expect(source(KEYS, '', declaration).copies).toEqual([expect.stringContaining(`${KEYS}:2 `)])
  expect(source('app/primitives/x.ts', declaration).copies).toEqual([])
})

test.each([
  'const known = new Map()',
  "const time = '2026-11-21T09:30:00.000Z'",
  'const DAY = String.raw`^x$`',
  'const FIRST_DAY = 1',
  'const cut = (value: unknown) => value',
  "export const f = () => { const time = z.string(); return [time, JSON.parse('{}') as unknown] }",
])('%s is no copy of a primitive', (declaration) => {
  expect(source(KEYS, declaration).copies).toEqual([])
})
