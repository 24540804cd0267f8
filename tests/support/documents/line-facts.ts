/** Where the reader is: how deep in lists and quotes, from where links start, and whom it tells. */
export type ReaderState = { depth: number; quotes: number; base: string; say(fact: string): void }

const marks: Record<string, string> = {
  STRONG: 'bold',
  B: 'bold',
  EM: 'italic',
  I: 'italic',
  DEL: 'deleted',
  CODE: 'code',
  KBD: 'key',
  SUP: 'raised',
  SUB: 'lowered',
}

/** Says one text: its words, what is marked in it in no order, and its links and pictures in theirs. */
export function readLine(nodes: Node[], at: ReaderState, kind: string, marked: string[] = []) {
  const links: string[] = []
  const walk = (node: Node): string => {
    if (node.nodeType !== 1) return node.nodeType === 3 ? (node.nodeValue ?? '') : ''
    const element = node as Element
    const attribute = (name: string) => element.getAttribute(name) ?? ''
    const address = (name: string) => new URL(attribute(name), at.base).href
    if (node.nodeName === 'BR') return ' ⏎ '
    if (node.nodeName === 'INPUT') return element.hasAttribute('checked') ? '[x] ' : '[ ] '
    if (element.hasAttribute('data-footnote-ref')) return `[^${noteOf(attribute('href'))}]`
    const text = Array.from(node.childNodes).map(walk).join('')
    const words = tidy(text)
    if (attribute('href')) links.push(`  link ${words} → ${address('href')}`)
    if (node.nodeName === 'IMG') links.push(`  image ${tidy(attribute('alt'))} → ${address('src')}`)
    if (node.nodeName === 'ABBR') marked.push(`${words} means ${attribute('title')}`)
    const mark = marks[node.nodeName]
    const own = words.replace(/^(⏎ ?)+|( ?⏎)+$/g, '')
    if (mark && own && !element.querySelector('[data-footnote-ref]')) marked.push(`${mark} ${own}`)
    return text
  }
  const words = tidy(nodes.map(walk).join('')).replace(/( ?⏎)+$/, '')
  if (words || links.length || /^t[hd]/.test(kind)) {
    at.say(`${at.depth || ''} ${'> '.repeat(at.quotes)}${kind.trim()}: ${words}`.trim())
  }
  for (const fact of [...new Set(marked)].sort()) at.say(`  ${fact}`)
  for (const fact of links) at.say(fact)
}

/** Says a title as the bold text that it is in Markdown. */
export const sayTitle = (node: Element, at: ReaderState) =>
  readLine(Array.from(node.childNodes), at, 'text', [`bold ${wordsOf(node)}`])

const noteOf = (href: string) => decodeURIComponent(/#user-content-fn-(.+)$/.exec(href)?.[1] ?? '?')

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()

export const wordsOf = (node: Element) => tidy(node.textContent ?? '')
