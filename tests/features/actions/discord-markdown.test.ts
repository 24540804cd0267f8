import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandTemplates, type CommandDraft } from '#app/features/commands/drafts.ts'
import { blocksOf, inlineOf, type Block, type Inline } from '#app/features/actions/ui/discord-markdown.ts'
import { listPlaceholders, fillSamples } from '#app/features/commands/template-variables.ts'
import { tries } from '#tests/support/depth.ts'

const text = (value: string) => ({ kind: 'text', text: value })

test.each<[string, unknown[]]>([
  ['**a** b', [{ kind: 'bold', children: [text('a')] }, text(' b')]],
  ['*a*', [{ kind: 'italic', children: [text('a')] }]],
  ['_a_ snake_case_name', [{ kind: 'italic', children: [text('a')] }, text(' snake_case_name')]],
  ['__a__', [{ kind: 'underline', children: [text('a')] }]],
  ['~~a~~', [{ kind: 'strike', children: [text('a')] }]],
  ['||a||', [{ kind: 'spoiler', children: [text('a')] }]],
  ['**a *b***', [{ kind: 'bold', children: [text('a '), { kind: 'italic', children: [text('b')] }] }]],
  ['`**a**`', [{ kind: 'code', text: '**a**' }]],
  ['\\*a\\*', [text('*a*')]],
  ['2 * 3 * 4', [text('2 * 3 * 4')]],
  ['[here](https://a.example/x)', [{ kind: 'link', url: 'https://a.example/x', children: [text('here')] }]],
  ['[here](javascript:alert(1))', [text('[here](javascript:alert(1))')]],
  ['<b>a</b>', [text('<b>a</b>')]],
  ['<@12>', [{ kind: 'mention', of: 'user', id: '12' }]],
  ['<@&12>', [{ kind: 'mention', of: 'role', id: '12' }]],
  ['<#12>', [{ kind: 'mention', of: 'channel', id: '12' }]],
  ['</hello:12>', [{ kind: 'mention', of: 'command', id: 'hello' }]],
  ['@everyone', [{ kind: 'mention', of: 'everyone', id: 'everyone' }]],
  ['<:wave:12>', [{ kind: 'emoji', text: 'wave' }]],
  ['<t:0:R>', [{ kind: 'time', seconds: 0 }]],
])('%s is shown as Discord shows it', (given, expected) => {
  expect(inlineOf(given)).toEqual(expected)
})

test('an address in a sentence ends before its full stop', () => {
  expect(inlineOf('See https://a.example/x.')).toEqual([
    text('See '),
    { kind: 'link', url: 'https://a.example/x', children: [text('https://a.example/x')] },
    text('.'),
  ])
})

test('headings, lists, quotes, small print and code stand on lines of their own', () => {
  const message = '# One\ntwo\n- a\n- b\n3. c\n> q\n> r\n-# small\n```js\nlet **x**\n```\nend'
  expect(blocksOf(message)).toEqual([
    { kind: 'heading', level: 1, children: [text('One')] },
    { kind: 'lines', children: [text('two')] },
    { kind: 'list', start: null, items: [[text('a')], [text('b')]] },
    { kind: 'list', start: 3, items: [[text('c')]] },
    { kind: 'quote', blocks: [{ kind: 'lines', children: [text('q\nr')] }] },
    { kind: 'subtext', children: [text('small')] },
    { kind: 'fence', text: 'let **x**' },
    { kind: 'lines', children: [text('end')] },
  ])
})

test('a fence that is not closed is text', () => {
  expect(blockText(blocksOf('```*a**'))).toBe('```*a**')
})

test('three signs quote all that follows', () => {
  expect(blocksOf('a\n>>> b\nc')).toEqual([
    { kind: 'lines', children: [text('a')] },
    { kind: 'quote', blocks: [{ kind: 'lines', children: [text('b\nc')] }] },
  ])
})

const inlineText = (pieces: Inline[]): string =>
  pieces.map((one) => ('children' in one ? inlineText(one.children) : 'text' in one ? one.text : '')).join('')
const blockText = (blocks: Block[]): string =>
  blocks
    .map((block) => {
      if (block.kind === 'fence') return block.text
      if (block.kind === 'quote') return blockText(block.blocks)
      return block.kind === 'list' ? block.items.map(inlineText).join('') : inlineText(block.children)
    })
    .join('')

test('no text makes it stumble, and every letter of a text stays', () => {
  const pieces = fc.constantFrom(
    '*',
    '_',
    '~',
    '|',
    '`',
    '>',
    '- ',
    '# ',
    '\n',
    '[',
    '](',
    ')',
    '<@',
    '\\',
    'a',
    'b ',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const given = parts.join('')
      const letters = (value: string) => value.replace(/[^ab]/g, '')
      expect(letters(blockText(blocksOf(given)))).toBe(letters(given))
    }),
    tries(),
  )
})

test('a long text of marks is read in no time', () => {
  const started = performance.now()
  for (const mark of ['*', '_', '~~', '||', '`', '[', '**', '> ', '<@'])
    blocksOf(mark.repeat(4096 / mark.length))
  expect(performance.now() - started).toBeLessThan(3000)
})

const template = (id: string) => commandTemplates.find((one) => one.id === id)!.draft
const namesOf = (draft: CommandDraft) => listPlaceholders(draft, 'My guild').map(({ name }) => name)

test('the names that a text may have follow from what the command is made of', () => {
  expect(namesOf(template('answer'))).toContain('guild.name')
  expect(namesOf(template('option'))).toContain('option.topic')
  expect(namesOf(template('form'))).toEqual(expect.arrayContaining(['field.title', 'field.why']))
  expect(namesOf(template('user'))).toContain('target.mention')
  expect(namesOf(template('message'))).toEqual(expect.arrayContaining(['target.content', 'target.url']))
  const nested: CommandDraft = {
    ...template('answer'),
    options: [
      {
        type: 1,
        name: 'give',
        description: 'Gives',
        options: [{ type: 8, name: 'role', description: 'Which' }],
      },
    ],
  }
  expect(namesOf(nested)).toEqual(expect.arrayContaining(['option.role', 'option.role.mention']))
})

test('a sample stands where a name does, in one pass, and an unknown name stays', () => {
  const placeholders = [
    { name: 'user.name', says: '', sample: '{guild.id}' },
    { name: 'guild.id', says: '', sample: '1' },
  ]
  expect(fillSamples('{user.name} {guild.id} {nobody}', placeholders)).toBe('{guild.id} 1 {nobody}')
})
