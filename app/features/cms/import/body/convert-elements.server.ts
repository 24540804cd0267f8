import {
  asBlocks,
  inlineCode,
  isPhrasing,
  jsx,
  link,
  paragraph,
  strong,
  text,
  textOfNode,
  type Attributes,
  type Node,
  type TreeParts,
} from '#app/features/cms/import/body/tree.ts'
import { truncate } from '#app/primitives/text.ts'

export type ElementParts = TreeParts & {
  /** Files that the body imports, by name. */
  imports: ReadonlyMap<string, string>
  blocks: (nodes: Node[]) => Node[]
  inline: (nodes: Node[], inCell?: boolean) => Node[]
  image: (node: Node) => Node[]
  html: (html: string) => Node[]
}

const MAX_TAB_TITLE = 40
const MAX_TABS_LABEL = 80

/** Types of callouts in other systems, with our type. Unknown types become notes. */
const calloutTypes: Record<string, 'note' | 'tip' | 'warning'> = {
  tip: 'tip',
  success: 'tip',
  ...{ warning: 'warning', caution: 'warning', danger: 'warning', important: 'warning', error: 'warning' },
}
/** Labels that our callout already shows. */
const ownLabels = new Set(['note', 'tip', 'warning'])

const callouts = new Set(['admonition', 'Admonition', 'Callout', 'Aside', 'callout'])
/** Elements without a meaning of their own, which are replaced with their content. */
const wrappers = new Set(
  `div span p section article main header footer figure center picture font small big u mark ins cite q nav aside
  label time data address hgroup a11y Fragment CardGrid Cards Steps FileTree`.split(/\s+/),
)
const dropped = new Set(
  'script style noscript template form input button select textarea svg canvas math object applet source head link meta'.split(
    ' ',
  ),
)
const embeds = new Set(['iframe', 'video', 'audio', 'embed'])
/** HTML elements with structure, which are converted from their source. */
const structured = new Set(['table', 'ul', 'ol', 'dl', 'blockquote', 'pre', 'hr', 'li'])
const formats: Record<string, 'strong' | 'emphasis' | 'delete'> = {
  ...{
    b: 'strong',
    strong: 'strong',
    i: 'emphasis',
    em: 'emphasis',
    del: 'delete',
    s: 'delete',
    strike: 'delete',
  },
} as const
const kept = new Set(['kbd', 'sup', 'sub'])

type RawAttribute = { name?: string; value?: unknown }

/** Returns the attributes of an element as text. Files in expressions are resolved. */
function attributesOf(node: Node, imports: ReadonlyMap<string, string>): Attributes {
  const attributes: Attributes = {}
  for (const { name, value } of (node.attributes ?? []) as RawAttribute[]) {
    if (!name) continue
    if (typeof value === 'string') attributes[name] = value
    else if (typeof value === 'object' && value !== null) {
      const code = String((value as { value?: unknown }).value ?? '').trim()
      const identifier = /^(\w+)(?:\.(?:src|default))?$/.exec(code)?.[1]
      attributes[name] =
        (identifier && imports.get(identifier)) ?? /["'`]([^"'`]+)["'`]/.exec(code)?.[1] ?? code
    } else attributes[name] = ''
  }
  return attributes
}

const sourceOf = ({ position }: Node, source: string) =>
  source.slice(position?.start.offset ?? 0, position?.end?.offset ?? 0)

const callout = (type: string, title: string, children: Node[]): Node => {
  const ours = calloutTypes[type] ?? 'note'
  const label =
    title || (ownLabels.has(type) || type === '' ? '' : type.charAt(0).toUpperCase() + type.slice(1))
  const head = label && type !== 'callout' ? [paragraph(strong(text(label)))] : []
  return jsx('flow', 'Callout', { type: ours }, [...head, ...children])
}

const details = (title: string, children: Node[]): Node =>
  jsx('flow', 'details', {}, [
    paragraph(jsx('text', 'summary', {}, [text(title.replace(/\s+/g, ' '))])),
    ...children,
  ])

/** Converts an element between blocks. Unknown components are replaced with their content and reported. */
export function convertElement(node: Node, parts: ElementParts): Node[] {
  const { imports, blocks, note } = parts
  const name = node.name ?? ''
  const children = node.children ?? []
  const attributes = attributesOf(node, imports)
  const { type = '', title = '' } = attributes
  if (name === 'admonition' && type === 'details') return [details(title, blocks(children))]
  if (callouts.has(name)) return [callout(type.toLowerCase(), title, blocks(children))]
  if (name === 'Tabs') return convertTabs(node, parts, attributes)
  if (name === 'TabItem' || name === 'Tab' || name === 'Card')
    return [...titleOf(attributes), ...blocks(children)]
  if (name === 'LinkCard' || name === 'LinkButton')
    return [
      paragraph(
        link(
          parts.links.link(attributes.href ?? ''),
          text(title || textOfNode(node) || (attributes.href ?? '')),
        ),
        ...(attributes.description ? [text(`: ${attributes.description}`)] : []),
      ),
    ]
  if (name === 'details') return convertDetails(children, parts)
  if (name === 'summary') return [paragraph(strong(text(textOfNode(node).trim())))]
  if (structured.has(name)) return parts.html(htmlOf(sourceOf(node, parts.source)))
  if (/^h[1-6]$/.test(name))
    return [{ type: 'heading', depth: Number(name[1]), children: inlineOnly(children, parts) }]
  if (name === 'figcaption') return [paragraph({ type: 'emphasis', children: inlineOnly(children, parts) })]
  if (wrappers.has(name) || name === '') return blocks(children)
  const inline = knownInline(name)
  if (inline) return asBlocks(convertInline(node, parts, false))
  if (children.length) {
    note(`The component ${name} was replaced with its content.`)
    return blocks(children)
  }
  note(`The component ${name} remains as text.`)
  return [paragraph(inlineCode(truncate(sourceOf(node, parts.source), 300) || `<${name} />`))]
}

const titleOf = ({ label, title, value }: Attributes) => {
  const words = label || title || value
  return words ? [paragraph(strong(text(words)))] : []
}

const knownInline = (name: string) =>
  name in formats ||
  kept.has(name) ||
  dropped.has(name) ||
  embeds.has(name) ||
  /^(?:a|img|Image|br|code|tt|abbr|samp|var|wbr)$/.test(name)

/** Returns the text of children that can be paragraphs. */
const inlineOnly = (children: Node[], { inline }: ElementParts) =>
  inline(children.flatMap((child) => (child.type === 'paragraph' ? (child.children ?? []) : [child]))).filter(
    isPhrasing,
  )

/** Converts an element in a line of text. `inCell` is true in table cells, which cannot contain lines. */
export function convertInline(node: Node, parts: ElementParts, inCell: boolean): Node[] {
  const { imports, inline, note } = parts
  const name = node.name ?? ''
  const children = node.children ?? []
  const attributes = attributesOf(node, imports)
  const inner = () => inlineOnly(children, { ...parts, inline: (nodes) => inline(nodes, inCell) })
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined
  if (format) return wrapped(inner(), (nodes) => ({ type: format, children: nodes }))
  if (kept.has(name)) return wrapped(inner(), (nodes) => jsx('text', name, {}, nodes))
  if (name === 'abbr' && attributes.title)
    return wrapped(inner(), (nodes) =>
      jsx('text', 'abbr', { title: truncate(attributes.title!, 200) }, nodes),
    )
  if (name === 'code' || name === 'tt' || name === 'samp')
    return textOfNode(node) ? [inlineCode(textOfNode(node))] : []
  if (name === 'br') return [inCell ? jsx('text', 'br', {}, []) : { type: 'break' }]
  if (name === 'img' || name === 'Image')
    return parts.image({
      type: 'image',
      url: attributes.src ?? '',
      alt: attributes.alt ?? '',
      title: attributes.title ?? null,
    })
  if (name === 'a' || name === 'Link') {
    const url = attributes.href ?? attributes.to ?? ''
    return url ? inline([link(url, ...children)], inCell) : inner()
  }
  if (embeds.has(name)) {
    const url = attributes.src ?? ''
    if (!/^https?:\/\//.test(url)) {
      note(`Removed <${name}>.`)
      return []
    }
    note(`Embedded content became a link: ${url}.`)
    return [link(url, text(attributes.title || url))]
  }
  if (dropped.has(name)) {
    note(`Removed <${name}>.`)
    return []
  }
  if (/^[a-z]/.test(name) || name === 'Fragment' || name === '') return inner()
  if (children.length) {
    note(`The component ${name} was replaced with its content.`)
    return inner()
  }
  note(`The component ${name} remains as text.`)
  return [inlineCode(truncate(sourceOf(node, parts.source), 300) || `<${name} />`)]
}

const wrapped = (nodes: Node[], wrap: (nodes: Node[]) => Node): Node[] =>
  nodes.some((one) => textOfNode(one).trim() || one.type === 'image') ? [wrap(nodes)] : nodes

function convertTabs(
  node: Node,
  { blocks, imports, note }: ElementParts,
  { label, groupId }: Attributes,
): Node[] {
  const items = (node.children ?? []).filter(({ name }) => name === 'TabItem' || name === 'Tab')
  if (!items.length) return blocks(node.children ?? [])
  const others = blocks((node.children ?? []).filter((child) => !items.includes(child)))
  if (others.length) note('Content between tabs was moved below the tabs.')
  const tabs = items.map((item, index) => {
    const { label: words, title, value } = attributesOf(item, imports)
    return jsx(
      'flow',
      'Tab',
      { title: truncate(words || title || value || `Tab ${index + 1}`, MAX_TAB_TITLE) },
      blocks(item.children ?? []),
    )
  })
  return [
    jsx('flow', 'Tabs', { label: truncate(label || groupId || 'Options', MAX_TABS_LABEL) }, tabs),
    ...others,
  ]
}

function convertDetails(children: Node[], { blocks }: ElementParts): Node[] {
  const flat = children.flatMap((child) =>
    child.type === 'paragraph' && child.children?.some(({ name }) => name === 'summary')
      ? child.children
      : [child],
  )
  const summary = flat.find(({ name }) => name === 'summary')
  const title = summary ? textOfNode(summary).trim() : ''
  return [details(title || 'Details', blocks(flat.filter((child) => child !== summary)))]
}

/** Returns the HTML of an MDX element: attributes with expressions are removed. */
const htmlOf = (source: string) =>
  source
    .replace(/\s[\w-]+=\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '')
    .replace(/\bclassName=/g, 'class=')
    .replace(/\{\/\*[\s\S]*?\*\/\}/g, '')
    .replace(/\{['"`]([^'"`{}]*)['"`]\}/g, '$1')
