import { createDocument } from '@mixmark-io/domino'
import { createTurndown } from '#app/features/content/markdown/markdown.server.ts'
import { markPipes, restoreEscapes } from '#app/features/content/markdown/normalize-html.server.ts'
import { importLimits } from '#app/features/cms/import/schema.ts'

type Note = (text: string) => void

/** Elements that are removed with their content. */
const removed = new Set(
  'script style template noscript form input button select textarea svg canvas math object applet link meta base dialog'.split(
    ' ',
  ),
)
/** Elements that embed content from other sites, which become links. */
const embeds = new Set(['iframe', 'embed', 'video', 'audio'])

const turndown = createTurndown()

/**
 * Converts HTML of another site to Markdown. Scripts, forms and event handlers are removed, and embedded content becomes
 * a link. Reports removed content to `note`. Throws `RangeError` for excessive nesting.
 */
export function htmlToMarkdown(html: string, note: Note): string {
  const { body } = createDocument(`<!doctype html><body>${html}</body>`)
  clean(body, { note, depth: 0, lost: new Set<string>() })
  return restoreEscapes(turndown.turndown(body as HTMLElement))
}

type State = { note: Note; depth: number; lost: Set<string> }

function clean(parent: Element, state: State) {
  if (state.depth > importLimits.levels) throw new RangeError('too deep')
  for (let child = parent.firstChild; child;) {
    if (child.nodeType === 1 && !isTag(child as Element)) child = unwrap(child as Element)
    const next: ChildNode | null = child.nextSibling
    if (child.nodeType === 1) cleanElement(child as Element, { ...state, depth: state.depth + 1 })
    else if (child.nodeType !== 3) child.parentNode?.removeChild(child)
    child = next
  }
}

const tagName = /^[a-z][a-z0-9]*(?:[-:][a-z0-9]+)*$/
const attributeName = /^[a-z_:][\w:.-]*$/i

/** Checks the name of an element, and removes attributes whose names are invalid. */
function isTag(node: Element): boolean {
  if (!tagName.test(node.localName)) return false
  for (const { name } of Array.from(node.attributes))
    if (!attributeName.test(name)) node.removeAttribute(name)
  return true
}

/** Replaces an element by text, because the parser takes any `<x` for a tag, such as `<ada@example.com>`. */
function unwrap(node: Element): ChildNode {
  const attributes = Array.from(node.attributes, ({ name, value }) => (value ? `${name}="${value}"` : name))
  const text = node.ownerDocument.createTextNode(`<${[node.localName, ...attributes].join(' ')}>`)
  node.before(text, ...Array.from(node.childNodes))
  node.remove()
  return text
}

function cleanElement(node: Element, state: State) {
  const { note, lost } = state
  const name = node.localName
  const source =
    node.getAttribute('src') ??
    node.querySelector('source')?.getAttribute('src') ??
    node.getAttribute('data-src')
  if (name === 'script' && /^https:\/\/gist\.github\.com\//.test(source ?? ''))
    return replaceByLink(node, source!.replace(/\.js(?:\?.*)?$/, ''), note)
  if (embeds.has(name)) {
    if (source && /^(?:https?:)?\/\//.test(source))
      return replaceByLink(node, source.replace(/^\/\//, 'https://'), note)
    if (source && name !== 'iframe') return replaceByLink(node, source, note)
    note(`Removed <${name}>.`)
    return node.remove()
  }
  if (removed.has(name)) {
    if (!lost.has(name) && !/^(?:link|meta|base|template|noscript)$/.test(name)) note(`Removed <${name}>.`)
    lost.add(name)
    return node.remove()
  }
  if (hasHandler(node)) noteOnce(state, 'handler', 'Removed event handlers.')
  if (name === 'td' || name === 'th') {
    if (node.hasAttribute('colspan') || node.hasAttribute('rowspan'))
      noteOnce(state, 'cells', 'Merged table cells were split.')
    alignCell(node)
  }
  const classes = ` ${node.getAttribute('class') ?? ''} `
  if (/ kg-bookmark-card /.test(classes)) return bookmark(node)
  if (/ kg-(?:audio|video|file)-(?:thumbnail|player|overlay)[\w-]* /.test(classes)) return node.remove()
  if (
    / (?:kg-callout-emoji|kg-video-overlay|heading-anchor|anchor|screen-reader-text) /.test(classes) &&
    name !== 'a'
  )
    return node.remove()
  clean(node, state)
  if (name === 'figcaption') emphasize(node)
  if (name === 'td' || name === 'th') markPipes(node)
  if (/ kg-toggle-heading-text /.test(classes)) rename(node, 'p')
  if (name === 'details')
    between(
      node,
      `:::details ${(node.querySelector('summary')?.textContent ?? '').trim() || 'Details'}`,
      'summary',
    )
  if (/ kg-toggle-card /.test(classes))
    between(
      node,
      `:::details ${(node.querySelector('p')?.textContent ?? '').trim() || 'Details'}`,
      '.kg-toggle-heading',
    )
  if (/ kg-callout-card /.test(classes)) between(node, ':::note')
}

function noteOnce({ note, lost }: State, key: string, text: string) {
  if (!lost.has(key)) note(text)
  lost.add(key)
}

const hasHandler = (node: Element) => Array.from(node.attributes).some(({ name }) => /^on/i.test(name))

function replaceByLink(node: Element, url: string, note: Note) {
  note(`Embedded content became a link: ${url}.`)
  const { ownerDocument } = node
  const paragraph = ownerDocument.createElement('p')
  const link = ownerDocument.createElement('a')
  link.setAttribute('href', url)
  link.textContent = node.getAttribute('title')?.trim() || url
  paragraph.appendChild(link)
  node.parentNode?.replaceChild(paragraph, node)
}

/** Reduces a bookmark card to a link with its description. */
function bookmark(node: Element) {
  const href = node.querySelector('a')?.getAttribute('href')
  const text = (selector: string) => (node.querySelector(selector)?.textContent ?? '').trim()
  const { ownerDocument } = node
  const paragraph = ownerDocument.createElement('p')
  const link = ownerDocument.createElement('a')
  link.setAttribute('href', href ?? '')
  link.textContent = text('.kg-bookmark-title') || (href ?? '')
  paragraph.appendChild(link)
  const description = text('.kg-bookmark-description')
  if (description) paragraph.appendChild(ownerDocument.createTextNode(`: ${description}`))
  node.parentNode?.replaceChild(paragraph, node)
}

/** Puts a block between `:::` lines, which become a component later. Removes the parts that `title` selects. */
function between(node: Element, opening: string, title?: string) {
  if (title) for (const part of Array.from(node.querySelectorAll(title))) part.remove()
  const { ownerDocument } = node
  const line = (text: string) => {
    const paragraph = ownerDocument.createElement('p')
    paragraph.setAttribute('data-line', text.replace(/\s+/g, ' '))
    paragraph.textContent = '.'
    return paragraph
  }
  node.insertBefore(line(opening), node.firstChild)
  node.appendChild(line(':::'))
}

function emphasize(node: Element) {
  if (!node.textContent?.trim()) return node.remove()
  const inner = node.querySelector('p, div')
  const emphasis = node.ownerDocument.createElement('em')
  if (node.querySelector('em, i')) return rename(node, 'p')
  while ((inner ?? node).firstChild) emphasis.appendChild((inner ?? node).firstChild!)
  while (node.firstChild) node.removeChild(node.firstChild)
  node.appendChild(emphasis)
  rename(node, 'p')
}

function rename(node: Element, name: string) {
  const other = node.ownerDocument.createElement(name)
  while (node.firstChild) other.appendChild(node.firstChild)
  node.parentNode?.replaceChild(other, node)
}

function alignCell(cell: Element) {
  const style =
    cell.getAttribute('align') ??
    /text-align:\s*(left|center|right)/i.exec(cell.getAttribute('style') ?? '')?.[1]
  if (style && /^(?:left|center|right)$/i.test(style))
    cell.setAttribute('class', `text-${style.toLowerCase()}`)
}

turndown.addRule('line', {
  filter: (node) => node.hasAttribute('data-line'),
  replacement: (_content, node) => `\n\n${(node as Element).getAttribute('data-line')}\n\n`,
})
