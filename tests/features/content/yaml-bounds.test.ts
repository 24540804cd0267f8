import { expect, test } from 'vitest'
import { importEntries } from '#app/features/cms/import/entry-files.server.ts'
import { readFrontMatter } from '#app/features/content/store/files.server.ts'
import { frontMatter } from '#app/features/content/schema.ts'
import { yamlRefusal } from '#app/features/content/yaml-bounds.ts'
import { anEditor } from '#tests/support/db/cms.ts'
import { openTestApp } from '#tests/support/factories.ts'

const bomb = [
  'title: &a [x, x, x, x, x, x, x, x, x]',
  ...'bcdefghi'.split('').map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]}, `.repeat(9)}]`),
].join('\n')
const lines = (count: number, lineOf: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => lineOf(at)).join('\n')
const fileOf = (head: string) => `---\n${head}\n---\n\nText\n`

test.each([
  ['an alias bomb', bomb, 2, 'anchors and aliases are not allowed'],
  ['an alias', 'title: x\ndescription: *x', 3, 'anchors and aliases are not allowed'],
  [
    '33 lists on one line',
    `title: ${'['.repeat(33)}${']'.repeat(33)}`,
    2,
    'reduce the front matter to at most 32 levels',
  ],
  ['an endless list', '['.repeat(60_000), 2, 'reduce the front matter to at most 32 levels'],
  ['endless maps', '{a: '.repeat(15_000), 2, 'reduce the front matter to at most 32 levels'],
  ['lists in lists', '- '.repeat(20_000), 2, 'reduce the front matter to at most 32 levels'],
  ['keys in keys', '? '.repeat(20_000), 2, 'reduce the front matter to at most 32 levels'],
  [
    'nested lines',
    lines(40, (at) => `${' '.repeat(at)}a:`),
    34,
    'reduce the front matter to at most 32 levels',
  ],
  ['keys that are keys', `title: x\n${'? '.repeat(31)}x`, 3, 'a key must be text, not a list or a map'],
  ['a map as a key', `{ title: {{{{a: b}: c}: d}: e} }`, 2, 'a key must be text, not a list or a map'],
  ['a list as a key', 'title: x\n[a, b]: c', 3, 'a key must be text, not a list or a map'],
  ['many keys', lines(3_000, (at) => `k${at}:`), 501, 'shorten the front matter to at most 2000 parts'],
  ['many keys on one line', `{${'a, '.repeat(20_000)}}`, 2, 'shorten the front matter to at most 2000 parts'],
  ['many quotes', '"'.repeat(60_000), 2, 'shorten the front matter to at most 2000 parts'],
  ['a long text', `title: ${'x'.repeat(70_000)}`, 2, 'shorten the front matter to at most 65536 characters'],
])('front matter with %s is refused with its line', (_, head, line, reason) => {
  expect(readFrontMatter(fileOf(head), frontMatter.page)).toEqual({ problems: [{ line, reason }] })
})

test('ordinary front matter is within the bounds, whatever its texts hold', () => {
  const head = [
    'title: "A & B *c* [[[["',
    'description: a *b &c',
    'tags:',
    '- one',
    '- two',
    'author: {name: x, of: [1, 2]}',
    'more: |',
    '  &a *a',
    `  ${'- '.repeat(40)}`,
  ].join('\n')
  expect(yamlRefusal(head)).toBeNull()
})

test('a YAML bomb is refused, and the other files of the batch are imported', async () => {
  const it = await openTestApp('sqlite, memory')
  const head =
    'title: Good\ndescription: "A page that is good enough to be taken in by an import."\nupdated: "2026-11-21"'
  const files = [
    { name: 'bomb.mdx', text: fileOf(bomb) },
    { name: 'deep.mdx', text: fileOf('['.repeat(60_000)) },
    { name: 'good.mdx', text: fileOf(head) },
  ]
  const results = await importEntries(await anEditor(it), { type: 'page', files })
  expect(results.map(({ name, issues }) => [name, issues])).toEqual([
    ['bomb.mdx', [{ path: 'line 2', message: 'anchors and aliases are not allowed' }]],
    ['deep.mdx', [{ path: 'line 2', message: 'reduce the front matter to at most 32 levels' }]],
    ['good.mdx', []],
  ])
  await it.close()
})
