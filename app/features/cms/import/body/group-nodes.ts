import {
  decodeEntities,
  readTag,
  textOfNode,
  type Attributes,
  type Node,
} from '#app/features/cms/import/body/tree.ts'

/** Creates an element from HTML in Markdown, in the form of an MDX element. */
const element = (name: string, attributes: Attributes, children: Node[]): Node => ({
  type: 'element',
  name,
  attributes: Object.entries(attributes).map(([key, value]) => ({
    type: 'mdxJsxAttribute',
    name: key,
    value,
  })),
  children,
})

/** Pairs the HTML tags in a line, such as `<kbd>Ctrl</kbd>`. Unpaired tags are removed. */
export function groupInline(nodes: Node[]): Node[] {
  if (!nodes.some(({ type }) => type === 'html')) return nodes
  type Frame = { name: string; attributes: Attributes; nodes: Node[] }
  const frames: Frame[] = [{ name: '', attributes: {}, nodes: [] }]
  const top = () => frames.at(-1)!
  for (const node of nodes) {
    const tag = node.type === 'html' ? readTag(node.value ?? '') : null
    if (node.type !== 'html') top().nodes.push(node)
    else if (!tag) continue
    else if (tag.closes) {
      const from = frames.findLastIndex(({ name }) => name === tag.name)
      if (from < 1) continue
      while (frames.length > from + 1) {
        const open = frames.pop()!
        top().nodes.push(...open.nodes)
      }
      const { name, attributes, nodes: inner } = frames.pop()!
      top().nodes.push(element(name, attributes, inner))
    } else if (tag.isVoid) top().nodes.push(element(tag.name, tag.attributes, []))
    else if (frames.length < 50) frames.push({ name: tag.name, attributes: tag.attributes, nodes: [] })
  }
  while (frames.length > 1) {
    const open = frames.pop()!
    top().nodes.push(...open.nodes)
  }
  return top().nodes
}

/** Groups blocks between `:::note` and `:::` lines, and between the tags of `<details>`, into elements. */
export function groupBlocks(nodes: Node[]): Node[] {
  return groupMarks(groupDetails(nodes))
}

/** Reads a line such as `:::note[Title]` or `:::details Title`. The name is empty for the end of a block. */
function readMark(line: string): { name: string; title: string } | null {
  if (!line.startsWith(':::') || line.includes('\n')) return null
  const given = line.replace(/^:+/, '')
  const [name = ''] = /^[a-z][\w-]*/i.exec(given) ?? []
  const rest = given.slice(name.length).trim()
  const end = rest.indexOf(']')
  const title = rest.startsWith('[') && end > 0 ? rest.slice(1, end) : rest.replace(/^\{[^{}]*\}/, '')
  return { name: name.toLowerCase(), title: title.trim().replace(/^"|"$/g, '') }
}

function groupMarks(nodes: Node[]): Node[] {
  const frames: { name: string; title: string; nodes: Node[] }[] = [{ name: '', title: '', nodes: [] }]
  const top = () => frames.at(-1)!
  const close = () => {
    const { name, title, nodes: inner } = frames.pop()!
    top().nodes.push(element('admonition', { type: name, title }, inner))
  }
  for (const node of nodes) {
    const mark = node.type === 'paragraph' ? readMark(textOfNode(node).trim()) : null
    if (mark?.name && frames.length < 20) frames.push({ ...mark, nodes: [] })
    else if (mark && !mark.name && frames.length > 1) close()
    else top().nodes.push(node)
  }
  while (frames.length > 1) close()
  return top().nodes
}

const count = (value: string, pattern: RegExp) => value.match(pattern)?.length ?? 0

/** Joins `<details>` and `</details>` in separate HTML blocks with the Markdown between them. */
function groupDetails(nodes: Node[]): Node[] {
  const grouped: Node[] = []
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index]!
    const value = node.type === 'html' ? (node.value ?? '') : ''
    if (count(value, /<details\b/gi) <= count(value, /<\/details>/gi)) {
      grouped.push(node)
      continue
    }
    const inner: Node[] = []
    const summary = decodeEntities(
      (/<summary[^>]*>([\s\S]*?)<\/summary>/i.exec(value)?.[1] ?? '').replace(/<[^<>]*>/g, ''),
    )
    const rest = value.replace(/<summary[^>]*>[\s\S]*?<\/summary>/i, '').replace(/<\/?details[^>]*>/gi, '')
    if (rest.trim()) inner.push({ type: 'html', value: rest })
    let depth = 1
    for (index += 1; index < nodes.length; index += 1) {
      const next = nodes[index]!
      const html = next.type === 'html' ? (next.value ?? '') : ''
      depth += count(html, /<details\b/gi) - count(html, /<\/details>/gi)
      if (depth <= 0) {
        const before = html.replace(/<\/details>[\s\S]*$/i, '')
        if (before.trim()) inner.push({ type: 'html', value: before })
        break
      }
      inner.push(next)
    }
    grouped.push(
      element('admonition', { type: 'details', title: summary.trim() || 'Details' }, groupDetails(inner)),
    )
  }
  return grouped
}
