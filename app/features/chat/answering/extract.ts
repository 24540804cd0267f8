import { blocksOf, blockText, sentencesOf, type Block } from '#app/features/chat/answering/blocks.ts'
import { tally, times, type Sought } from '#app/features/chat/answering/rank.ts'
import { tokensOf } from '#app/features/chat/answering/query-terms.ts'

/** In characters: what is quoted of a part, and of a paragraph or list before some of it is left out. */
const MOST = 900
const WHOLE = 420
/** Items of a list and rows of a table. */
const PIECES = 4

type Scored = { block: Block; index: number; score: number }

/**
 * What of a part answers best: whole sentences, items, rows or a block of code, as Markdown. Code is quoted with what
 * introduces it, and what ends with a colon with what follows it. `address` makes links lead to where they should from
 * outside of the page.
 */
export function extractOf(markdown: string, sought: Sought[], address: (link: string) => string): string {
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
    if (block.kind === 'text' && after && (leadsOn(block) || after.kind === 'code')) chosen.add(index + 1)
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
    .filter(({ index, text }) => index === best.index || (length += text.length) < MOST)
    .sort((a, b) => a.index - b.index)
    .map(({ text }) => text)
    .join('\n\n')
}

const withLinks = (text: string, address: (link: string) => string) =>
  text.replace(/\]\(([^\s)]+)/g, (_, link: string) => `](${address(link)}`)

const leadsOn = ({ pieces }: Block) => /:\s*$/.test(pieces.at(-1) ?? '')

/**
 * Images are left out, and so are the marks of footnotes, which stand elsewhere. What only begins like one matches as well
 * and is kept, so that nothing is looked at twice.
 */
const clean = (markdown: string) =>
  markdown
    .replace(/!\[[^\]]*(?:\]\([^)]*(\))?)?/g, (whole, end) => (end ? '' : whole))
    .replace(/\[\^[^\]]+(\])?/g, (whole, end) => (end ? '' : whole))

/** How much of what is sought stands there, each word twice at most; a little less where it takes many words to say it. */
function scoreOf(block: Block, sought: Sought[]): number {
  return worthOf(blockText(block, block.pieces), sought) * (block.kind === 'code' ? 0.8 : 1)
}

function worthOf(text: string, sought: Sought[]): number {
  const tokens = tokensOf(text)
  const counts = tally(tokens)
  const sum = sought.reduce((total, one) => total + one.worth * Math.min(2, times(one, counts)), 0)
  return sum / (1 + tokens.length / 400)
}

function shortened(block: Block, sought: Sought[]): string {
  const whole = blockText(block, block.pieces)
  if (block.kind === 'code') return whole.length > MOST ? cutCode(whole) : whole
  if (whole.length <= WHOLE || (block.kind === 'steps' && whole.length <= MOST)) return whole
  if (block.kind === 'text') return bestSentences(block.pieces.join(' '), sought)
  const best = block.pieces
    .map((piece, index) => ({ piece, index, score: worthOf(piece, sought) }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, PIECES)
    .filter(({ score }, place) => place === 0 || score > 0)
    .sort((a, b) => a.index - b.index)
  return blockText(
    block,
    best.map(({ piece }) => piece),
  )
}

/** The best sentence with those behind it, as long as there is room, and the one before it where there is still some. */
function bestSentences(text: string, sought: Sought[]): string {
  const sentences = sentencesOf(text)
  const scores = sentences.map((sentence) => worthOf(sentence, sought))
  const best = scores.reduce((one, score, index) => (score > scores[one]! ? index : one), 0)
  let [from, to] = [best, best + 1]
  const fits = (start: number, end: number) => sentences.slice(start, end).join(' ').length <= WHOLE
  while (to < sentences.length && fits(from, to + 1)) to++
  while (from > 0 && fits(from - 1, to)) from--
  return sentences.slice(from, to).join(' ')
}

function cutCode(code: string) {
  const lines = code.split('\n')
  const fence = lines.at(-1)!
  let length = 0
  const kept = lines.filter((line) => (length += line.length + 1) < MOST)
  return [...kept, '…', fence].join('\n')
}
