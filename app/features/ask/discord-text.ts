import type { Citation } from '#app/features/chat/schema.ts'
import { truncate } from '#app/primitives/text.ts'

/** Maximum length of a message in Discord, in characters. */
export const MAX_MESSAGE = 2_000

/**
 * Converts Markdown of a page to Discord's Markdown: table rows become list items, tags are removed, and links show no
 * previews.
 */
export function discordText(markdown: string): string {
  const lines: string[] = []
  let [fence, isTable] = ['', false]
  for (const line of markdown.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    const isRow = !fence && /^\s*\|/.test(line)
    if (fence) {
      const isEnd = mark?.startsWith(fence) && line.trim() === mark
      lines.push(isEnd ? '```' : line.replaceAll('```', '`\u200b``'))
      if (isEnd) fence = ''
    } else if (mark) {
      fence = mark
      lines.push(`\`\`\`${languageOf(line)}`)
    } else if (!isRow) lines.push(prose(line))
    else if (/^[\s|:-]+$/.test(line)) continue
    else lines.push(isTable ? `- ${cellsOf(line)}` : `**${cellsOf(line)}**`)
    isTable = isRow
  }
  return lines.join('\n').trim()
}

/** Returns the language of a code block, such as `sh`, if the rest of the opening line is one word. */
const languageOf = (line: string) => /^\s*[`~]+([\w-]*)$/.exec(line)?.[1] ?? ''

const cellsOf = (row: string) =>
  row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => prose(cell.trim()).replaceAll('\\|', '|'))
    .filter(Boolean)
    .join(' · ')

/** Converts a line outside of code. Code spans stay as they are. */
const prose = (line: string) =>
  line
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2
        ? part
        : part
            .replace(/<\/?[A-Za-z][\w.-]*(?:[\s/][^<>]*)?>/g, '')
            .replace(/\]\((https?:[^\s()<>]+)\)/g, '](<$1>)'),
    )
    .join('')

/** Escapes text of a person, so that Discord shows no formatting, links or mentions. */
export const escapeText = (text: string): string => text.replace(/[\\`*_~|[\]<>#@:-]/g, '\\$&')

/** Formats a citation as a link without a preview. */
export const linkTo = ({ title, heading, url }: Pick<Citation, 'title' | 'heading' | 'url'>): string =>
  `[${escapeLabel(heading === title ? title : `${title}: ${heading}`)}](<${url}>)`

const escapeLabel = (text: string) => truncate(text, 100).replace(/[\\[\]*_`~|]/g, '\\$&')

/** Joins the lines that fit into `most` characters, and skips the others. */
export function fitLines(lines: string[], most: number): string {
  let length = -1
  return lines.filter((line) => length + line.length + 1 <= most && (length += line.length + 1)).join('\n')
}

/** Cuts text at a line break to at most `most` characters, and closes an open code block. */
export function fitText(text: string, most: number): string {
  if (text.length <= most) return text
  const kept: string[] = []
  let [length, isCode] = [0, false]
  const room = most - '…\n```'.length
  for (const line of text.split('\n')) {
    const left = room - length
    if (line.length + 1 > left && (kept.length || left <= 0)) break
    const part = truncate(line, left)
    kept.push(part)
    length += part.length + 1
    if (part.startsWith('```')) isCode = !isCode
  }
  return [...kept, isCode ? '…\n```' : '…'].join('\n')
}
