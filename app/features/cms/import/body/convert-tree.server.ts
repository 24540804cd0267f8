import {
  convertElement,
  convertInline,
  type ElementParts,
} from '#app/features/cms/import/body/convert-elements.server.ts'
import { groupBlocks, groupInline } from '#app/features/cms/import/body/group-nodes.ts'
import {
  asBlocks,
  inlineCode,
  link as linkNode,
  paragraph,
  strong,
  text,
  textOfNode,
  type Node,
  type TreeParts,
} from '#app/features/cms/import/body/tree.ts'
import { ellipsize } from '#app/primitives/text.ts'

/** Converts a parsed body to a tree that our renderer accepts. */
export function convertTree(tree: Node, parts: TreeParts): Node {
  const converter = createConverter(tree, parts)
  const children = converter.blocks(tree.children ?? [])
  const [first] = children
  const isTitle = first?.type === 'heading' && first.depth === 1 && sameText(textOfNode(first), parts.title)
  const rest = isTitle ? children.slice(1) : children
  fitHeadings(rest, parts.note)
  return { type: 'root', children: rest }
}

const sameText = (a: string, b: string) =>
  a.replace(/\W+/g, '').toLowerCase() === b.replace(/\W+/g, '').toLowerCase()

function createConverter(tree: Node, parts: TreeParts) {
  const { links, note } = parts
  const definitions = collectDefinitions(tree)
  const imports = collectImports(tree)
  let htmlDepth = 0

  const blocks = (nodes: Node[]): Node[] => asBlocks(groupBlocks(nodes).flatMap(block))
  const inline = (nodes: Node[], inCell = false): Node[] =>
    groupInline(nodes).flatMap((node) => phrase(node, inCell))
  const elements: ElementParts = { ...parts, imports, blocks, inline, image: convertImage, html: blockHtml }

  function blockHtml(html: string): Node[] {
    if (htmlDepth > 2) return [paragraph(inlineCode(html))]
    htmlDepth += 1
    const converted = blocks(parts.parseHtml(html))
    htmlDepth -= 1
    return converted
  }

  function block(node: Node): Node[] {
    const { type, children = [] } = node
    switch (type) {
      case 'paragraph': {
        const inner = withoutOuterBreaks(inline(children))
        return inner.some((one) => one.type !== 'text' || one.value?.trim()) ? asBlocks(inner) : []
      }
      case 'heading':
        return [{ type, depth: node.depth ?? 2, children: inline(children) }].filter(
          (one) => textOfNode(one).trim() || one.children.length,
        )
      case 'table':
        return [
          {
            ...node,
            children: children.map((row) => ({
              ...row,
              children: (row.children ?? []).map((cell) => ({
                ...cell,
                children: inline(cell.children ?? [], true),
              })),
            })),
          },
        ]
      case 'code':
        return [convertCode(node)]
      case 'html':
        return blockHtml(node.value ?? '')
      case 'definition':
      case 'yaml':
        return []
      case 'mdxjsEsm':
        note(`Code was removed: ${firstWords(node.value)}.`)
        return []
      case 'mdxFlowExpression':
        return isComment(node.value) ? [] : [paragraph(...expression(node))]
      case 'mdxJsxFlowElement':
      case 'element':
        return convertElement(node, elements)
      default:
        return children.length || node.children ? [{ ...node, children: blocks(children) }] : [node]
    }
  }

  function phrase(node: Node, inCell: boolean): Node[] {
    const { type, children = [] } = node
    switch (type) {
      case 'html':
        return []
      case 'image':
        return convertImage(node)
      case 'imageReference':
        return convertImage({ ...node, type: 'image', ...definitions.get(keyOf(node)) })
      case 'linkReference':
        return convertLink({ ...node, ...definitions.get(keyOf(node)) }, inCell)
      case 'link':
        return convertLink(node, inCell)
      case 'mdxTextExpression':
        return isComment(node.value) ? [] : expression(node)
      case 'mdxJsxTextElement':
      case 'element':
        return convertInline(node, elements, inCell)
      case 'break':
        return inCell ? [text(' ')] : [node]
      default:
        return node.children ? [{ ...node, children: inline(children, inCell) }] : [node]
    }
  }

  function convertLink(node: Node, inCell: boolean): Node[] {
    const inner = inline(node.children ?? [], inCell)
    const url = links.link(node.url ?? '')
    const [only] = inner
    if (inner.length === 1 && only?.type === 'image' && links.image(node.url ?? '')?.url === only.url)
      return inner
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\0- ]/g, ''))?.[1]
    if (scheme && !/^(?:https?|mailto)$/i.test(scheme)) {
      note(`A link that begins with ${scheme.toLowerCase()}: became text.`)
      return inner
    }
    // A link cannot contain another link.
    const flat = inner.flatMap((one) => (one.type === 'link' ? (one.children ?? []) : [one]))
    return url
      ? [{ type: 'link', url, title: node.title ?? null, children: flat.length ? flat : [text(url)] }]
      : flat
  }

  function convertImage(node: Node): Node[] {
    const url = node.url ?? ''
    const file = fileName(url)
    const alt = node.alt?.trim() ?? ''
    const found = links.image(url)
    if (found) {
      if (!alt && !found.alt)
        note(`An image had no description. The description was created from its filename: ${file}.`)
      return [{ type: 'image', url: found.url, alt: alt || found.alt || file, title: node.title ?? null }]
    }
    const outside = links.outside(url)
    if (!outside) {
      note(`An image is not in the archive and was removed: ${firstWords(url)}.`)
      return [text(alt || file)]
    }
    note(`An image is not in the archive and became a link: ${outside}.`)
    return [linkNode(outside, text(alt || file))]
  }

  function convertCode(node: Node): Node {
    const meta = node.meta ?? ''
    const title = /\btitle=(?:"([^"]+)"|'([^"']+)')/.exec(meta)?.slice(1).find(Boolean)
    const left = meta.replace(/\btitle=(?:"[^"]*"|'[^']*')/, '').trim()
    if (left) note(`Options of a code block were removed: ${firstWords(left)}.`)
    const lang = /^[\w+#.-]+/.exec((node.lang ?? '').replace(/^\{?\.?/, ''))?.[0]
    return {
      type: 'code',
      lang: lang || (title ? 'text' : null),
      meta: title ? `title="${title}"` : null,
      value: node.value ?? '',
    }
  }

  function expression({ value = '' }: Node): Node[] {
    const literal = /^\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)\s*$/
      .exec(value)
      ?.slice(1)
      .find((one) => one !== undefined)
    if (literal !== undefined) return literal ? [text(literal)] : []
    note(`An expression remains as text: {${firstWords(value)}}.`)
    return [inlineCode(`{${value}}`)]
  }

  return { blocks }
}

function withoutOuterBreaks(nodes: Node[]): Node[] {
  const isBlank = ({ type, value }: Node) => type === 'break' || (type === 'text' && !value?.trim())
  const from = nodes.findIndex((node) => !isBlank(node))
  return from < 0 ? [] : nodes.slice(from, nodes.findLastIndex((node) => !isBlank(node)) + 1)
}

const isComment = (value = '') => /^\s*(?:\/\*[\s\S]*\*\/\s*)*$/.test(value)
const firstWords = (value = '') => ellipsize(value.replace(/\s+/g, ' '), 80)
const keyOf = (node: Node) => (node.identifier ?? '').toUpperCase()

/** Creates a description from the filename of an image. */
const fileName = (url: string) => {
  const name = url.split(/[?#]/)[0]!.split('/').at(-1) ?? ''
  return (
    name
      .replace(/(?:-\d+x\d+)?\.\w+$/, '')
      .replace(/%20|[-_]+/g, ' ')
      .trim() || 'Image'
  )
}

function collectDefinitions(tree: Node, found = new Map<string, { url: string; title: string | null }>()) {
  if (tree.type === 'definition' && !found.has(keyOf(tree)))
    found.set(keyOf(tree), { url: tree.url ?? '', title: tree.title ?? null })
  for (const child of tree.children ?? []) collectDefinitions(child, found)
  return found
}

/** Collects the files that MDX imports, by name. */
function collectImports(tree: Node): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { type, value = '' } of tree.children ?? []) {
    if (type !== 'mdxjsEsm') continue
    for (const [, name, file] of value.matchAll(/^import\s+(\w+)\s+from\s+["']([^"'\n]+)["']/gm))
      found.set(name!, file!)
  }
  return found
}

/**
 * Changes the heading levels in place, so that they start at level 2 without gaps. Headings inside tabs
 * become bold text.
 */
function fitHeadings(nodes: Node[], note: (text: string) => void): void {
  const headings: Node[] = []
  const walk = (node: Node, isHidden: boolean) => {
    const hides = isHidden || node.name === 'Tab'
    if (node.type === 'heading') {
      if (isHidden) {
        note('A heading inside a tab became bold text.')
        Object.assign(node, paragraph(strong(...(node.children ?? []))))
        delete node.depth
      } else headings.push(node)
    }
    for (const child of node.children ?? []) walk(child, hides)
  }
  for (const node of nodes) walk(node, false)
  const shift = headings.some(({ depth }) => depth === 1) ? 1 : 0
  let level = 1
  let changed = 0
  for (const heading of headings) {
    const depth = Math.max(2, Math.min((heading.depth ?? 2) + shift, level + 1, 6))
    if (depth !== heading.depth) changed += 1
    heading.depth = depth
    level = depth
  }
  if (changed) note('Heading levels were changed to start at level 2 without gaps.')
}
