/** The tags of a post, each leading to its list. */
export function Tags({ tags }: { tags: string[] }) {
  if (!tags.length) return null
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag}>
          <a
            href={`/blog/tags/${tag}`}
            className="inline-block border border-edge px-2.5 py-1 text-sm text-soft hover:border-ink hover:bg-ink hover:text-paper"
          >
            {tag}
          </a>
        </li>
      ))}
    </ul>
  )
}
