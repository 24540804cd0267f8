import type { Citation } from '#app/features/chat/schema.ts'

type Node = {
  type: string
  value?: string
  url?: string
  title?: string
  children?: Node[]
}

const MARK = /\[(\d{1,3})\]/g

/** Makes marks such as `[1]` in a text links to what they stand for, where there is such a citation. */
export function citing(citations: Citation[]) {
  const known = new Map(citations.map((citation) => [citation.n, citation]))

  function marked(node: Node): Node[] {
    const text = node.value ?? ''
    const pieces: Node[] = []
    let from = 0
    for (const { index, 0: mark, 1: number } of text.matchAll(MARK)) {
      const citation = known.get(Number(number))
      if (!citation) continue
      pieces.push({ type: 'text', value: text.slice(from, index) })
      pieces.push({
        type: 'link',
        url: citation.url,
        title: `${citation.title}: ${citation.heading}`,
        children: [{ type: 'text', value: mark }],
      })
      from = index + mark.length
    }
    return [...pieces, { type: 'text', value: text.slice(from) }].filter(
      ({ type, value }) => type !== 'text' || value,
    )
  }

  const visit = (node: Node) => {
    // A link inside of a link leads nowhere.
    if (!node.children || node.type === 'link') return
    node.children = node.children.flatMap((child) => (child.type === 'text' ? marked(child) : [child]))
    node.children.forEach(visit)
  }
  return visit
}
