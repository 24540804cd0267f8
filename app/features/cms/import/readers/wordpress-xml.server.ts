import { SaxesParser } from 'saxes'
import { Invalid } from '#app/errors.ts'
import { importLimits } from '#app/features/cms/import/schema.ts'
import { formatInteger } from '#app/primitives/count.ts'

/** Item of a WXR file: simple elements by name, terms and post metadata. */
export type WxrItem = {
  fields: Record<string, string>
  terms: { domain: string; name: string }[]
  meta: Record<string, string>
}
export type Wxr = { link: string; authors: Record<string, string>; items: WxrItem[] }

/** Maximum number of items, including attachments and revisions, which are skipped later. */
const MAX_ITEMS = 20_000
const MAX_DEPTH = 20

/** Characters that XML 1.0 does not allow, which some exports contain. */
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/**
 * Reads a WordPress export (WXR). Document types and entities are refused, so nothing is expanded or loaded. Throws
 * `Invalid` with the line.
 */
export function readWxr(file: string, text: string): Wxr {
  const parser = new SaxesParser({ xmlns: false })
  const refuse = (reason: string): never => {
    throw new Invalid(`${file}: line ${parser.line}: ${reason}`)
  }
  const wxr: Wxr = { link: '', authors: {}, items: [] }
  const path: string[] = []
  let words = ''
  let item: WxrItem | null = null
  let attributes: Record<string, string> = {}
  let author = { login: '', name: '' }
  let meta = { key: '', value: '' }
  let isRss = false

  parser.on('doctype', () =>
    refuse('The XML contains a document type, which is not allowed. Export the site again.'),
  )
  parser.on('error', (error) => refuse(`The XML is not valid: ${error.message.replace(/^\d+:\d+: /, '')}`))
  parser.on('opentag', ({ name, attributes: given }) => {
    path.push(name)
    if (path.length > MAX_DEPTH) refuse(`Use at most ${MAX_DEPTH} levels of elements.`)
    if (path.length === 1 && name === 'rss') isRss = true
    words = ''
    attributes = given
    if (name === 'item') {
      if (wxr.items.length >= MAX_ITEMS) refuse(`Use at most ${formatInteger(MAX_ITEMS)} items.`)
      item = { fields: {}, terms: [], meta: {} }
    }
    if (name === 'wp:author') author = { login: '', name: '' }
    if (name === 'wp:postmeta') meta = { key: '', value: '' }
  })
  const addText = (text: string) => {
    words += text
    if (words.length > importLimits.file) refuse('The text of an element is too long.')
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    path.pop()
    if (name === 'wp:author_login') author.login = words.trim()
    else if (name === 'wp:author_display_name') author.name = words.trim()
    else if (name === 'wp:author') wxr.authors[author.login] = author.name
    else if (name === 'wp:meta_key') meta.key = words.trim()
    else if (name === 'wp:meta_value') meta.value = words
    else if (name === 'wp:postmeta' && item) item.meta[meta.key] = meta.value
    else if (name === 'item' && item) {
      wxr.items.push(item)
      item = null
    } else if (item && path.at(-1) === 'item') {
      if (name === 'category') item.terms.push({ domain: attributes.domain ?? '', name: words.trim() })
      else item.fields[name] = words
    } else if (path.join('/') === 'rss/channel') {
      if (name === 'wp:base_blog_url' || (name === 'link' && !wxr.link)) wxr.link = words.trim()
    }
    words = ''
  })
  parser.write(text.replace(forbidden, '')).close()
  if (!isRss) throw new Invalid(`${file}: This is not a WordPress export. In WordPress, open Tools → Export.`)
  return wxr
}
