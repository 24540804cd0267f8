import { Form } from '@remix-run/react'
import type { NamedCount, SiteStats } from '#app/features/readers/schema.ts'
import { formatInteger } from '#app/primitives/count.ts'
import { DataTable } from '#app/ui/feedback/figures.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

const readers = ['person', 'agent', 'mcp', 'key'] as const
const readerNames = ['People', 'Agents', 'MCP', 'API keys']

/** Maximum height of a table, after which the table scrolls. */
const tall = 'max-h-96'

/** Renders the lists of pages, agents, sites, searches, questions, tools and missing pages. */
export const ReaderLists = ({ report }: { report: SiteStats }) => (
  <>
    <Section id="pages" title="Pages">
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
        <ByReader caption="Pages by views" name="Page" rows={report.pages} isPath />
        <Counted caption="Agents and crawlers by views" name="Agent" rows={report.agents} />
        <Counted caption="Referring sites by views" name="Site" rows={report.sites} />
        <ByReader caption="Tool and API calls" name="Tool" rows={report.tools} />
      </div>
    </Section>
    <Section
      id="unanswered"
      title="Missing content"
      lead="Questions, searches and paths without a result. To fix one, write a page or add a redirect. Counts can be a minute old."
    >
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
        <Questions rows={report.questions} />
        <Counted caption="Searches without a result" name="Search" rows={report.searches} />
        <Counted caption="Missing pages" name="Path" rows={report.missing} />
      </div>
    </Section>
  </>
)

type Props = { caption: string; name: string; rows: readonly NamedCount[] }

const Empty = ({ caption }: { caption: string }) => (
  <div>
    <h3 className="label">{caption}</h3>
    <p className="mt-2 text-muted">None in this period.</p>
  </div>
)

const Counted = ({ caption, name, rows }: Props) =>
  rows.length ? (
    <DataTable
      caption={caption}
      className={tall}
      head={[name, 'Count']}
      rows={rows.map((row) => [row.name, formatInteger(row.count)])}
    />
  ) : (
    <Empty caption={caption} />
  )

const ByReader = ({ caption, name, rows, isPath = false }: Props & { isPath?: boolean }) =>
  rows.length ? (
    <DataTable
      caption={caption}
      className={tall}
      head={[name, ...readerNames]}
      rows={rows.map((row) => [
        isPath && row.name.startsWith('/') ? (
          <a href={row.name} className="link inline-block min-w-6 py-1">
            {row.name}
          </a>
        ) : (
          row.name
        ),
        ...readers.map((kind) => formatInteger(row[kind])),
      ])}
    />
  ) : (
    <Empty caption={caption} />
  )

const caption = 'Unanswered questions'

/** Renders the unanswered questions. The button of a question creates a draft, or opens the document with that title. */
const Questions = ({ rows }: { rows: readonly NamedCount[] }) =>
  rows.length ? (
    <DataTable
      caption={caption}
      className={tall}
      head={['Question', 'Count', 'Draft']}
      rows={rows.map(({ name, count }) => [
        name,
        formatInteger(count),
        name.startsWith('(') ? (
          ''
        ) : (
          <Form method="post" key={name}>
            <input type="hidden" name="intent" value="draft" />
            <input type="hidden" name="question" value={name} />
            <button type="submit" className="button small whitespace-nowrap">
              Create draft<span className="sr-only"> for: {name}</span>
            </button>
          </Form>
        ),
      ])}
    />
  ) : (
    <Empty caption={caption} />
  )
