type Marked = 'bold' | 'italic' | 'underline' | 'strike' | 'spoiler'

/** Inline element. */
export type Inline =
  | { kind: 'text' | 'code' | 'emoji'; text: string }
  | { kind: Marked; children: Inline[] }
  | { kind: 'link'; url: string; children: Inline[] }
  | { kind: 'mention'; of: 'user' | 'role' | 'channel' | 'command' | 'everyone'; id: string }
  | { kind: 'time'; seconds: number }

/** Block element in a message. */
export type Block =
  | { kind: 'lines' | 'subtext'; children: Inline[] }
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; start: number | null; items: Inline[][] }
  | { kind: 'fence'; text: string }

/** Maximum nesting depth of formatting. Deeper formatting is shown as plain text. */
const MAX_DEPTH = 8

// A message has at most 6,000 characters, including embeds.
const pieces = [
  String.raw`\\(?<escaped>[^\w\s])`,
  '(?<!`)(?<ticks>`{1,100})(?<code>[^`](?:[\\s\\S]{0,6000}?[^`])?)\\k<ticks>(?!`)',
  String.raw`\|\|(?<spoiler>[\s\S]{1,6000}?)\|\|`,
  String.raw`\*\*(?<bold>[\s\S]{1,6000}?)\*\*(?!\*)`,
  String.raw`__(?<underline>[\s\S]{1,6000}?)__(?!_)`,
  String.raw`~~(?<strike>[\s\S]{1,6000}?)~~`,
  String.raw`\*(?![\s*])(?<italic>[\s\S]{0,6000}?[^\s*])\*(?!\*)`,
  String.raw`\b_(?!_)(?<slanted>[\s\S]{0,6000}?[^_])_(?!\w)`,
  String.raw`\[(?<label>[^[\]\n]{1,6000})\]\(<?(?<target>https?:\/\/[^\s)>]+)>?\)`,
  String.raw`<(?<sigil>@!?|@&|#)(?<id>\d{1,20})>`,
  String.raw`<\/(?<command>[^:<>\n]{1,100}):\d{1,20}>`,
  String.raw`<a?:(?<emoji>\w{2,32}):\d{1,20}>`,
  String.raw`<t:(?<seconds>-?\d{1,13})(?::[tTdDfFR])?>`,
  String.raw`@(?<everyone>everyone|here)\b`,
  String.raw`<?(?<url>https?:\/\/[^\s<>]+[^\s<>.,:;"')\]])>?`,
]
const piece = new RegExp(pieces.join('|'), 'gu')

const marks = ['spoiler', 'bold', 'underline', 'strike', 'italic'] as const
const mentions: Record<string, 'user' | 'role' | 'channel'> = {
  '@': 'user',
  '@!': 'user',
  '@&': 'role',
  '#': 'channel',
}

/** Parses the inline Markdown of a line. Treats everything else as text, including HTML. */
export function inlineOf(text: string, depth = 0): Inline[] {
  if (depth > MAX_DEPTH) return [{ kind: 'text', text }]
  const found: Inline[] = []
  const add = (one: Inline) => {
    const last = found.at(-1)
    if (one.kind === 'text' && last?.kind === 'text') last.text += one.text
    else if (one.kind !== 'text' || one.text) found.push(one)
  }
  let from = 0
  for (const match of text.matchAll(piece)) {
    add({ kind: 'text', text: text.slice(from, match.index) })
    add(nodeOf(match[0], match.groups ?? {}, depth))
    from = match.index + match[0].length
  }
  add({ kind: 'text', text: text.slice(from) })
  return found
}

function nodeOf(whole: string, of: Record<string, string | undefined>, depth: number): Inline {
  const inner = (text: string) => inlineOf(text, depth + 1)
  const mark = marks.find((name) => of[name] !== undefined)
  if (mark) return { kind: mark, children: inner(of[mark]!) }
  if (of.slanted) return { kind: 'italic', children: inner(of.slanted) }
  if (of.escaped) return { kind: 'text', text: of.escaped }
  if (of.code) return { kind: 'code', text: of.code }
  if (of.label) return { kind: 'link', url: of.target!, children: inner(of.label) }
  if (of.url) return { kind: 'link', url: of.url, children: [{ kind: 'text', text: of.url }] }
  if (of.id) return { kind: 'mention', of: mentions[of.sigil!]!, id: of.id }
  if (of.command) return { kind: 'mention', of: 'command', id: of.command }
  if (of.everyone) return { kind: 'mention', of: 'everyone', id: of.everyone }
  if (of.emoji) return { kind: 'emoji', text: of.emoji }
  if (of.seconds) return { kind: 'time', seconds: Number(of.seconds) }
  return { kind: 'text', text: whole }
}

/** Parses a message into blocks: headings, quotes, lists, code and paragraphs. */
export function blocksOf(text: string, depth = 0): Block[] {
  return (
    text
      .split(/(```[\s\S]+?```)/u)
      // `split` puts each fence, which the pattern captures, at an odd position.
      .flatMap((part, at) => (at % 2 ? [fenceOf(part)] : linesOf(part.split('\n'), depth)))
  )
}

const fenceOf = (part: string): Block => ({
  kind: 'fence',
  text: part
    .slice(3, -3)
    .replace(/^[\w+#.-]*\n/u, '')
    .replace(/\n$/u, ''),
})

function linesOf(lines: string[], depth: number): Block[] {
  const blocks: Block[] = []
  let plain: string[] = []
  const flush = () => {
    const text = plain.join('\n').replace(/^\n|\n$/gu, '')
    plain = []
    if (text) blocks.push({ kind: 'lines', children: inlineOf(text) })
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const heading = /^(#{1,3}) +(\S.*)$/u.exec(line)
    const small = /^-# +(\S.*)$/u.exec(line)
    const item = /^ {0,3}(?:[-*]|(\d{1,9})\.) +(\S.*)$/u.exec(line)
    const quoted = depth < 1 && /^>(>>)? (.*)$/u.exec(line)
    if (heading || small || item || quoted) flush()
    if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]!.length, children: inlineOf(heading[2]!) })
    } else if (small) {
      blocks.push({ kind: 'subtext', children: inlineOf(small[1]!) })
    } else if (item) {
      const last = blocks.at(-1)
      const ordered = item[1] !== undefined
      const goesOn = plain.length === 0 && last?.kind === 'list' && (last.start !== null) === ordered
      if (goesOn && isItem(lines[at - 1])) last.items.push(inlineOf(item[2]!))
      else blocks.push({ kind: 'list', start: ordered ? Number(item[1]) : null, items: [inlineOf(item[2]!)] })
    } else if (quoted) {
      const end = quoted[1] ? lines.length : lines.findIndex((one, index) => index > at && !/^> /u.test(one))
      const inside = lines.slice(at, end < 0 ? lines.length : end)
      const bare = inside.map((one, index) => (quoted[1] && index ? one : one.replace(/^>(>>)? /u, '')))
      blocks.push({ kind: 'quote', blocks: blocksOf(bare.join('\n'), depth + 1) })
      at += inside.length - 1
    } else plain.push(line)
  }
  flush()
  return blocks
}

const isItem = (line: string | undefined) => line !== undefined && /^ {0,3}([-*]|\d{1,9}\.) +\S/u.test(line)
