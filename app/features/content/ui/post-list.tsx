import { Day } from '#app/ui/feedback/timestamp.tsx'
import { Tags } from '#app/features/content/ui/tags.tsx'

type PostLink = { path: string; title: string; description: string; published: string; tags: string[] }

/** Renders the list of posts with date, title, description and tags. */
export function PostList({ posts }: { posts: PostLink[] }) {
  return (
    <div>
      {posts.map(({ path, title, description, published, tags }) => (
        <article
          key={path}
          className="grid gap-x-12 gap-y-2 border-b border-line py-8 first:pt-0 lg:grid-cols-[14rem_minmax(0,1fr)]"
        >
          <div className="min-w-0 max-w-2xl">
            <h2 className="text-3xl">
              <a href={path} className="link">
                {title}
              </a>
            </h2>
            {description && <p className="mt-3 text-lg text-soft">{description}</p>}
            <div className="mt-4">
              <Tags tags={tags} />
            </div>
          </div>
          <p className="order-first text-muted lg:pt-1.5">
            <Day date={published} />
          </p>
        </article>
      ))}
    </div>
  )
}

type Source = {
  path: string
  title: string
  description: string
  published?: string
  updated: string
  tags: string[]
}

/** Picks the fields that the list needs. */
export const postLinkOf = ({ path, title, description, published, updated, tags }: Source): PostLink => ({
  path,
  title,
  description,
  published: published ?? updated,
  tags,
})
