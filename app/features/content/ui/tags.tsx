import { Fragment } from 'react'
import { useMessages } from '#app/ui/layout/messages.tsx'

/**
 * Renders links to the tags of a post. The links are on one line of text, so that the Markdown version includes them.
 */
export function Tags({ tags }: { tags: string[] }) {
  const { text } = useMessages()
  if (!tags.length) return null
  return (
    <p className="flex flex-wrap gap-2">
      <span className="sr-only">{text('page.tags')}</span>
      {tags.map((tag, index) => (
        <Fragment key={tag}>
          {index > 0 && <span className="sr-only">, </span>}
          <a
            href={`/blog/tags/${tag}`}
            className="inline-block border border-edge px-2.5 py-1 text-sm text-soft hover:border-ink hover:bg-ink hover:text-paper"
          >
            {tag}
          </a>
        </Fragment>
      ))}
    </p>
  )
}
