import { type ComponentProps, memo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import type { Citation } from '#app/features/chat/schema.ts'

type Node = {
  type: string
  value?: string
  url?: string
  title?: string
  children?: Node[]
}

const MARK = /\[(\d{1,3})\]/g

/** Converts marks such as `[1]` to links if a citation has that number. */
function linkCitations(citations: Citation[]) {
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
    // Links cannot contain other links.
    if (!node.children || node.type === 'link') return
    node.children = node.children.flatMap((child) => (child.type === 'text' ? marked(child) : [child]))
    node.children.forEach(visit)
  }
  return visit
}

/**
 * Renders the untrusted Markdown of an answer. Shows HTML as text and omits images. Allows links only to web pages,
 * email addresses and paths on this site.
 */
export const AnswerText = memo(function AnswerText({
  text,
  citations,
}: {
  text: string
  citations: Citation[]
}) {
  return (
    <div className="prose answer">
      <Markdown
        remarkPlugins={[remarkGfm, [linkCitations, citations]]}
        disallowedElements={['img', 'input', 'section', 'sup']}
        urlTransform={safeAddress}
        components={components}
      >
        {text}
      </Markdown>
    </div>
  )
})

/** Returns the URL if its scheme is safe, otherwise an empty string. */
const safeAddress = (url: string): string =>
  /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i.test(url.trim()) ? url.trim() : ''

type Props<T extends 'a' | 'table' | 'pre' | 'p'> = ComponentProps<T> & { node?: unknown }

const demoteHeading = ({ children }: Props<'p'>) => <h4>{children}</h4>

const components: Components = {
  a: ({ node: _, href, children, ...rest }: Props<'a'>) =>
    href ? (
      <a {...rest} href={href} rel="noreferrer nofollow">
        {children}
      </a>
    ) : (
      <>{children}</>
    ),
  table: ({ node: _, ...rest }: Props<'table'>) => (
    <div className="table-scroll" role="group" aria-label="Table" tabIndex={0}>
      <table {...rest} />
    </div>
  ),
  pre: ({ node: _, ...rest }: Props<'pre'>) => <pre tabIndex={0} role="group" aria-label="Code" {...rest} />,
  // Headings in an answer rank below the h3 of the question.
  h1: demoteHeading,
  h2: demoteHeading,
  h3: demoteHeading,
  h4: demoteHeading,
  h5: demoteHeading,
  h6: demoteHeading,
}
