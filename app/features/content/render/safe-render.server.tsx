import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { bodyComponents, type ContentKit } from '#app/features/content/render/components.server.tsx'
import { pageToMarkdown } from '#app/features/content/markdown/markdown.server.ts'
import { decorateHtml } from '#app/features/content/render/rehype-decorate.server.ts'
import { element, createHighlighter, type Node } from '#app/features/content/render/highlight.server.ts'
import { explainParseError } from '#app/features/content/render/parse-errors.ts'
import { findBodyIssues, type RenderIssue, type Tree } from '#app/features/content/render/validate-mdx.ts'
import { unwrapJsxParagraphs } from '#app/features/content/render/unwrap-jsx-paragraphs.ts'

/** Maximum nesting of a body. */
const MAX_DEPTH = 100
/** Matches a line that opens more quotes and lists than `MAX_DEPTH`. */
const deepLine = new RegExp(`^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${MAX_DEPTH + 1}}`, 'm')
/**
 * Maximum number of nodes of a body, which is above that of prose with the maximum length, and maximum number of
 * characters of its HTML. A few characters of a body can become a large table.
 */
const MAX_NODES = 30_000
const MAX_HTML_LENGTH = 4_000_000
/**
 * Maximum processor time in milliseconds that converting the HTML to Markdown takes. Prose with the maximum length takes
 * a quarter of it. The main thread converts each published page, so a body that takes longer would delay all requests.
 */
const MAX_CONVERSION_MS = 1_500
/** Maximum number of reported issues. */
const MAX_ISSUES = 50

/** Static HTML of a body, or its issues in reading order. */
export type RenderResult = { html: string } | { refused: RenderIssue[] }
export type SafeRenderer = (body: string) => Promise<RenderResult>

/**
 * Creates a renderer for untrusted bodies that produces the same HTML as for content files. Bodies are parsed and
 * rendered from the tree, never compiled or evaluated.
 */
export function createSafeRenderer(kit: ContentKit, mostMs = MAX_CONVERSION_MS): SafeRenderer {
  let tools: ReturnType<typeof loadTools> | null = null
  return async (body) => {
    tools ??= loadTools(kit)
    const { read, draw } = await tools
    const tree = orParseIssue(() => read(body))
    if ('refused' in tree) return tree
    if (sizeOf(tree).nodes > MAX_NODES) return tooLarge()
    const refused = findBodyIssues(tree, kit.names)
    if (refused.length) return { refused: refused.slice(0, MAX_ISSUES) }
    const html = renderToStaticMarkup(await draw(tree))
    return html.length > MAX_HTML_LENGTH || conversionTime(html) > mostMs ? tooLarge() : { html }
  }
}

async function loadTools(kit: ContentKit) {
  const [{ unified }, parse, gfm, mdx, rehype, slug, { toJsxRuntime }, highlight] = await Promise.all([
    import('unified'),
    import('remark-parse'),
    import('remark-gfm'),
    import('remark-mdx'),
    import('remark-rehype'),
    import('rehype-slug'),
    import('hast-util-to-jsx-runtime'),
    createHighlighter(),
  ])
  const components = bodyComponents(kit) as never
  const parser = unified().use(parse.default).use(mdx.default).use(gfm.default).freeze()
  const handlers = { mdxJsxFlowElement: elementOf, mdxJsxTextElement: elementOf } as never
  const turner = unified()
    .use(rehype.default, { handlers })
    .use(slug.default)
    .use(() => decorateHtml as never)
    .use(highlight as never)
    .freeze()

  return {
    read(body: string): Tree {
      // Deeply nested lines are rejected first, because the parser is far too slow for deep nesting.
      if (deepLine.test(body)) throw new RangeError('too deep')
      const tree = parser.parse(body) as Tree
      if (sizeOf(tree).depth > MAX_DEPTH) throw new RangeError('too deep')
      unwrapJsxParagraphs(tree)
      return tree
    },
    async draw(tree: Tree): Promise<ReactElement> {
      const html = (await turner.run(withoutComments(tree) as never)) as unknown as Node
      return toJsxRuntime(html as never, { Fragment, jsx: jsx as never, jsxs: jsxs as never, components })
    },
  }
}

type State = { all(node: Tree): Node[] }

/** Converts a validated component to an element with the same name, which maps to the component without evaluation. */
const elementOf = (state: State, node: Tree) => {
  const given = (node.attributes ?? []).map(({ name = '', value }) => [name, value ?? true] as const)
  return element(node.name ?? '', Object.fromEntries(given), state.all(node))
}

type Failure = { reason?: string; line?: number; column?: number }

/** Converts parser errors and excessive nesting to issues. */
function orParseIssue(read: () => Tree): Tree | ({ refused: RenderIssue[] } & { type?: never }) {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) {
      return {
        refused: [
          { line: null, column: null, reason: `Use at most ${MAX_DEPTH} levels of nested elements.` },
        ],
      }
    }
    const { reason, line = 1, column = 1 } = error as Failure
    if (reason === undefined) throw error
    return { refused: [{ line, column, ...explainParseError(reason) }] }
  }
}

/** Measures depth and counts nodes without recursion, so that excessive nesting is found before recursive code runs. */
function sizeOf(tree: Tree): { depth: number; nodes: number } {
  let level: Tree[] = [tree]
  let [depth, nodes] = [0, 0]
  while (level.length) {
    nodes += level.length
    level = level.flatMap(({ children = [] }) => children)
    depth++
  }
  return { depth, nodes }
}

/** Converts HTML to Markdown, and returns the processor time in milliseconds. */
function conversionTime(html: string): number {
  const page = `<html><body><main id="pageContent">${html}</main></body></html>`
  const before = process.cpuUsage()
  pageToMarkdown(page, { url: '/', siteUrl: 'https://example.com', siteName: '' })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const tooLarge = (): RenderResult => ({
  refused: [
    {
      line: null,
      column: null,
      reason: 'The text is too complex. Use fewer or simpler tables, lists and quotes, or split the page.',
    },
  ],
})

/** Removes expressions. After validation, the only expressions are comments. */
const withoutComments = (tree: Tree): Tree => ({
  ...tree,
  ...(tree.children
    ? { children: tree.children.filter(({ type }) => !/Expression$/.test(type)).map(withoutComments) }
    : {}),
})
