import type TurndownService from 'turndown'
import { holdsEscapedPipe, pipesAsHtml } from '#app/features/content/markdown/normalize-html.server.ts'

const signs: Record<string, string> = { EM: '*', I: '*', STRONG: '**', B: '**', DEL: '~~', S: '~~' }

/** What stands in a line of text. Where a sign of Markdown would not be read as one, and for what has none: HTML. */
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
    // Two that touch would be one.
    filter: (node) =>
      node.nodeName === 'CODE' &&
      (node.previousSibling?.nodeName === 'CODE' || holdsEscapedPipe(node.textContent ?? '')),
    replacement: (_content, node) => `<code>${pipesAsHtml(service.escape(node.textContent ?? ''))}</code>`,
  })
}

/** Code between backticks: as the stock rule writes it, which takes quadratic time to see whether spaces surround the code. */
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
 * CommonMark reads a sign only where it flanks the text: one between a letter outside and punctuation inside is taken
 * for itself, and two that touch for one.
 */
function isRead(content: string, node: Node) {
  const [before, after] = [node.previousSibling, node.nextSibling]
  if ((before && before.nodeName in signs) || /^\s|\s$/.test(content)) return false
  const opens = !punctuation.test(content[0]!) || !word.test(before?.textContent?.at(-1) ?? ' ')
  const closes = !punctuation.test(content.at(-1)!) || !word.test(after?.textContent?.[0] ?? ' ')
  return opens && closes
}
