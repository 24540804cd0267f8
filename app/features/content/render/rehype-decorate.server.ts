import { element, type Node } from '#app/features/content/render/highlight.server.ts'

const alignments: Record<string, string> = { left: 'text-left', center: 'text-center', right: 'text-right' }

/**
 * Adds a pointer-only link to each heading and aligns table cells with classes. The link symbol comes from CSS, so the
 * symbol is not part of the heading text.
 */
export function decorateHtml(node: Node) {
  for (const child of node.children ?? []) {
    const { tagName = '', properties = {} } = child
    if (/^h[2-4]$/.test(tagName) && properties.id) {
      const anchor = {
        className: ['heading-anchor'],
        href: `#${properties.id}`,
        ariaHidden: 'true',
        tabIndex: -1,
      }
      child.children?.push(element('a', { ...anchor, dataMd: 'omit' }, []))
    }
    if (/^t[hd]$/.test(tagName) && typeof properties.align === 'string') {
      child.properties = { ...properties, className: [alignments[properties.align]] }
      delete child.properties.align
    }
    decorateHtml(child)
  }
}
