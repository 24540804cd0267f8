import { tokensOf } from '#app/features/chat/answering/query-terms.ts'
import { type SearchTerm, countTokens, frequencyOf } from '#app/features/chat/answering/rank.ts'

/**
 * Block of Markdown. `pieces` are the rows of a table or the items of a list, and `head` is the first two lines of a
 * table.
 */
type Block = { kind: 'text' | 'list' | 'steps' | 'table' | 'code'; head: string[]; pieces: string[] }

const MARK = /^( {0,3})([-*+]|\d{1,9}[.)])\s+/

/** Splits Markdown into blocks. Indented lines below a list item belong to the item. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  let fence = ''
  let isApart = true
  for (const line of markdown.split('\n')) {
    const last = blocks.at(-1)
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence) {
      last!.pieces[0] += `\n${line}`
      if (mark?.startsWith(fence) && line.trim() === mark) fence = ''
    } else if (!line.trim()) isApart = true
    else if (isList(last) && /^\s{2,}/.test(line)) {
      last.pieces[last.pieces.length - 1] += `${isApart ? '\n\n' : '\n'}${line}`
      isApart = false
    } else if (mark) {
      fence = mark
      // Only the site's renderer uses the rest of the line.
      blocks.push({ kind: 'code', head: [], pieces: [/^\s*[`~]+[\w-]*/.exec(line)![0]] })
      isApart = true
    } else {
      place(blocks, line, isApart)
      isApart = false
    }
  }
  return blocks
}

const isList = (block: Block | undefined): block is Block => block?.kind === 'list' || block?.kind === 'steps'

function place(blocks: Block[], line: string, isApart: boolean) {
  const last = blocks.at(-1)
  const item = MARK.exec(line)?.[2]
  if (item) {
    const kind = /\d/.test(item) ? 'steps' : 'list'
    if (last?.kind === kind) last.pieces.push(line)
    else blocks.push({ kind, head: [], pieces: [line] })
  } else if (/^\s*\|/.test(line)) {
    if (last?.kind !== 'table' || isApart) blocks.push({ kind: 'table', head: [line], pieces: [] })
    else if (last.head.length < 2) last.head.push(line)
    else last.pieces.push(line)
  } else if (!isApart && last && last.kind !== 'code' && last.kind !== 'table') {
    last.pieces[last.pieces.length - 1] += isList(last) ? `\n  ${line.trim()}` : ` ${line.trim()}`
  } else blocks.push({ kind: 'text', head: [], pieces: [line.trim()] })
}

/** Splits a paragraph into sentences, each with its punctuation. */
export const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?]["”)]?)\s+(?=["“(`*[]*[\p{Lu}\d])/u)

/** Returns a block as Markdown, with only these pieces. */
const blockText = ({ kind, head }: Block, pieces: string[]): string =>
  [...head, ...pieces].join(kind === 'text' ? ' ' : '\n')

/** Maximum length of an extract, and of a paragraph or list before it is shortened, in characters. */
const MAX_EXTRACT_LENGTH = 900
const MAX_WHOLE_BLOCK = 420
/** Maximum number of list items and table rows. */
const MAX_PIECES = 4

type Scored = { block: Block; index: number; score: number }

/**
 * Returns the best extract of a section as Markdown. Includes the introduction before code and the text after a colon.
 * `address` converts links for use outside the page.
 */
export function extractOf(markdown: string, sought: SearchTerm[], address: (link: string) => string): string {
  const blocks = blocksOf(clean(markdown))
  const scored = blocks.map((block, index): Scored => ({ block, index, score: scoreOf(block, sought) }))
  const best = scored.reduce<Scored | null>(
    (one, other) => (!one || other.score > one.score ? other : one),
    null,
  )
  if (!best) return ''
  const chosen = new Set([best.index])
  const introduce = ({ block, index }: Scored) =>
    block.kind !== 'text' && blocks[index - 1]?.kind === 'text' && chosen.add(index - 1)
  const goOn = ({ block, index }: Scored) => {
    const after = blocks[index + 1]
    if (block.kind === 'text' && after && (isLeadIn(block) || after.kind === 'code')) chosen.add(index + 1)
  }
  introduce(best)
  goOn(best)
  const second = scored
    .filter(({ index, score }) => !chosen.has(index) && score > 0.6 * best.score)
    .sort((a, b) => b.score - a.score || a.index - b.index)[0]
  if (second) {
    chosen.add(second.index)
    introduce(second)
    goOn(second)
  }
  let length = 0
  return [...chosen]
    .map((index) => {
      const text = shortened(blocks[index]!, sought)
      return { index, text: blocks[index]!.kind === 'code' ? text : withLinks(text, address) }
    })
    .filter(({ index, text }) => index === best.index || (length += text.length) < MAX_EXTRACT_LENGTH)
    .sort((a, b) => a.index - b.index)
    .map(({ text }) => text)
    .join('\n\n')
}

const withLinks = (text: string, address: (link: string) => string) =>
  text.replace(/\]\(([^\s)]+)/g, (_, link: string) => `](${address(link)}`)

const isLeadIn = ({ pieces }: Block) => /:\s*$/.test(pieces.at(-1) ?? '')

/** Removes images and footnote marks. Incomplete matches are kept, so that no text is scanned twice. */
const clean = (markdown: string) =>
  markdown
    .replace(/!\[[^\]]*(?:\]\([^)]*(\))?)?/g, (whole, end) => (end ? '' : whole))
    .replace(/\[\^[^\]]+(\])?/g, (whole, end) => (end ? '' : whole))

/**
 * Returns a score for how well a block matches the terms. Each word counts at most twice, and long texts count slightly
 * less.
 */
function scoreOf(block: Block, sought: SearchTerm[]): number {
  return valueOf(blockText(block, block.pieces), sought) * (block.kind === 'code' ? 0.8 : 1)
}

function valueOf(text: string, sought: SearchTerm[]): number {
  const tokens = tokensOf(text)
  const counts = countTokens(tokens)
  const sum = sought.reduce((total, one) => total + one.worth * Math.min(2, frequencyOf(one, counts)), 0)
  return sum / (1 + tokens.length / 400)
}

function shortened(block: Block, sought: SearchTerm[]): string {
  const whole = blockText(block, block.pieces)
  if (block.kind === 'code') return whole.length > MAX_EXTRACT_LENGTH ? cutCode(whole) : whole
  if (whole.length <= MAX_WHOLE_BLOCK || (block.kind === 'steps' && whole.length <= MAX_EXTRACT_LENGTH))
    return whole
  if (block.kind === 'text') return bestSentences(block.pieces.join(' '), sought)
  const best = block.pieces
    .map((piece, index) => ({ piece, index, score: valueOf(piece, sought) }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, MAX_PIECES)
    .filter(({ score }, place) => place === 0 || score > 0)
    .sort((a, b) => a.index - b.index)
  return blockText(
    block,
    best.map(({ piece }) => piece),
  )
}

/** Returns the best sentence with the following sentences, and with the previous sentence if there is room. */
function bestSentences(text: string, sought: SearchTerm[]): string {
  const sentences = sentencesOf(text)
  const scores = sentences.map((sentence) => valueOf(sentence, sought))
  const best = scores.reduce((one, score, index) => (score > scores[one]! ? index : one), 0)
  let [from, to] = [best, best + 1]
  const fits = (start: number, end: number) => sentences.slice(start, end).join(' ').length <= MAX_WHOLE_BLOCK
  while (to < sentences.length && fits(from, to + 1)) to++
  while (from > 0 && fits(from - 1, to)) from--
  return sentences.slice(from, to).join(' ')
}

function cutCode(code: string) {
  const lines = code.split('\n')
  const fence = lines.at(-1)!
  let length = 0
  const kept = lines.filter((line) => (length += line.length + 1) < MAX_EXTRACT_LENGTH)
  return [...kept, '…', fence].join('\n')
}
