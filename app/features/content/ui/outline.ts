/** A heading of a rendered text, of the second or the third level. */
export type Heading = { level: 2 | 3; id: string; text: string }

/** The headings of rendered content that can be linked to and seen, in order, as plain text. */
export function outlineOf(html: string): Heading[] {
  return [...html.matchAll(/<h([23])(\s[^>]*)>(.*?)<\/h\1>/gs)].flatMap(
    ([, level, attributes = '', inner = '']) => {
      const id = /\sid="([^"]+)"/.exec(attributes)?.[1]
      if (!id || /\bsr-only\b/.test(attributes)) return []
      return [{ level: level === '2' ? 2 : 3, id: unescape(id), text: plainText(inner) }]
    },
  )
}

const plainText = (inner: string) =>
  unescape(inner.replace(/<a\s[^>]*class="heading-anchor".*?<\/a>/gs, '').replace(/<[^<>]+>/g, ''))

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

const unescape = (text: string) =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
