import remarkGfm from 'remark-gfm'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { convertTree } from '#app/features/cms/import/body/convert-tree.server.ts'
import type { Links } from '#app/features/cms/import/body/tree.ts'
import { htmlToMarkdown } from '#app/features/cms/import/body/html.server.ts'
import { importLimits } from '#app/features/cms/import/schema.ts'
import type { Markup } from '#app/features/cms/import/site.ts'
import { outsideFences } from '#app/features/cms/import/readers/templates.ts'
import { type Node, textOfNode } from '#app/features/cms/import/body/tree.ts'
import { unwrapJsxParagraphs } from '#app/features/content/render/unwrap-jsx-paragraphs.ts'
import { findBodyIssues, type BodyIssue, type Tree } from '#app/features/content/render/validate-mdx.ts'

const plain = unified().use(remarkParse).use(remarkGfm).freeze()
const mdx = unified().use(remarkParse).use(remarkMdx).use(remarkGfm).freeze()
const writer = unified()
  .use(remarkStringify, { bullet: '-', rule: '-', emphasis: '*', listItemIndent: 'one', resourceLink: true })
  .use(remarkMdx)
  .use(remarkGfm, { tablePipeAlign: false })
  .freeze()

/** Matches a line that opens more quotes and lists than the maximum, because the parser is too slow for them. */
const deepLine = new RegExp(
  `^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${importLimits.levels + 1}}`,
  'm',
)

type Body = { text: string; markup: Markup; title: string }
/** Body for our renderer, its plain text for a description, and the remaining issues. */
export type ConvertedBody = { body: string; text: string; issues: BodyIssue[] }

/**
 * Converts a body to the Markdown that our renderer accepts. `links` finds the new URLs. Reports changes to `note`.
 * Throws `RangeError` for excessive nesting.
 */
export function convertBody(
  { text, markup, title }: Body,
  links: Links,
  note: (text: string) => void,
): ConvertedBody {
  const source = markup === 'html' ? htmlToMarkdown(text, note) : text.replaceAll('\r\n', '\n')
  if (deepLine.test(source)) throw new RangeError('too deep')
  const { tree, source: parsed } = parse(source, markup, note)
  assertShallow(tree)
  const parts = { parseHtml: (html: string) => fragment(html, note), source: parsed, title, links, note }
  const converted = convertTree(tree, parts)
  const body = withoutEsm(writer.stringify(converted as never))
  return { body, text: summaryText(converted), issues: issuesOf(body) }
}

/** Returns the issues of a body, with an issue for a body that cannot be parsed. */
export function issuesOf(body: string): BodyIssue[] {
  try {
    const tree = mdx.parse(body) as Tree
    unwrapJsxParagraphs(tree)
    return findBodyIssues(tree, { operations: [], surfaces: [] })
  } catch (error) {
    const { reason = String(error), line = 1, column = 1 } = error as Partial<BodyIssue>
    return [{ reason, line, column }]
  }
}

function parse(source: string, markup: Markup, note: (text: string) => void): { tree: Node; source: string } {
  const prepared = outsideFences(source, (part) =>
    separateMarks(part.split('\n').map(withoutHeadingId).join('\n')),
  )
  if (markup === 'mdx') {
    const text = outsideFences(prepared, (part) => part.replace(/<!--[\s\S]*?-->/g, ''))
    try {
      const tree = mdx.parse(text) as Node
      assertShallow(tree)
      unwrapJsxParagraphs(tree as Tree)
      return { tree, source: text }
    } catch (error) {
      if (error instanceof RangeError) throw error
      const { reason = 'unknown error', line = 1 } = error as { reason?: string; line?: number }
      note(`The text is not valid MDX (line ${line}: ${reason}) and was read as Markdown.`)
    }
  }
  return { tree: plain.parse(prepared) as Node, source: prepared }
}

/** Removes the id that Docusaurus and Hugo allow after a heading. */
const withoutHeadingId = (line: string) =>
  line.startsWith('#') ? line.trimEnd().replace(/\{#[\w-]+\}$/, '') : line

/** Puts lines such as `:::note` into paragraphs of their own. */
const separateMarks = (part: string) =>
  part.replace(/^([ \t]*(?:> ?)*)(:{3,}(?:[a-z][^\n]*)?)$/gm, '$1\n$1$2\n$1')

function fragment(html: string, note: (text: string) => void): Node[] {
  const markdown = htmlToMarkdown(html, note)
  const tree = plain.parse(separateMarks(markdown)) as Node
  assertShallow(tree)
  return tree.children ?? []
}

/** Measures depth without recursion, so that excessive nesting is found before recursive code runs. */
function assertShallow(tree: Node): void {
  let level: Node[] = [tree]
  for (let depth = 0; level.length; depth += 1) {
    if (depth > importLimits.levels) throw new RangeError('too deep')
    level = level.flatMap(({ children = [] }) => children)
  }
}

/** Escapes lines of text that MDX would read as code, because they begin with `import` or `export`. */
function withoutEsm(body: string): string {
  return outsideFences(body, (part) =>
    part.replace(/^(import|export)(?=[ {*])/gm, (word) => `&#${word.charCodeAt(0)};${word.slice(1)}`),
  )
}

/** Number of characters that a description can be created from. */
const SUMMARY = 1_000

function summaryText(tree: Node): string {
  let words = ''
  for (const node of tree.children ?? []) {
    if (words.length > SUMMARY) break
    if (node.type === 'paragraph') words += ` ${textOfNode(node)}`
    else if (node.type === 'blockquote' || node.type === 'list')
      words += ` ${(node.children ?? []).map(textOfNode).join(' ')}`
  }
  return words.replace(/\s+/g, ' ').trim()
}
