/** A second-level heading of a rendered text. */
export type Heading = { id: string; text: string }

/** The second-level headings of rendered content that have an id, in order, as plain text. */
export function outlineOf(html: string): Heading[] {
  return [...html.matchAll(/<h2[^>]*\sid="([^"]+)"[^>]*>(.*?)<\/h2>/gs)].map(([, id = '', inner = '']) => ({
    id,
    text: unescape(inner.replace(/<a\s[^>]*class="heading-anchor".*?<\/a>/gs, '').replace(/<[^>]+>/g, '')),
  }))
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

const unescape = (text: string) =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
