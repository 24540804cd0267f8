import type TurndownService from 'turndown'

const borders: Record<string, string> = { left: ':---', center: ':---:', right: '---:' }

/** The lines of a text that are not blank, without the spaces around them. */
export const trimmedLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Tables of GitHub Flavored Markdown. The first row is the heading; a table without one gets an empty one. */
export function addTables(service: TurndownService) {
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) => ` ${trimmedLines(content).join('<br>')} |`,
  })
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => `\n|${content}${isFirstRow(node) ? `\n${border(node as Element)}` : ''}`,
  })
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content })
  service.addRule('table', {
    filter: 'table',
    replacement(content, node) {
      const rows = content.replace(/\n+/g, '\n').trim()
      const first = (node as Element).querySelector('tr')
      if (!first || isHeading(first)) return `\n\n${rows}\n\n`
      return `\n\n|${'  |'.repeat(first.children.length)}\n${border(first)}\n${rows}\n\n`
    },
  })
}

const isHeading = (row: Element) => Array.from(row.children).every(({ nodeName }) => nodeName === 'TH')

/** The heading is followed by the line that says how its columns are aligned. */
function isFirstRow(node: Node) {
  const row = node as Element
  const place = row.parentElement?.nodeName === 'TABLE' ? row : row.parentElement
  return !row.previousElementSibling && !place?.previousElementSibling && isHeading(row)
}

const border = (row: Element) =>
  `|${Array.from(row.children)
    .map((cell) => ` ${borders[alignmentOf(cell)] ?? '---'} |`)
    .join('')}`

const alignmentOf = (cell: Element) =>
  /(?:^|\s)text-(left|center|right)(?:\s|$)/.exec(cell.getAttribute('class') ?? '')?.[1] ?? ''
