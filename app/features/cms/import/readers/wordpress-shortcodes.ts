/** Returns the images with these ids, or all images of the entry. */
export type Gallery = (ids: string[] | null) => { url: string; alt: string }[]

type Options = { gallery: Gallery; note: (text: string) => void }

/** Shortcodes that contain the URL of media or embedded content. */
const embeds = new Set(['embed', 'youtube', 'vimeo', 'video', 'audio', 'soundcloud', 'twitter', 'gist'])

const shortcode = /\[(\/?)([a-z][\w-]*)((?:\s[^[\]]*)?)\]/gi

/**
 * Converts the shortcodes of WordPress to HTML, and paragraphs of the classic editor to `<p>`. Unknown shortcodes
 * remain as text and are reported.
 */
export function expandShortcodes(html: string, { gallery, note }: Options): string {
  const unknown = new Set<string>()
  const unbroken = html.replace(/<!--\s*(?:more|nextpage)[^>]*-->/g, '\n\n')
  const text = /<!--\s*wp:/.test(html) ? unbroken : withParagraphs(unbroken)
  const expanded = outsideCode(text, (part) =>
    part
      .replace(/\[caption([^\]]*)\]([\s\S]*?)\[\/caption\]/gi, (_, given: string, inner: string) =>
        figure(given, inner),
      )
      .replace(
        /\[(embed|youtube|vimeo|audio|video)(?:\s[^\]]*)?\]\s*(https?:\/\/[^\s[\]<]+)\s*\[\/\1\]/gi,
        (_, _name, url: string) => link(url),
      )
      .replace(shortcode, (whole: string, slash: string, name: string, given: string) => {
        const lower = name.toLowerCase()
        if (lower === 'gallery') return imagesOf(gallery, given)
        if (lower === 'more') return ''
        const url = embeds.has(lower) ? urlIn(given) : null
        if (url) return link(url)
        if (embeds.has(lower) && slash) return ''
        if (lower === 'code' || lower === 'sourcecode') return slash ? '</code></pre>' : '<pre><code>'
        // Brackets in prose are common, so only tags with attributes or an end tag count as shortcodes.
        if (given.includes('=') || slash || part.toLowerCase().includes(`[/${lower}]`) || /[-_]/.test(name))
          unknown.add(lower)
        return whole
      }),
  )
  if (unknown.size)
    note(`Unknown shortcodes remain as text: ${[...unknown].map((name) => `[${name}]`).join(', ')}.`)
  return expanded
}

const attribute = (given: string, name: string) =>
  new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s\\]]+))`, 'i')
    .exec(given)
    ?.slice(1)
    .find((one) => one !== undefined)

const urlIn = (given: string) => /https?:\/\/[^\s"'[\]<>]+/i.exec(given)?.[0] ?? null
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
const link = (url: string) =>
  `<p><a href="${escaped(url.replaceAll('&amp;', '&'))}">${escaped(url.replaceAll('&amp;', '&'))}</a></p>`

function figure(given: string, inner: string): string {
  const image = /<(?:a[^>]*>\s*<)?img[^>]*>(?:\s*<\/a>)?/i.exec(inner)?.[0] ?? ''
  const caption = attribute(given, 'caption') ?? inner.replace(image, '').trim()
  return `\n\n<figure>${image}<figcaption>${caption}</figcaption></figure>\n\n`
}

function imagesOf(gallery: Gallery, given: string): string {
  const ids = attribute(given, 'ids') ?? attribute(given, 'include')
  const images = gallery(ids === undefined ? null : ids.split(/[\s,]+/).filter(Boolean))
  return images.map(({ url, alt }) => `<p><img src="${escaped(url)}" alt="${escaped(alt)}"></p>`).join('\n')
}

/** Applies a function to the parts of the HTML outside preformatted text and code. */
const outsideCode = (html: string, work: (part: string) => string) =>
  html
    .split(/(<pre[\s>][\s\S]*?<\/pre>|<code[\s>][\s\S]*?<\/code>)/i)
    .map((part, index) => (index % 2 ? part : work(part)))
    .join('')

const block =
  /^<\/?(?:p|h[1-6]|ul|ol|li|dl|dt|dd|div|pre|table|thead|tbody|tr|td|th|blockquote|figure|figcaption|hr|section|article|form|iframe|video|audio|script|style|details|summary|address)\b/i

/** Adds paragraphs to text from the classic editor, where an empty line starts a paragraph. */
function withParagraphs(html: string): string {
  const parts = html.replace(/\r\n?/g, '\n').split(/(<pre[\s>][\s\S]*?<\/pre>)/i)
  return parts
    .map((part, index) =>
      index % 2
        ? part
        : part
            .split(/\n\s*\n/)
            .map((text) => text.trim())
            .filter(Boolean)
            .map((text) => (block.test(text) ? text : `<p>${text.replace(/\n/g, '<br>\n')}</p>`))
            .join('\n\n'),
    )
    .join('\n\n')
}
