import { element, text, type Node } from '#app/features/content/render/highlight.server.ts'

const alignments: Record<string, string> = { left: 'text-left', center: 'text-center', right: 'text-right' }

/** Maximum length of code in a text whose options are kept on one line. */
const MAX_COMMAND_LENGTH = 300

/** Keeps options such as `--token` on one line, because browsers break lines after hyphens. */
const withWholeOptions = (value: string): Node[] =>
  value.split(/(?<!\S)(--?[\w-]+)/).flatMap((part, index) => {
    if (!part) return []
    const isOption = index % 2 === 1
    return isOption ? element('span', { className: ['whitespace-nowrap'] }, [text(part)]) : text(part)
  })

/**
 * Adds a pointer-only link to each heading, aligns table cells with classes, and keeps options of commands in a text on
 * one line. The link symbol comes from CSS, so the symbol is not part of the heading text.
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
    if (tagName === 'code' && node.tagName !== 'pre')
      child.children = child.children?.flatMap((part) =>
        part.value && part.value.length <= MAX_COMMAND_LENGTH ? withWholeOptions(part.value) : part,
      )
    decorateHtml(child)
  }
}
