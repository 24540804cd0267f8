import type { Tree } from '#app/features/content/render/validate-mdx.ts'

/** Node of a Markdown tree, with the fields that the import changes. */
export type Node = Omit<Tree, 'children' | 'position'> & {
  title?: string | null
  lang?: string | null
  children?: Node[]
  position?:
    | { start: { line: number; column: number; offset?: number }; end?: { offset?: number } }
    | undefined
}

export const text = (value: string): Node => ({ type: 'text', value })
export const paragraph = (...children: Node[]): Node => ({ type: 'paragraph', children })
export const strong = (...children: Node[]): Node => ({ type: 'strong', children })
export const inlineCode = (value: string): Node => ({ type: 'inlineCode', value: value.replace(/\s+/g, ' ') })
export const link = (url: string, ...children: Node[]): Node => ({ type: 'link', url, children })

/** Creates a component or an element with plain attributes. */
export const jsx = (
  type: 'flow' | 'text',
  name: string,
  props: Record<string, string>,
  children: Node[],
): Node => ({
  type: type === 'flow' ? 'mdxJsxFlowElement' : 'mdxJsxTextElement',
  name,
  attributes: Object.entries(props).map(([key, value]) => ({ type: 'mdxJsxAttribute', name: key, value })),
  children,
})

/** Returns the text of a node without markup. */
export const textOfNode = (node: Node): string =>
  node.type === 'break'
    ? ' '
    : node.value !== undefined && node.type !== 'html'
      ? node.value
      : (node.children ?? []).map(textOfNode).join('')

const phrasingTypes = new Set(
  'text emphasis strong delete inlineCode link image break footnoteReference mdxJsxTextElement'.split(' '),
)
export const isPhrasing = ({ type }: Node) => phrasingTypes.has(type)

/** Wraps runs of phrasing in paragraphs, so that only blocks remain. */
export function asBlocks(nodes: Node[]): Node[] {
  const blocks: Node[] = []
  let open: Node | null = null
  for (const node of nodes) {
    if (!isPhrasing(node)) {
      open = null
      blocks.push(node)
    } else if (open) open.children!.push(node)
    else if (node.type !== 'text' || node.value?.trim()) blocks.push((open = paragraph(node)))
  }
  return blocks
}

/** Attributes of an element by name. Expressions keep their code. */
export type Attributes = Record<string, string>

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
export const decodeEntities = (value: string) =>
  value.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, code: string) => {
    if (!code.startsWith('#')) return entities[code.toLowerCase()] ?? whole
    const point = Number(code.replace(/^#x/i, '0x').replace('#', ''))
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
  })

/** Reads an HTML tag such as `<a href="/x">`. Returns null for comments and other text. */
export function readTag(
  html: string,
): { name: string; closes: boolean; isVoid: boolean; attributes: Attributes } | null {
  const [, slash, name, rest = ''] = /^<(\/?)([a-z][\w.-]*)((?:\s[\s\S]*)?)\/?>$/i.exec(html.trim()) ?? []
  if (!name) return null
  const attributes: Attributes = {}
  for (const [, key, quoted, single, bare] of rest.matchAll(
    /([^\s=/"'<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g,
  ))
    attributes[key!.toLowerCase()] = decodeEntities(quoted ?? single ?? bare ?? '')
  const isVoid = /\/>$/.test(html.trim()) || /^(?:br|hr|img|wbr|input|embed|source|col)$/i.test(name)
  return { name: name.toLowerCase(), closes: slash === '/', isVoid, attributes }
}

/** Finds the new URLs for URLs of the old site. */
export type Links = {
  /** Returns the new URL of a link. */
  link(url: string): string
  /** Returns the placeholder of an image in the archive with its description in the media library, or null. */
  image(url: string): { url: string; alt: string } | null
  /** Returns the absolute URL of a target outside the archive, or null if the origin is unknown. */
  outside(url: string): string | null
}

export type TreeParts = {
  /** Text that was parsed, for the source of elements that remain as text. */
  source: string
  title: string
  links: Links
  note: (text: string) => void
  parseHtml: (html: string) => Node[]
}
