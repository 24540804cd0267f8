import type { ComponentProps, FunctionComponent, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { element, makeHighlight, text, type Node } from '#app/features/content/highlight.server.ts'
import type { Entry } from '#app/features/content/schema.ts'

export type RenderBody = (entry: Pick<Entry, 'body' | 'file' | 'line'>) => Promise<string>

/**
 * Makes what turns an entry's MDX into static HTML. Only for content that ships with the code: MDX is evaluated.
 * The compiler is loaded with the first body, so that a start with everything cached never pays for it.
 * A body that fails throws an error that names its file and line.
 */
export function makeRenderer(): RenderBody {
  let tools: ReturnType<typeof loadTools> | null = null
  return async ({ body, file, line }) => {
    tools ??= loadTools()
    try {
      const compile = await tools
      // As many empty lines as the front matter took, so that the compiler's line numbers are the file's.
      const Body = await compile('\n'.repeat(Math.max(1, line - 1)) + body)
      return renderToStaticMarkup(<Body components={components} />)
    } catch (cause) {
      throw new Error(`content/${file}${reason(cause)}`, { cause })
    }
  }
}

async function loadTools() {
  const [{ bundleMDX }, { getMDXComponent }, { default: remarkGfm }, { default: rehypeSlug }, highlight] =
    await Promise.all([
      import('mdx-bundler'),
      import('mdx-bundler/client/index.js'),
      import('remark-gfm'),
      import('rehype-slug'),
      makeHighlight(),
    ])
  return async (source: string): Promise<FunctionComponent<{ components: typeof components }>> => {
    const { code } = await bundleMDX({
      source,
      mdxOptions: (options) => ({
        ...options,
        remarkPlugins: [...(options.remarkPlugins ?? []), remarkGfm],
        rehypePlugins: [...(options.rehypePlugins ?? []), rehypeSlug, () => decorate, highlight],
        tableCellAlignToStyle: false,
      }),
      esbuildOptions: (options) => ({ ...options, logLevel: 'silent' }),
    })
    return getMDXComponent(code)
  }
}

/** `:line: what` of a compiler's complaint, else just what went wrong. */
function reason(cause: unknown) {
  const first = (cause as { errors?: { text: string; location: { line: number } | null }[] }).errors?.[0]
  if (first) return `${first.location ? `:${first.location.line}` : ''}: ${first.text.replace(/\s+/g, ' ')}`
  return `: ${cause instanceof Error ? cause.message : String(cause)}`
}

const alignments: Record<string, string> = { left: 'text-left', center: 'text-center', right: 'text-right' }

/** Gives headings a link to themselves, for the pointer only, and aligns table cells by class. */
function decorate(node: Node) {
  for (const child of node.children ?? []) {
    const { tagName = '', properties = {} } = child
    if (/^h[2-4]$/.test(tagName) && properties.id) {
      const anchor = {
        className: ['heading-anchor'],
        href: `#${properties.id}`,
        ariaHidden: 'true',
        tabIndex: -1,
      }
      child.children?.push(element('a', { ...anchor, dataMd: 'omit' }, [text('#')]))
    }
    if (/^t[hd]$/.test(tagName) && typeof properties.align === 'string') {
      child.properties = { ...properties, className: [alignments[properties.align]] }
      delete child.properties.align
    }
    decorate(child)
  }
}

const labels = { note: 'Note', tip: 'Tip', warning: 'Warning' } as const

function Callout({ type = 'note', children }: { type?: keyof typeof labels; children: ReactNode }) {
  if (!Object.hasOwn(labels, type)) throw new Error(`a Callout is a note, a tip or a warning, not “${type}”`)
  return (
    <aside className={`callout callout-${type}`} role="note">
      <p className="callout-label">{labels[type]}</p>
      {children}
    </aside>
  )
}

function Table(props: ComponentProps<'table'>) {
  return (
    <div className="table-scroll" role="group" aria-label="Table" tabIndex={0}>
      <table {...props} />
    </div>
  )
}

function Link({ href = '', ...rest }: ComponentProps<'a'>) {
  return <a href={href} {...(/^(https?:)?\/\//i.test(href) ? { rel: 'noopener' } : {})} {...rest} />
}

/** GFM knows one kind of input: the check box of a task list, which nobody can press. */
function Task(props: ComponentProps<'input'>) {
  return <input {...props} aria-label={props.checked ? 'Done' : 'Not done'} />
}

const components = {
  a: Link,
  input: Task,
  table: Table,
  th: (props: ComponentProps<'th'>) => <th scope="col" {...props} />,
  Callout,
}
