import type TurndownService from 'turndown'
import { trimmedLines } from '#app/features/content/markdown/turndown-tables.server.ts'

/** Headings, code, lists, quotes, callouts, definitions and footnotes. */
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

/** What is no paragraph keeps its own line, or it would stop being a list, a table or code. */
const beginsApart = (node: Node) =>
  /^(UL|OL|DL|PRE|TABLE|DIV|BLOCKQUOTE|FIGURE|ASIDE|FIELDSET|H\d)$/.test(node.firstChild?.nodeName ?? '')

const seconds = new WeakMap<Element, boolean>()

/** Two lists with nothing between them would be one, so they take turns with their marks. */
function isSecond(list: Element): boolean {
  const known = seconds.get(list)
  if (known !== undefined) return known
  const before = blockBefore(list)
  const alike = list.nodeName === 'OL' ? /^OL$/ : /^[UD]L$/
  const second = before !== null && alike.test(before.nodeName) && !isSecond(before as Element)
  seconds.set(list, second)
  return second
}

/** The block that is written right before this one, when nothing keeps the two apart. */
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

/** The place of an item in its list. The items are counted once for all of them. */
function placeOf(item: Element, list: Element) {
  let known = places.get(list)
  if (!known) {
    known = new Map(Array.from(list.children, (one, index) => [one, index] as const))
    places.set(list, known)
  }
  return known.get(item) ?? 0
}

/** By itself a plus would begin a list. */
const alone = (content: string) => (content === '+' ? '\\+' : content)

const indent = (text: string, width: number) => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`)

function quote(content: string) {
  const lines = content.trim().split('\n')
  return `\n\n${lines.map((line) => (line ? `> ${line}` : '>')).join('\n')}\n\n`
}
