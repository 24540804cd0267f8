import TurndownService from 'turndown'
import { addBlocks } from '#app/features/content/markdown/turndown-blocks.server.ts'
import { addInline } from '#app/features/content/markdown/turndown-inline.server.ts'
import { addTables } from '#app/features/content/markdown/turndown-tables.server.ts'

/** The converter from tidied HTML to GitHub Flavored Markdown, with our rules where the stock ones lose something. */
export function makeTurndown(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    br: '\\',
  })
  const escape = service.escape.bind(service)
  service.escape = (text) =>
    escape(text)
      // Inside a word an underscore means nothing, and names of things should stay readable.
      .replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_')
      .replace(/<(?=[A-Za-z/!?])/g, '\\<')
      .replace(/&(?=#?\w+;)/g, '\\&')
      // One between a space and a word could only begin what nothing ends.
      .replace(/^\\(?=~)/, '')
      .replace(/(?<!\s)~|~(?![\p{L}\p{N}/])/gu, '\\~')
      .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
      .replace(/^#+$/, '\\$&')
  addTables(service)
  addBlocks(service)
  addInline(service)
  return service
}
