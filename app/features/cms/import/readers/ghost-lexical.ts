import { parseLimited } from '#app/primitives/bounded-json.ts'
type Node = {
  type?: string
  tag?: string
  text?: string
  format?: number | string
  url?: string
  src?: string
  alt?: string
  caption?: string
  code?: string
  language?: string
  html?: string
  listType?: string
  children?: Node[]
}

const escaped = (text = '') => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

/** Inline formats of Lexical, which are bits of a number. */
const formats: [number, string][] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [16, 'code'],
]

/** Converts a document of Ghost's editor to HTML. Returns null if the document cannot be read. */
export function htmlOfLexical(json: string): { html: string; unknown: string[] } | null {
  const unknown = new Set<string>()
  const all = (node: Node) => (node.children ?? []).map(convert).join('')
  const convert = (node: Node): string => {
    const { type = '', text, url, src, alt, caption, code, language } = node
    switch (type.replace(/^extended-/, '')) {
      case 'text': {
        const bits = Number(node.format ?? 0)
        return formats.reduce(
          (html, [bit, tag]) => (bits & bit ? `<${tag}>${html}</${tag}>` : html),
          escaped(text),
        )
      }
      case 'linebreak':
        return '<br>'
      case 'root':
        return all(node)
      case 'paragraph':
        return `<p>${all(node)}</p>`
      case 'heading':
        return `<${/^h[1-6]$/.test(node.tag ?? '') ? node.tag : 'h2'}>${all(node)}</${/^h[1-6]$/.test(node.tag ?? '') ? node.tag : 'h2'}>`
      case 'quote':
      case 'aside':
        return `<blockquote><p>${all(node)}</p></blockquote>`
      case 'list':
        return node.listType === 'number' ? `<ol>${all(node)}</ol>` : `<ul>${all(node)}</ul>`
      case 'listitem':
        return `<li>${all(node)}</li>`
      case 'link':
      case 'autolink':
        return `<a href="${escaped(url)}">${all(node)}</a>`
      case 'horizontalrule':
        return '<hr>'
      case 'image':
        return `<figure><img src="${escaped(src)}" alt="${escaped(alt)}"><figcaption>${caption ?? ''}</figcaption></figure>`
      case 'codeblock':
        return `<pre><code class="language-${escaped(language)}">${escaped(code)}</code></pre>`
      case 'html':
        return node.html ?? ''
      case 'bookmark':
      case 'embed':
        return url ? `<p><a href="${escaped(url)}">${escaped(url)}</a></p>` : ''
      default:
        unknown.add(type || 'unknown')
        return node.children ? `<p>${all(node)}</p>` : ''
    }
  }
  try {
    const { root } = parseLimited(json) as { root?: Node }
    return root ? { html: convert(root), unknown: [...unknown] } : null
  } catch {
    return null
  }
}
