/** Values that parsers, databases and loops have been known to break on. */

export const texts = [
  '',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\ufeff\u202e\u2028',
  '%00%ff%u0000',
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1; --",
  '{{7*7}}${7*7}{event.data.__proto__}',
  '../../../etc/passwd',
  'é'.repeat(3000),
  'a'.repeat(70000),
  '\u{1f469}\u200d'.repeat(500),
  '9'.repeat(400),
  '0x10',
  'NaN',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '\r\nSet-Cookie: a=b',
]

const numbers = [-1, -0.5, 2 ** 31, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308, 5e-324, 99999999999999]

/** @type {unknown[]} */
const values = [null, true, [], {}, [[]], { length: -1 }, ['a', null], { toString: 1, valueOf: 1, then: 1 }]

/** Raw JSON that `JSON.stringify` would not write. */
export const rawJson = [
  '',
  ' ',
  'null',
  '[]',
  '"text"',
  '1e999',
  '-0',
  '{',
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '\ufeff{}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  `{"a":${'9'.repeat(100000)}}`,
  `{"a":1e${'9'.repeat(1000)}}`,
  '['.repeat(100000),
  '['.repeat(63) + ']'.repeat(63),
  '['.repeat(5000) + ']'.repeat(5000),
  '{"a":'.repeat(5000) + '1' + '}'.repeat(5000),
  `[${'1,'.repeat(200000)}1]`,
  `{${Array.from({ length: 30000 }, (_, at) => `"k${at}":1`).join(',')}}`,
  `{"${'k'.repeat(500000)}":1}`,
  `"${'\\u0041'.repeat(150000)}"`,
  `${' '.repeat(900000)}{}`,
]

const replacements = [...texts, ...numbers, ...values]

/** Every copy of a value in which one part is replaced. @param {unknown} value */
export function mutate(value) {
  /** @type {unknown[]} */
  const out = []
  const walk = (/** @type {unknown} */ part, /** @type {(next: unknown) => unknown} */ rebuild) => {
    for (const replacement of replacements) out.push(rebuild(replacement))
    if (part && typeof part === 'object') {
      for (const [key, child] of Object.entries(part))
        walk(child, (next) =>
          rebuild(Object.assign(Array.isArray(part) ? [...part] : { ...part }, { [key]: next })),
        )
    }
  }
  walk(value, (next) => next)
  return out
}

/** Markdown and YAML that grow when they are parsed. */
export const documents = {
  markdown: [
    '>'.repeat(20000),
    '*'.repeat(60000),
    `${'*a '.repeat(20000)}`,
    `${'**a_'.repeat(15000)}`,
    '['.repeat(60000),
    '![['.repeat(20000),
    `${'['.repeat(20000)}a${'](b)'.repeat(20000)}`,
    '`'.repeat(60000),
    Array.from({ length: 400 }, (_, at) => '`'.repeat(at + 1)).join(' '),
    Array.from({ length: 400 }, (_, at) => `${' '.repeat(at * 2)}- a`).join('\n'),
    `${'- '.repeat(5000)}a`,
    '<Callout type="note">\n\n'.repeat(2000),
    `${'<Callout type="note">\n\n'.repeat(150)}a\n\n${'</Callout>\n\n'.repeat(150)}`,
    `|${'a|'.repeat(3000)}\n|${'-|'.repeat(3000)}\n${`|${'b|'.repeat(3000)}\n`.repeat(10)}`,
    `${'<b>'.repeat(10000)}`,
    `<!--${'-'.repeat(60000)}`,
    `${'&#x110000;&amp;'.repeat(8000)}`,
    `${'www.a'.repeat(20000)}`,
    `${'a@b.'.repeat(20000)}`,
    `${'~'.repeat(30000)}`,
    `[a]: <${'b'.repeat(60000)}\n${'[a]'.repeat(10000)}`,
    `${'[^1]'.repeat(8000)}\n\n[^1]: ${'[^1]'.repeat(2000)}`,
    '{'.repeat(20000),
    `{${'('.repeat(20000)}}`,
    '# a\n'.repeat(20000),
    `\`\`\`js\n${'(('.repeat(40000)}\n\`\`\``,
    `\`\`\`html\n${'<a '.repeat(20000)}\n\`\`\``,
    `\`\`\`${'x'.repeat(9000)}\na\n\`\`\``,
    '\u0000\ud800 a',
    '\\'.repeat(100000),
    `${'a\\\n'.repeat(40000)}`,
    '</'.repeat(30000),
    `<Figure src="/figures/${'../'.repeat(100)}layers.svg" alt="a" width="1e308" height="-1" />`,
    '<__proto__ />\n<constructor/>\n<Tabs><Tab title="a"><Tabs><Tab title="b">x</Tab></Tabs></Tab></Tabs>',
  ],
  yaml: [
    `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
      .split('')
      .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[at]}`).join(',')}]`)
      .join('\n')}`,
    'a: &a\n  <<: *a\n  b: *a',
    `${Array.from({ length: 2000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')}`,
    `a: ${'['.repeat(20000)}`,
    `a: ${'{a: '.repeat(5000)}`,
    `title: !!js/function "function () { return 1 }"`,
    'title: !!binary "////"',
    '__proto__: {polluted: true}\ntitle: a',
    'constructor: {prototype: {polluted: true}}',
    '? {a: b}\n: c',
    `title: ${'a'.repeat(300000)}`,
    'title: "\\0\\ud800"',
    'order: 1e999\ntitle: .nan',
    'updated: 9999-99-99',
    'title: 2026-11-21\nupdated: !!timestamp 99999-01-01',
    `${'a: b\n'.repeat(30000)}`,
    '%YAML 9.9\n---\na: b',
    'a: |\n' + ' '.repeat(50000),
    '- a\n- b',
    'tags: {toString: 1}\ndescription: [[[[]]]]',
    '"\\x00": a',
    '!!set {a, b}',
    '"a": 0x' + 'f'.repeat(5000),
    'title: ' + '&'.repeat(20000),
    'title: ' + '*'.repeat(20000),
    'title: >\n' + '\t'.repeat(5000),
  ],
}
