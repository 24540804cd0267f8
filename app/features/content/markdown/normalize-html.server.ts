import { decoded } from '#app/primitives/text.ts'

/** Private-use characters that replace punctuation that needs a backslash only in some places. */
const PIPE = '\uE000'
const BANG = '\uE001'
/** Private-use character that interrupts long whitespace, which the converter would process in quadratic time. */
const PAUSE = '\uE002'

const LONG = 500
const long = new RegExp(`\\s{${LONG}}`, 'g')

const blocks = 'h1, h2, h3, h4, h5, h6, p, ul, ol, div, pre, table, blockquote, dl, figure'

/**
 * Prepares the content of a page for conversion, in place: replaces or removes elements without a Markdown form. Marks
 * characters that might need a backslash, so that `restoreEscapes` can add it.
 */
export function normalizeHtml(main: Element, base: string) {
  const elements = collectElements(main)
  const all = (...names: string[]) => names.flatMap((name) => elements.get(name) ?? [])
  for (const extra of all('h1').slice(1)) rename(extra, 'h2')
  for (const image of all('img')) {
    if (image.getAttribute('alt')?.trim()) absolute(image, 'src', base)
    else image.remove()
  }
  // Breaks are processed in both directions, so that consecutive breaks at either end are all handled.
  const lines = all('br')
  for (const line of [...lines, ...lines.toReversed()]) normalizeBreak(line)
  for (const notes of all('section').filter((part) => part.hasAttribute('data-footnotes')))
    normalizeFootnotes(notes)
  for (const link of all('a')) normalizeLink(link, base)
  for (const caption of all('figcaption')) {
    const code = caption.parentElement?.querySelector('pre')
    if (!code) continue
    code.setAttribute('data-title', caption.textContent?.trim() ?? '')
    caption.remove()
  }
  for (const label of all('p').filter(({ className }) => className === 'callout-label')) {
    label.parentElement?.setAttribute('data-label', label.textContent?.trim() ?? '')
    label.remove()
  }
  for (const title of all('label', 'summary')) {
    const strong = title.ownerDocument.createElement('strong')
    move(title, strong)
    rename(title, 'p').appendChild(strong)
  }
  for (const folded of all('details')) rename(folded, 'div')
  for (const cell of all('th', 'td')) markPipes(cell)
}

const removedElements = new Set([
  'script',
  'style',
  'svg',
  'template',
  'noscript',
  'button',
  'select',
  'textarea',
])

const isDropped = (node: Element) =>
  removedElements.has(node.localName) ||
  node.getAttribute('data-md') === 'omit' ||
  node.getAttribute('aria-hidden') === 'true' ||
  node.hasAttribute('hidden') ||
  node.hasAttribute('data-footnote-backref') ||
  (node.localName === 'input' && node.getAttribute('type') !== 'checkbox')

/** Collects the elements below `root` by name, in document order. Removes elements that are not content. */
function collectElements(root: Element, elements = new Map<string, Element[]>()) {
  for (let child = root.firstChild; child;) {
    const next = child.nextSibling
    const node = child as Element
    if (child.nodeType === 3) breakLongSpaces(child)
    else if (child.nodeType === 1 && isDropped(node)) node.remove()
    else if (child.nodeType === 1) {
      const alike = elements.get(node.localName)
      if (alike) alike.push(node)
      else elements.set(node.localName, [node])
      collectElements(node, elements)
    }
    child = next
  }
  return elements
}

function breakLongSpaces(text: Node) {
  const value = text.nodeValue ?? ''
  if (value.length >= LONG) text.nodeValue = value.replace(long, `$&${PAUSE}`)
}

/** Replaces the placeholders from `normalizeHtml` with escaped characters, and removes `PAUSE`. */
export const restoreEscapes = (markdown: string) =>
  markdown.replaceAll(PIPE, '\\|').replaceAll(BANG, '\\!').replaceAll(PAUSE, '')

/** Checks whether code contains a backslash before a pipe, which looks like an escape in a table cell. */
export const hasEscapedPipe = (text: string) => text.includes(`\\${PIPE}`)

/** Replaces pipe markers with HTML entities, for places where a backslash would not work. */
export const pipesAsHtml = (text: string) => text.replaceAll(PIPE, '&#124;')

function absolute(node: Element, name: string, base: string) {
  const value = node.getAttribute(name)?.trim()
  if (!value) return
  try {
    node.setAttribute(name, new URL(value, base).href)
  } catch {
    node.removeAttribute(name)
  }
}

/**
 * Removes a break at the end of a block. Moves other breaks out of inline elements, because Markdown would not
 * recognize the marks around a break.
 */
function normalizeBreak(line: Element) {
  if (!line.parentNode) return
  if (isLast(line)) return line.remove()
  for (let parent = line.parentNode!; !isBlock(parent); parent = line.parentNode!) {
    const outer = parent.parentNode!
    if (isEdge(line, 'previousSibling')) outer.insertBefore(line, parent)
    else if (isEdge(line, 'nextSibling')) outer.insertBefore(line, parent.nextSibling)
    else return
  }
}

/** Checks whether only spaces are on a side of a node within its parent. */
function isEdge(node: Node, side: 'previousSibling' | 'nextSibling'): boolean {
  let next = node[side]
  while (next?.nodeType === 3 && !next.nodeValue?.trim()) next = next[side]
  return !next
}

/** Checks whether nothing follows a break in its block. A later break counts as content until it is removed itself. */
function isLast(node: Node | null): boolean {
  if (!node || isBlock(node)) return true
  for (let next = node.nextSibling; next; next = next.nextSibling) {
    if (isBlock(next)) return true
    if (next.nodeName === 'BR') return false
    const holds = (next as Partial<Element>).querySelector?.('img, input')
    if (next.textContent?.trim() || holds || /^(IMG|INPUT)$/.test(next.nodeName)) return false
  }
  return isLast(node.parentNode)
}

const isBlock = ({ nodeName }: Node) =>
  /^(H\d|P|[UOD]L|LI|D[TD]|DIV|PRE|TABLE|T[HD]|BLOCKQUOTE|FIGURE|FIGCAPTION|SECTION|ARTICLE|MAIN|ASIDE|HEADER)$/.test(
    nodeName,
  )

/** Converts footnotes: removes the heading and gives each footnote the name of its reference. */
function normalizeFootnotes(section: Element) {
  section.querySelector('h2')?.remove()
  for (const note of Array.from(section.querySelectorAll('ol > li[id^="user-content-fn-"]'))) {
    rename(note, 'div').setAttribute('data-note', nameOfNote(note.getAttribute('id')))
  }
  const list = section.querySelector('ol')
  if (list) unwrap(list)
}

const nameOfNote = (address: string | null) => decoded(address?.split('user-content-fn-')[1] ?? '')

/** Moves a link around blocks, such as a card, into its heading or first block. */
function normalizeLink(link: Element, base: string) {
  if (link.hasAttribute('data-footnote-ref')) {
    return link.setAttribute('data-note-ref', nameOfNote(link.getAttribute('href')))
  }
  absolute(link, 'href', base)
  if (!link.textContent?.trim() && !link.querySelector('img')) {
    const name = link.getAttribute('aria-label')?.trim()
    if (!name) return link.remove()
    link.textContent = name
  }
  const before = link.previousSibling
  if (before?.nodeType === 3 && before.nodeValue?.endsWith('!')) {
    before.nodeValue = before.nodeValue.slice(0, -1) + BANG
  }
  if (!link.firstElementChild) return
  const first = link.querySelector('h1, h2, h3, h4, h5, h6') ?? link.querySelector(blocks)
  if (!first) return
  const href = link.getAttribute('href')
  if (href) {
    const inner = link.ownerDocument.createElement('a')
    inner.setAttribute('href', href)
    move(first, inner)
    first.appendChild(inner)
  }
  unwrap(link)
}

/** Renames an element. Avoids `replaceWith`, because domino misplaces the node if a sibling was removed earlier. */
function rename(node: Element, name: string) {
  const other = node.ownerDocument.createElement(name)
  move(node, other)
  node.parentNode?.replaceChild(other, node)
  return other
}

/** Replaces a node with its children. */
function unwrap(node: Element) {
  while (node.firstChild) node.parentNode?.insertBefore(node.firstChild, node)
  node.remove()
}

/** Moves the children of `from` to `to`. */
function move(from: Element, to: Element) {
  while (from.firstChild) to.appendChild(from.firstChild)
}

/** Replaces the pipes in a table cell with placeholders. */
export function markPipes(node: Node) {
  if (node.nodeType === 3 && node.nodeValue) node.nodeValue = node.nodeValue.replaceAll('|', PIPE)
  for (const { name, value } of Array.from((node as Partial<Element>).attributes ?? [])) {
    if (value.includes('|')) (node as Element).setAttribute(name, value.replaceAll('|', PIPE))
  }
  for (const child of Array.from(node.childNodes)) markPipes(child)
}
