import { gfm } from '@joplin/turndown-plugin-gfm'
import TurndownService from 'turndown'
import { PIPE } from '#app/features/content/tidy.server.ts'

/** The converter from tidied HTML to GitHub Flavored Markdown, with our rules where the stock ones lose something. */
export function makeTurndown(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  })
  service.use(gfm)
  const escape = service.escape.bind(service)
  service.escape = (text) =>
    escape(text)
      // Inside a word an underscore means nothing, and names of things should stay readable.
      .replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_')
      .replace(/<(?=[A-Za-z/!?])/g, '\\<')
      .replace(/&(?=#?\w+;)/g, '\\&')
      .replace(/~(?=~)|(?<=~)~/g, '\\~')
      .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
      .replace(/^\+$/, '\\+')

  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement(content, node) {
      const line = content
        .replace(/\s*\n\s*/g, ' ')
        .trim()
        .replace(/(^|\s)(#+)$/, '$1\\$2')
      return `\n\n${'#'.repeat(Number(node.nodeName[1]))} ${line}\n\n`
    },
  })
  service.addRule('codeBlock', {
    filter: 'pre',
    replacement(_content, node) {
      const code = node.textContent?.replace(/\n$/, '') ?? ''
      const classes = (node as Element).querySelector('code')?.getAttribute('class') ?? ''
      const lang = /(?:^|\s)language-(\S+)/.exec(classes)?.[1] ?? ''
      const title = (node as Element).getAttribute('data-title')?.replaceAll('"', '')
      const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
      const fence = '`'.repeat(longest + 1)
      const info = [lang || (title ? 'text' : ''), title ? `title="${title}"` : ''].filter(Boolean).join(' ')
      return `\n\n${fence}${info}\n${code}\n${fence}\n\n`
    },
  })
  service.addRule('listItem', {
    filter: 'li',
    replacement(content, node) {
      const list = node.parentNode as Element
      const place =
        Number(list.getAttribute('start') ?? 1) + Array.from(list.children).indexOf(node as Element)
      const mark = list.nodeName === 'OL' ? `${place}. ` : '- '
      const loose = /\n$/.test(content)
      return `${mark}${indent(content.trim().replace(/^(\[[ x]\]) +/, '$1 '), mark.length)}${loose ? '\n' : ''}${node.nextSibling ? '\n' : ''}`
    },
  })
  service.addRule('quote', { filter: 'blockquote', replacement: (content) => quote(content) })
  service.addRule('callout', {
    filter: (node) => node.hasAttribute('data-label'),
    replacement(content, node) {
      const label = `**${(node as Element).getAttribute('data-label')}:**`
      // What is no paragraph keeps its own line, or it would stop being a list, a table or code.
      const apart = /^(UL|OL|DL|PRE|TABLE|DIV|BLOCKQUOTE|FIGURE|H\d)$/.test(node.firstChild?.nodeName ?? '')
      return quote(`${label}${apart ? '\n\n' : ' '}${content.trim()}`)
    },
  })
  service.addRule('term', { filter: 'dt', replacement: (content) => `\n- **${content.trim()}**` })
  service.addRule('definition', {
    filter: 'dd',
    replacement(content, node) {
      const first = (node as Element).previousElementSibling?.nodeName === 'DT'
      return `${first ? ': ' : '\n\n  '}${indent(content.trim(), 2)}\n`
    },
  })
  service.addRule('termGroup', {
    filter: (node) => node.nodeName === 'DIV' && node.parentNode?.nodeName === 'DL',
    replacement: (content) => `\n${content.trim()}\n`,
  })
  service.addRule('raised', {
    filter: ['sup', 'sub'],
    replacement(content, node) {
      const name = node.nodeName.toLowerCase()
      return `<${name}>${content}</${name}>`
    },
  })
  // In a cell, a backslash before a pipe cannot be told from the one that protects it: there code goes out as HTML.
  service.addRule('codeWithEscapedPipe', {
    filter: (node) => node.nodeName === 'CODE' && Boolean(node.textContent?.includes(`\\${PIPE}`)),
    replacement: (_content, node) =>
      `<code>${service.escape(node.textContent ?? '').replaceAll(PIPE, '&#124;')}</code>`,
  })
  return service
}

const indent = (text: string, width: number) => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`)

function quote(content: string) {
  const lines = content.trim().split('\n')
  return `\n\n${lines.map((line) => (line ? `> ${line}` : '>')).join('\n')}\n\n`
}
