import fc from 'fast-check'

const depths = fc.constantFrom(31, 33, 99, 101, 500, 3_000, 20_000)
const nest = (open: string, close = '') =>
  depths.map((levels) => `${open.repeat(levels)}x${close.repeat(levels)}`)

const head = 'title: "A page"\ndescription: "A page that an import may take in, if its body is fine."'
const bomb = [
  'title: &a [x, x, x, x, x, x, x, x, x]',
  ...[...'bcdefghi'].map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]}, `.repeat(9)}]`),
].join('\n')

/** Markdown and MDX that is hard on a parser: depth of each construct, open brackets, wide tables, odd characters. */
export const hardMarkdown: fc.Arbitrary<string> = fc.oneof(
  ...[
    '> ',
    '- ',
    '1. ',
    '[',
    '![',
    '![[',
    '*a **',
    '_',
    '`',
    '<a ',
    '<Note>',
    '<Note>\n\n',
    '{',
    '{[',
    '(',
  ].map((open) => nest(open)),
  nest('[', '](/x)'),
  nest('![', '](/x)'),
  nest('**', '**'),
  nest('<Note>\n\n', '\n\n</Note>'),
  nest('<Note title={', '}>x</Note>'),
  nest('{', '}'),
  nest('{[', ']}'),
  depths.map((levels) => Array.from({ length: levels % 400 }, (_, at) => `${'  '.repeat(at)}- x`).join('\n')),
  depths.map((width) => `|${'a|'.repeat(width)}\n|${'-|'.repeat(width)}\n|${'b|'.repeat(width)}`),
  depths.map((width) => '[a]: /x\n'.repeat(width) + '[a] '.repeat(width)),
  depths.map((width) => '[^a]: x\n\n[^a] '.repeat(width % 2_000)),
  depths.map((width) => '&amp;\\*\u0000\ufeff\u202e'.repeat(width)),
  depths.map((width) => `# ${'x'.repeat(width)}\n${'='.repeat(width)}`),
  fc.constantFrom('', '\u0000', '\ufeff# x', '<script>', 'export const a = 1', '```\n', '<!--', '\ud800'),
  fc.string({ unit: 'binary', maxLength: 300 }),
)

const hardFrontMatter: fc.Arbitrary<string> = fc.oneof(
  ...['[', '{a: ', '- ', '? ', '!!a ', '&a ', '"', '- - ? '].map((open) => nest(open)),
  depths.map((levels) => Array.from({ length: levels % 300 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')),
  depths.map((width) => Array.from({ length: width }, (_, at) => `k${at}: x`).join('\n')),
  fc
    .constantFrom(
      ...['tags: *x', 'a: &a\n  b: *a', '<<: {a: 1}', 'x: !!js/function "() => 1"', 'x: !!binary "&&"'],
      ...['x: 1e400', 'x: -0', 'x: 0x1', 'x: .nan', 'x: 9007199254740993', 'x: 2026-99-99', 'title: again'],
      ...['__proto__: {polluted: 1}', 'constructor: x', '"\\ud800": x', 'x: \u0000', '? [a]: b', '%YAML 9.9'],
    )
    .map((line) => `${head}\n${line}`),
  fc.constant(bomb),
  fc.constant(head),
)

/** Content files with hard front matter, a hard body, or both. */
export const hardFiles: fc.Arbitrary<string> = fc
  .tuple(
    hardFrontMatter,
    hardMarkdown,
    fc.constantFrom('---\n', '\ufeff---\n', '---\r\n', '--- \n'),
    fc.boolean(),
  )
  .map(([matter, body, open, closes]) => `${open}${matter}\n${closes ? '---\n\n' : ''}${body}`)
