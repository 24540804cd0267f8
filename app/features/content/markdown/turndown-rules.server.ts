import type TurndownService from 'turndown'
import { hasEscapedPipe, pipesAsHtml } from '#app/features/content/markdown/normalize-html.server.ts'

const borders: Record<string, string> = { left: ':---', center: ':---:', right: '---:' }

/** Returns the trimmed non-blank lines of a text. */
const trimmedLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Adds rules for GFM tables. If the first row is not a heading row, an empty heading row is added. */
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

/** Checks whether a row is the heading row, which needs an alignment line after it. */
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

/** Adds rules for headings, code, lists, quotes, callouts, definitions and footnotes. */
export function addBlocks(service: TurndownService) {
  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement(content, node) {
      const line = trimmedLines(content)
        .join(' ')
        .replace(/(^|\s)(#+)$/, '$1\\$2')
      return `\n\n${'#'.repeat(Number(node.nodeName[1]))} ${line}\n\n`
    },
  })
  service.addRule('paragraph', { filter: 'p', replacement: (content) => `\n\n${alone(content)}\n\n` })
  service.addRule('codeBlock', {
    filter: 'pre',
    replacement(_content, node) {
      const code = node.textContent?.replace(/\n$/, '') ?? ''
      const classes = (node as Element).querySelector('code')?.getAttribute('class') ?? ''
      const lang = /(?:^|\s)language-(\S+)/.exec(classes)?.[1] ?? ''
      const title = (node as Element).getAttribute('data-title')?.replaceAll('"', '')
      const longest = [...code.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
      const fence = '`'.repeat(longest + 1)
      const info = [lang || (title ? 'text' : ''), title ? `title="${title}"` : ''].filter(Boolean).join(' ')
      return `\n\n${fence}${info}\n${code}\n${fence}\n\n`
    },
  })
  service.addRule('listItem', {
    filter: 'li',
    replacement(content, node) {
      const mark = markOf(node as Element)
      const text = alone(content.trim()).replace(/^(\[[ x]\]) +/, '$1 ')
      const loose = /\n$/.test(content) ? '\n' : ''
      return `${mark}${indent(text, mark.length)}${loose}${node.nextSibling ? '\n' : ''}`
    },
  })
  service.addRule('quote', { filter: 'blockquote', replacement: (content) => quote(content) })
  service.addRule('callout', {
    filter: (node) => node.hasAttribute('data-label'),
    replacement(content, node) {
      const label = `**${(node as Element).getAttribute('data-label')}:**`
      return quote(label + (beginsApart(node) ? '\n\n' : ' ') + content.trim())
    },
  })
  service.addRule('term', {
    filter: 'dt',
    replacement: (content, node) => `\n${bulletOf(node.parentNode as Element)}**${content.trim()}**:`,
  })
  service.addRule('definition', {
    filter: 'dd',
    replacement(content, node) {
      const first = (node as Element).previousElementSibling?.nodeName === 'DT'
      return `${first && !beginsApart(node) ? ' ' : '\n\n  '}${indent(content.trim(), 2)}\n`
    },
  })
  service.addRule('note', {
    filter: (node) => node.hasAttribute('data-note'),
    replacement: (content, node) =>
      `\n\n[^${(node as Element).getAttribute('data-note')}]: ${indent(content.trim(), 4)}\n\n`,
  })
}

/** Checks whether the first child needs a separate line, as lists, tables and code do. */
const beginsApart = (node: Node) =>
  /^(UL|OL|DL|PRE|TABLE|DIV|BLOCKQUOTE|FIGURE|ASIDE|FIELDSET|H\d)$/.test(node.firstChild?.nodeName ?? '')

const seconds = new WeakMap<Element, boolean>()

/** Checks whether a list needs a different marker. Adjacent lists with the same marker would merge. */
function isSecond(list: Element): boolean {
  const known = seconds.get(list)
  if (known !== undefined) return known
  const before = blockBefore(list)
  const alike = list.nodeName === 'OL' ? /^OL$/ : /^[UD]L$/
  const second = before !== null && alike.test(before.nodeName) && !isSecond(before as Element)
  seconds.set(list, second)
  return second
}

/** Returns the block directly before a node, or null if other content is in between. */
function blockBefore(node: Node): Node | null {
  let before = node.previousSibling
  if (!before) return node.parentNode && leavesNoTrace(node.parentNode) ? blockBefore(node.parentNode) : null
  while (leavesNoTrace(before) && before.lastChild) before = before.lastChild
  return before
}

const leavesNoTrace = (node: Node) =>
  /^(DIV|SECTION|ARTICLE|FIELDSET|HEADER|ASIDE|FIGURE)$/.test(node.nodeName) &&
  !(node as Element).hasAttribute('data-label') &&
  !(node as Element).hasAttribute('data-note')

const bulletOf = (list: Element) => (isSecond(list) ? '* ' : '- ')

function markOf(item: Element) {
  const list = item.parentNode as Element
  if (list.nodeName !== 'OL') return bulletOf(list)
  const place = Number(list.getAttribute('start') ?? 1) + placeOf(item, list)
  return `${place}${isSecond(list) ? ')' : '.'} `
}

const places = new WeakMap<Element, Map<Element, number>>()

/** Returns the position of an item in its list. Positions are computed once per list. */
function placeOf(item: Element, list: Element) {
  let known = places.get(list)
  if (!known) {
    known = new Map(Array.from(list.children, (one, index) => [one, index] as const))
    places.set(list, known)
  }
  return known.get(item) ?? 0
}

/** Escapes a lone plus, which would start a list. */
const alone = (content: string) => (content === '+' ? '\\+' : content)

const indent = (text: string, width: number) => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`)

function quote(content: string) {
  const lines = content.trim().split('\n')
  return `\n\n${lines.map((line) => (line ? `> ${line}` : '>')).join('\n')}\n\n`
}

const signs: Record<string, string> = { EM: '*', I: '*', STRONG: '**', B: '**', DEL: '~~', S: '~~' }

/** Adds rules for inline content. Uses HTML where Markdown has no syntax or would not be recognized. */
export function addInline(service: TurndownService) {
  service.addRule('emphasis', {
    filter: ['em', 'i', 'strong', 'b', 'del', 's'],
    replacement(content, node) {
      const { nodeName } = node
      if (!node.textContent?.trim() && !(node as Element).querySelector('img')) return content
      const sign = signs[nodeName]!
      const name = nodeName.toLowerCase()
      const nested = (node.parentElement as Element).closest(nodeName) !== null
      return !nested && isRead(content, node) ? sign + content + sign : `<${name}>${content}</${name}>`
    },
  })
  service.addRule('html', {
    filter: ['sup', 'sub', 'kbd', 'abbr'],
    replacement(content, node) {
      const name = node.nodeName.toLowerCase()
      const title = (node as Element).getAttribute('title')
      const escaped = title?.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
      return `<${name}${escaped ? ` title="${escaped}"` : ''}>${content}</${name}>`
    },
  })
  service.addRule('footnote', {
    filter: (node) =>
      node.nodeName === 'SUP' && node.firstElementChild?.hasAttribute('data-note-ref') === true,
    replacement: (_content, node) =>
      `[^${(node as Element).firstElementChild?.getAttribute('data-note-ref')}]`,
  })
  service.addRule('image', {
    filter: 'img',
    replacement(_content, node) {
      const attribute = (name: string) => (node as Element).getAttribute(name) ?? ''
      const alt = service.escape(attribute('alt').replace(/\s+/g, ' '))
      return `![${alt}](${attribute('src').replace(/[<>()]/g, '\\$&')})`
    },
  })
  service.addRule('lineBreak', {
    filter: 'br',
    replacement(_content, node) {
      return (node as Element).closest('th, td, h1, h2, h3, h4, h5, h6') ? '<br>' : '\\\n'
    },
  })
  service.addRule('checkbox', {
    filter: 'input',
    replacement: (_content, node) => ((node as Element).hasAttribute('checked') ? '[x] ' : '[ ] '),
  })
  service.addRule('code', {
    filter: (node) =>
      node.nodeName === 'CODE' &&
      (node.parentNode?.nodeName !== 'PRE' || Boolean(node.previousSibling ?? node.nextSibling)),
    replacement: (content) => (content ? codeOf(content.replace(/\r?\n|\r/g, ' ')) : ''),
  })
  service.addRule('codeAsHtml', {
    // Adjacent code spans would merge.
    filter: (node) =>
      node.nodeName === 'CODE' &&
      (node.previousSibling?.nodeName === 'CODE' || hasEscapedPipe(node.textContent ?? '')),
    replacement: (_content, node) => `<code>${pipesAsHtml(service.escape(node.textContent ?? ''))}</code>`,
  })
}

/** Wraps code in backticks like the default rule, which takes quadratic time to detect surrounding spaces. */
function codeOf(content: string) {
  const runs = new Set([...content.matchAll(/`+/g)].map(([run]) => run.length))
  let ticks = 1
  while (runs.has(ticks)) ticks++
  const [first, last] = [content[0], content.at(-1)]
  const isPadded = first === ' ' && last === ' ' && /[^ ]/.test(content)
  const space = first === '`' || last === '`' || isPadded ? ' ' : ''
  const fence = '`'.repeat(ticks)
  return fence + space + content + space + fence
}

const punctuation = /[\p{P}\p{S}]/u
const word = /[^\s\p{P}\p{S}]/u

/**
 * Checks whether emphasis would be recognized. CommonMark ignores a mark between a word character outside and
 * punctuation inside, and adjacent marks merge.
 */
function isRead(content: string, node: Node) {
  const [before, after] = [node.previousSibling, node.nextSibling]
  if ((before && before.nodeName in signs) || /^\s|\s$/.test(content)) return false
  const opens = !punctuation.test(content[0]!) || !word.test(before?.textContent?.at(-1) ?? ' ')
  const closes = !punctuation.test(content.at(-1)!) || !word.test(after?.textContent?.[0] ?? ' ')
  return opens && closes
}
