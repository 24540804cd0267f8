import type { FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { bodyComponents, type ContentKit } from '#app/features/content/render/components.server.tsx'
import { decorateHtml } from '#app/features/content/render/rehype-decorate.server.ts'
import { createHighlighter } from '#app/features/content/render/highlight.server.ts'
import { explainParseError } from '#app/features/content/render/parse-errors.ts'
import { findBodyIssues, type BodyIssue, type Tree } from '#app/features/content/render/validate-mdx.ts'
import type { Entry } from '#app/features/content/schema.ts'

export type RenderBody = (entry: Pick<Entry, 'body' | 'file' | 'line'>) => Promise<string>

/**
 * Creates a function that renders MDX to static HTML. Before evaluation, rejects unknown elements and names, and
 * reports each as `content/<file>:<line>: <reason>`. Loads the compiler on first use.
 */
export function createRenderer(kit: ContentKit): RenderBody {
  const components = bodyComponents(kit)
  let tools: ReturnType<typeof loadTools> | null = null
  return async ({ body, file, line }) => {
    tools ??= loadTools(kit)
    const refused: BodyIssue[] = []
    // The body is compiled after an empty line, because text on the first line could be read as front matter.
    const lineOf = (parsed: number) => parsed + line - 2
    try {
      const compile = await tools
      const Body = await compile(`\n${body}`, refused)
      return renderToStaticMarkup(<Body components={components} />)
    } catch (cause) {
      const wrong: CompileError[] = refused.length
        ? refused.map(({ line: parsed, reason }) => ({ line: lineOf(parsed), reason }))
        : [compileErrorOf(cause, lineOf)]
      const lines = wrong.map(({ line: at, reason }) => `content/${file}${at ? `:${at}` : ''}: ${reason}`)
      throw new Error(lines.join('\n'), { cause })
    }
  }
}

type Body = FunctionComponent<{ components: ReturnType<typeof bodyComponents> }>

async function loadTools({ names }: ContentKit) {
  const [{ bundleMDX }, { getMDXComponent }, { default: remarkGfm }, { default: rehypeSlug }, highlight] =
    await Promise.all([
      import('mdx-bundler'),
      import('mdx-bundler/client/index.js'),
      import('remark-gfm'),
      import('rehype-slug'),
      createHighlighter(),
    ])
  return async (source: string, refused: BodyIssue[]): Promise<Body> => {
    const allowList = () => (tree: Tree) => {
      refused.push(...findBodyIssues(tree, names))
      if (refused.length) throw new Error('the body contains content that is not allowed')
    }
    const { code } = await bundleMDX({
      source,
      mdxOptions: (options) => ({
        ...options,
        // The bundler's plugins are omitted, because they read front matter, which a body does not have.
        remarkPlugins: [remarkGfm, allowList],
        rehypePlugins: [...(options.rehypePlugins ?? []), rehypeSlug, () => decorateHtml, highlight],
        tableCellAlignToStyle: false,
      }),
      esbuildOptions: (options) => ({ ...options, logLevel: 'silent' }),
    })
    return getMDXComponent(code)
  }
}

type CompileError = { reason: string; line?: number | undefined }
type BuildFailure = { errors?: { text: string; detail?: { cause?: CompileError } }[] }

/** Converts a compiler error. `lineOf` maps parsed lines to lines in the file. */
function compileErrorOf(cause: unknown, lineOf: (parsed: number) => number): CompileError {
  const first = (cause as BuildFailure).errors?.[0]
  const { reason, line } = first?.detail?.cause ?? {
    reason: first?.text ?? (cause instanceof Error ? cause.message : String(cause)),
  }
  const explained = explainParseError(reason)
  const at = explained.line ?? line
  return { reason: explained.reason, line: at ? lineOf(at) : undefined }
}
