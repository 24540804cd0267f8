import fc from 'fast-check'

/*
 * Bodies of entries, made up: every sign of Markdown in the words, and blocks inside of blocks. Words are escaped, so that
 * the source always compiles; whether `**` around them makes them bold is up to the compiler.
 */

const letters = ['a', 'b', 'Ä', '7', 'z']
const signs = [...'*_#+-.!?()[]<>{}|~&;:\'"=/\\^$%,`'.split(''), '—', '🪧', '&amp;', '1.', '- ', '>']

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...letters) },
  { weight: 1, arbitrary: fc.constantFrom(...signs) },
)
const word = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''))
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' ').trim())

const escape = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
/** In a cell, a backslash cannot stand before a pipe without protecting it. */
const forCells = (text: string) => text.replaceAll('\\', '')

/** Between comments, which are nothing, so that its fence never touches another. */
function code(text: string, inCell: boolean) {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `{/**/}${fence} ${inCell ? forCells(text).replaceAll('|', '\\|') : text} ${fence}{/**/}`
}

const address = fc.constantFrom(
  '/docs',
  '#part',
  'https://example.com/a_b?c=d&e=(f)',
  '/search?q=a|b',
  'mailto:a@example.com',
)

/** A line of text with marks in it and in each other. */
function inline(inCell: boolean, depth: number): fc.Arbitrary<string> {
  const text = words.map((some) => escape(inCell ? forCells(some) || 'x' : some))
  if (depth === 0) return text
  const inner = inline(inCell, depth - 1)
  const part = fc.oneof(
    { weight: 3, arbitrary: text },
    words.map((some) => code(some, inCell)),
    inner.map((some) => `**${some}**`),
    inner.map((some) => `*${some}*`),
    inner.map((some) => `~~${some}~~`),
    fc
      .tuple(text, address)
      .map(([some, href]) => `[${some}](<${inCell ? href.replaceAll('|', '\\|') : href}>)`),
    text.map((some) => `![${some}](/figures/a.svg)`),
    fc.tuple(fc.constantFrom('kbd', 'sup', 'sub'), text).map(([name, some]) => `<${name}>${some}</${name}>`),
    fc.constant('<br />'),
  )
  return fc
    .array(fc.tuple(part, fc.constantFrom('', ' ', ' ')), { minLength: 1, maxLength: 4 })
    .map((parts) =>
      parts
        .map(([some, space]) => some + space)
        .join('')
        .trim(),
    )
}

const line = inline(false, 2)
/** A text that begins with a word, so that nothing in front of it can be taken for something else. */
const paragraph = line.map((some) => `Text ${some}`)

const indent = (text: string, by: string) => text.replace(/^(?=.)/gm, by)

const heading = inline(true, 1).map((some) => `## Heading ${some.replaceAll('<br />', '')}`)

const fence = fc
  .tuple(
    fc.constantFrom('', 'ts', 'sh', 'md', 'nothing-known'),
    fc.constantFrom('', ' title="app/a_b.ts"'),
    fc.array(fc.oneof(words, fc.constantFrom('', '  indented', '```', '# no heading', '| a |')), {
      maxLength: 4,
    }),
  )
  .map(
    ([lang, title, lines]) =>
      `~~~${lang || (title && 'text')}${title}\n${['code', ...lines].join('\n')}\n~~~`,
  )

const table = fc.integer({ min: 1, max: 4 }).chain((columns) => {
  const row = fc
    .array(inline(true, 1), { minLength: columns, maxLength: columns })
    .map((cells) => `| ${cells.join(' | ')} |`)
  const border = fc
    .array(fc.constantFrom('---', ':---', ':---:', '---:'), { minLength: columns, maxLength: columns })
    .map((cells) => `| ${cells.join(' | ')} |`)
  return fc
    .tuple(row, border, fc.array(row, { maxLength: 3 }))
    .map(([first, under, rows]) => [first, under, ...rows].join('\n'))
})

function list(depth: number): fc.Arbitrary<string> {
  const item = fc
    .tuple(
      fc.constantFrom('', '', '[x] ', '[ ] '),
      line,
      depth > 0 ? fc.option(block(depth - 1)) : fc.constant(null),
      fc.boolean(),
    )
    .map(
      ([box, some, more, loose]) =>
        `${box}Item ${some}${more === null ? '' : `\n\n${more}`}${loose ? '\n' : ''}`,
    )
  return fc
    .tuple(fc.constantFrom('- ', '* ', '1. ', '7. '), fc.array(item, { minLength: 1, maxLength: 3 }))
    .map(([mark, items]) =>
      items.map((some) => mark + indent(some, ' '.repeat(mark.length)).trimStart()).join('\n'),
    )
}

/** A block that holds others, in a form that stands anywhere. */
function container(depth: number): fc.Arbitrary<string> {
  const inner = body(depth - 1)
  const title = fc.constantFrom('curl', 'C++', 'a_b *c*')
  const single = words.map(escape)
  return fc.oneof(
    inner.map((some) => indent(some, '> ').replace(/^$/gm, '>')),
    fc
      .tuple(fc.constantFrom('', ' type="tip"', ' type="warning"'), inner)
      .map(([type, some]) => `<Callout${type}>\n\n${some}\n\n</Callout>`),
    fc
      .tuple(single, inner)
      .map(([summary, some]) => `<details>\n<summary>${summary}</summary>\n\n${some}\n\n</details>`),
    fc
      .array(fc.tuple(single, inner), { minLength: 1, maxLength: 2 })
      .map(
        (pairs) =>
          `<dl>\n${pairs.map(([term, some]) => `<dt>${term}</dt>\n<dd>\n\n${some}\n\n</dd>`).join('\n')}\n</dl>`,
      ),
    fc
      .array(fc.tuple(title, inner), { minLength: 1, maxLength: 2 })
      .map(
        (tabs) =>
          `<Tabs label="Ways">\n${tabs.map(([name, some]) => `<Tab title="${name}">\n\n${some.replace(/^([> ]*)#+ /gm, '$1')}\n\n</Tab>`).join('\n')}\n</Tabs>`,
      ),
  )
}

function block(depth: number): fc.Arbitrary<string> {
  const simple = fc.oneof({ weight: 2, arbitrary: paragraph }, heading, fence, table)
  return depth > 0 ? fc.oneof(simple, list(depth), container(depth)) : simple
}

const body = (depth: number): fc.Arbitrary<string> =>
  fc.array(block(depth), { minLength: 1, maxLength: 3 }).map((some) => some.join('\n\n'))

/** A whole body, with blocks in blocks up to two deep. */
export const bodies = body(2)
