import { expect, test } from 'vitest'
import { discordText, escapeText, fitLines, fitText, linkTo } from '#app/features/ask/discord-text.ts'

test('tables become lists, and tags and link previews are removed', () => {
  const page = [
    'See <kbd>Ctrl</kbd> and [the `docs`](https://a.example/x), `<id>` or <https://b.example>.',
    '',
    '| Name | Limit |',
    '|---|:---|',
    '| `a \\| b` | [120](https://a.example/y) |',
  ]
  expect(discordText(page.join('\n'))).toBe(
    [
      'See Ctrl and [the `docs`](<https://a.example/x>), `<id>` or <https://b.example>.',
      '',
      '**Name · Limit**',
      '- `a | b` · [120](<https://a.example/y>)',
    ].join('\n'),
  )
})

test('code blocks keep their text', () => {
  expect(discordText('~~~sh title="x"\n| a | <b> |\n~~~')).toBe('```\n| a | <b> |\n```')
  expect(discordText('````md\n```\nx\n```\n````')).toBe('```md\n`\u200b``\nx\n`\u200b``\n```')
})

test('cut text ends at a line, and an open code block is closed', () => {
  expect(fitText('short', 10)).toBe('short')
  expect(fitText('one\ntwo\nthree three', 15)).toBe('one\ntwo\n…')
  expect(fitText(`\`\`\`sh\none\n${'x'.repeat(40)}`, 30)).toBe('```sh\none\n…\n```')
  expect(fitText('x'.repeat(50), 20)).toHaveLength(17)
  expect(fitLines(['aaa', 'b'.repeat(20), 'cc'], 8)).toBe('aaa\ncc')
})

test('labels and questions cannot break out of their place', () => {
  const link = linkTo({ title: 'A [b] `c`', heading: 'A [b] `c`', url: 'https://a.example' })
  expect(link).toBe('[A \\[b\\] \\`c\\`](<https://a.example>)')
  expect(escapeText('[x](https://e) <@1>')).toBe('\\[x\\](https\\://e) \\<\\@1\\>')
})
