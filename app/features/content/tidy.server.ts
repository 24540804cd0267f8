/**
 * Stands for a pipe inside a table cell until the table is written: only there it needs a backslash, in code as well.
 * A private character, so that no text holds it.
 */
export const PIPE = '\uE000'

const dropped =
  '[data-md="omit"], script, style, svg, template, noscript, button, select, textarea, [aria-hidden="true"], [hidden]'
const blocks = 'h1, h2, h3, h4, h5, h6, p, ul, ol, div, pre, table, blockquote, dl, figure'

/** Prepares the content of a page for the conversion, in place: what has no form in Markdown gets one or goes. */
export function tidy(main: Element, base: string) {
  for (const node of all(main, dropped)) node.remove()
  for (const node of all(main, 'input:not([type="checkbox"]), [data-footnote-backref]')) node.remove()
  for (const extra of all(main, 'h1').slice(1)) rename(extra, 'h2')
  for (const image of all(main, 'img')) {
    if (image.getAttribute('alt')?.trim()) absolute(image, 'src', base)
    else image.remove()
  }
  for (const link of all(main, 'a')) tidyLink(link, base)
  for (const caption of all(main, 'figure > figcaption')) {
    const code = caption.parentElement?.querySelector('pre')
    if (!code) continue
    code.setAttribute('data-title', caption.textContent?.trim() ?? '')
    caption.remove()
  }
  for (const label of all(main, '[role="note"] > .callout-label')) {
    label.parentElement?.setAttribute('data-label', label.textContent?.trim() ?? '')
    label.remove()
  }
  for (const cell of all(main, 'th, td')) tidyCell(cell)
}

const all = (root: Element, selector: string) => Array.from(root.querySelectorAll(selector))

function absolute(node: Element, name: string, base: string) {
  const value = node.getAttribute(name)?.trim()
  if (!value) return
  try {
    node.setAttribute(name, new URL(value, base).href)
  } catch {
    node.removeAttribute(name)
  }
}

/** A link around whole blocks, such as a card, becomes a link inside its heading or its first block. */
function tidyLink(link: Element, base: string) {
  absolute(link, 'href', base)
  if (!link.textContent?.trim() && !link.querySelector('img')) {
    const name = link.getAttribute('aria-label')?.trim()
    if (!name) return link.remove()
    link.textContent = name
  }
  const first = link.querySelector('h1, h2, h3, h4, h5, h6') ?? link.querySelector(blocks)
  if (!first) return
  const href = link.getAttribute('href')
  if (href) {
    const inner = link.ownerDocument.createElement('a')
    inner.setAttribute('href', href)
    move(first, inner)
    first.appendChild(inner)
  }
  link.replaceWith(...Array.from(link.childNodes))
}

function rename(node: Element, name: string) {
  const other = node.ownerDocument.createElement(name)
  move(node, other)
  node.replaceWith(other)
}

/** Moves what `from` holds to `to`. */
function move(from: Element, to: Element) {
  while (from.firstChild) to.appendChild(from.firstChild)
}

function tidyCell(cell: Element) {
  const side = /(?:^|\s)text-(left|center|right)(?:\s|$)/.exec(cell.getAttribute('class') ?? '')?.[1]
  if (side) cell.setAttribute('align', side)
  markPipes(cell)
}

function markPipes(node: Node) {
  if (node.nodeType === 3 && node.nodeValue) node.nodeValue = node.nodeValue.replaceAll('|', PIPE)
  for (const child of Array.from(node.childNodes)) markPipes(child)
}
