import { memo, type ComponentProps } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import type { Citation } from '#app/features/chat/schema.ts'
import { citing } from '#app/features/chat/ui/citing.ts'

/**
 * The Markdown of an answer as HTML. It is nobody’s whom we trust: HTML in it is shown as text, pictures are left out, and
 * links lead only to pages, addresses of mail, and places of this site.
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
        remarkPlugins={[remarkGfm, [citing, citations]]}
        disallowedElements={['img', 'input', 'section', 'sup']}
        urlTransform={safeAddress}
        components={components}
      >
        {text}
      </Markdown>
    </div>
  )
})

/** The address where it may be followed; nothing where it may not. */
export const safeAddress = (url: string): string =>
  /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i.test(url.trim()) ? url.trim() : ''

type Props<T extends 'a' | 'table' | 'pre' | 'p'> = ComponentProps<T> & { node?: unknown }

const deeper = ({ children }: Props<'p'>) => <h4>{children}</h4>

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
  // The question above has the level before.
  h1: deeper,
  h2: deeper,
  h3: deeper,
  h4: deeper,
  h5: deeper,
  h6: deeper,
}
