import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  TableOfContents,
  CollapsedContents,
  type Heading,
} from '#app/features/content/ui/table-of-contents.tsx'
import { type DocLink, DocsNav } from '#app/features/content/ui/docs-nav.tsx'
import { Tags } from '#app/features/content/ui/tags.tsx'
import { Day } from '#app/ui/feedback/timestamp.tsx'
import type { Crumb } from '#app/ui/layout/breadcrumbs-data.ts'
import { Breadcrumbs } from '#app/ui/layout/breadcrumbs.tsx'
import { Message, useMessages } from '#app/ui/layout/messages.tsx'
import { Main, Prose } from '#app/ui/layout/main.tsx'
import { PageHead } from '#app/ui/layout/page-head.tsx'

type Step = { path: string; title: string } | null

/** Renders links to the previous and next document. */
function PrevNext({ previous, next }: { previous: Step; next: Step }) {
  const { text } = useMessages()
  if (!previous && !next) return null
  return (
    <nav
      aria-label={text('page.nextDocuments')}
      data-md="omit"
      className="mt-14 flex flex-col justify-between gap-4 border-t border-line pt-8 sm:flex-row print:hidden"
    >
      {previous && (
        <a href={previous.path} rel="prev" className="finger finger-back finger-plain min-w-0">
          <ArrowLeft className="size-5 shrink-0" aria-hidden="true" />
          <span className="min-w-0">
            <span className="sr-only">{text('page.previous')}</span>
            {previous.title}
          </span>
        </a>
      )}
      {next && (
        <a href={next.path} rel="next" className="finger min-w-0 justify-between sm:ml-auto">
          <span className="min-w-0">
            <span className="sr-only">{text('page.next')}</span>
            {next.title}
          </span>
          <ArrowRight className="size-5 shrink-0" aria-hidden="true" />
        </a>
      )}
    </nav>
  )
}

type Props = {
  type: 'page' | 'doc' | 'post'
  path: string
  title: string
  description: string
  updated?: string | undefined
  published?: string | undefined
  author?: string | undefined
  tags: string[]
  html: string
  headings: Heading[]
  docs: DocLink[]
  previous: DocLink | null
  next: DocLink | null
  crumbs: readonly Crumb[]
  /** Title of the page inside another layout. */
  framedAs?: string | undefined
  /** True if the page has no Markdown version. */
  isPreview?: boolean
  /** Content below the body of the page. */
  after?: ReactNode
}

const MAX_OPENING = 2000

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')

/** Returns the description, or nothing if the body begins with it, such as a description taken from the text. */
function leadOf({ description, html }: Pick<Props, 'description' | 'html'>): string | undefined {
  const opening = html.slice(0, MAX_OPENING).replace(/<[^<>]*(?:>|$)|&#?\w+;/g, '')
  return lettersOf(opening).startsWith(lettersOf(description)) ? undefined : description
}

/** Renders an entry's page. Documents have navigation and a table of contents. Other entries have neither. */
export function Article(entry: Props) {
  if (entry.type === 'doc') return <DocPage {...entry} />
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-x-12 xl:grid-cols-[14rem_minmax(0,1fr)_13rem]">
      <Main label={entry.framedAs} className="mx-auto min-w-0 max-w-3xl py-10 sm:py-14 xl:col-start-2">
        <PageHead
          title={entry.title}
          lead={leadOf(entry)}
          above={entry.crumbs.length > 0 && <Breadcrumbs crumbs={entry.crumbs} />}
          below={entry.type === 'post' ? <Byline {...entry} /> : <Updated date={entry.updated} />}
          {...(entry.isPreview ? {} : { markdown: entry.path })}
        />
        <CollapsedContents headings={entry.headings} />
        <Prose html={entry.html} />
        {entry.after}
        {entry.tags.length > 0 && (
          <div className="mt-12">
            <Tags tags={entry.tags} />
          </div>
        )}
      </Main>
      <TableOfContents headings={entry.headings} />
    </div>
  )
}

function DocPage({
  path,
  title,
  description,
  updated,
  crumbs,
  html,
  headings,
  docs,
  previous,
  next,
  framedAs,
  isPreview,
  after,
}: Props) {
  return (
    <div className="frame grid grid-cols-[minmax(0,1fr)] gap-x-12 lg:grid-cols-[14rem_minmax(0,1fr)] xl:grid-cols-[14rem_minmax(0,1fr)_13rem]">
      <DocsNav docs={docs} current={path} />
      <Main label={framedAs} className="min-w-0 py-8 sm:py-12">
        <PageHead
          title={title}
          lead={leadOf({ description, html })}
          above={crumbs.length > 0 && <Breadcrumbs crumbs={crumbs} />}
          below={<Updated date={updated} />}
          {...(isPreview ? {} : { markdown: path })}
        />
        <CollapsedContents headings={headings} />
        <Prose html={html} />
        {after}
        <PrevNext previous={previous} next={next} />
      </Main>
      <TableOfContents headings={headings} />
    </div>
  )
}

const Updated = ({ date }: { date: string | undefined }) =>
  date && (
    <span data-md="omit">
      <Message id="page.updated" values={{ day: <Day date={date} /> }} />
    </span>
  )

const Byline = ({ updated = '', published = updated, author }: Props) => (
  <>
    {author ? (
      <Message id="page.byline" values={{ day: <Day date={published} />, author }} />
    ) : (
      <Day date={published} />
    )}
    {updated !== published && (
      <span data-md="omit">
        <Message id="page.alsoUpdated" values={{ day: <Day date={updated} /> }} />
      </span>
    )}
  </>
)
