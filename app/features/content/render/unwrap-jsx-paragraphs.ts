import type { Tree } from '#app/features/content/render/validate-mdx.ts'

const flowOf: Record<string, string> = {
  mdxJsxTextElement: 'mdxJsxFlowElement',
  mdxTextExpression: 'mdxFlowExpression',
}
const isSpace = ({ type, value }: Tree) => type === 'text' && !/[^\t\r\n ]/.test(value ?? '')

/**
 * Replaces paragraphs that contain only elements, such as `<Callout>` on one line, with these elements, as MDX does.
 */
export function unwrapJsxParagraphs(tree: Tree): void {
  const { children } = tree
  if (!children) return
  for (const child of children) unwrapJsxParagraphs(child)
  tree.children = children.flatMap((child) => {
    if (child.type !== 'paragraph') return [child]
    const parts = (child.children ?? []).filter((part) => !isSpace(part))
    if (!parts.length || !parts.every(({ type }) => type in flowOf)) return [child]
    return parts.map((part) => Object.assign(part, { type: flowOf[part.type] }))
  })
}
