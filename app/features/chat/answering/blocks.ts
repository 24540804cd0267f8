/** A block of Markdown. The rows of a table and the items of a list are its pieces; a table’s first two lines are its head. */
export type Block = { kind: 'text' | 'list' | 'steps' | 'table' | 'code'; head: string[]; pieces: string[] }

const MARK = /^( {0,3})([-*+]|\d{1,9}[.)])\s+/

/** Takes Markdown apart into blocks. What is indented below an item belongs to it. */
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
      // What a renderer of the site makes of the rest of the line means nothing elsewhere.
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

/** The sentences of a paragraph, each with the marks that belong to it. */
export const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?]["”)]?)\s+(?=["“(`*[]*[\p{Lu}\d])/u)

/** The block as Markdown, with these of its pieces. */
export const blockText = ({ kind, head }: Block, pieces: string[]): string =>
  [...head, ...pieces].join(kind === 'text' ? ' ' : '\n')
