import { Form, useNavigation } from '@remix-run/react'
import { ChevronDown } from 'lucide-react'
import type { ImportReport, Outcome } from '#app/features/cms/import/schema.ts'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { useHydrated } from '#app/ui/feedback/use-alive.ts'
import { Toggle } from '#app/ui/forms/toggle.tsx'
import { formatAmount } from '#app/primitives/count.ts'

type Props = { report: ImportReport | null }

/** Names of the systems in the report. */
const formatNames: Record<ImportReport['format'], string> = {
  folder: 'Content folder',
  ghost: 'Ghost',
  wordpress: 'WordPress',
  jekyll: 'Jekyll',
  hugo: 'Hugo',
  docusaurus: 'Docusaurus',
  astro: 'Astro',
  markdown: 'Markdown files',
}

/**
 * Renders the import of a site in two steps: the first returns a report, and the second imports exactly the reported changes.
 * Without scripts, the file must be selected again for the second step.
 */
export function SiteImport({ report }: Props) {
  const isBusy = useNavigation().state !== 'idle'
  const alive = useHydrated()
  const isTried = report?.dry_run === true
  return (
    <>
      {report && <Outcomes report={report} />}
      <Form
        method="post"
        action="/admin/content/import?site"
        encType="multipart/form-data"
        preventScrollReset
        className="mt-5 max-w-xl space-y-5"
      >
        <label className="block">
          <span className="label">Export file</span>
          <span className="block text-[0.9375rem] text-muted">
            JSON from Ghost, XML from WordPress, or a ZIP of Markdown files with images, up to 20 MiB. For
            larger files, use the command line.
            {isTried && !alive && ' Select the same file again.'}
          </span>
          <input
            type="file"
            name="file"
            accept=".json,.xml,.wxr,.zip,.md,.mdx"
            className="input mt-1.5 file:mr-4 file:font-semibold"
            required
          />
        </label>
        <Toggle label="Publish entries that were public on the old site" name="publish" />
        {isTried && <input type="hidden" name="digest" value={report.digest} />}
        <div className="flex flex-wrap gap-3">
          <button type="submit" name="step" value="try" className="button" disabled={isBusy}>
            {isBusy ? 'Reading the file' : 'Preview import'}
          </button>
          {isTried && (
            <button type="submit" name="step" value="import" className="finger" disabled={isBusy}>
              {`Import ${formatAmount(report.entries.length, 'entry', 'entries')}`}
            </button>
          )}
        </div>
      </Form>
      {report && <Report report={report} />}
    </>
  )
}

/** Outcomes in a preview, when nothing has been stored. */
const plannedOutcomes: Record<Outcome, string> = {
  created: 'new',
  changed: 'replaces what exists',
  unchanged: 'unchanged',
  refused: 'refused',
}

/** Sorts entries that are refused, replace existing text or become public before all others. */
const inOrderOfConcern = (entries: ImportReport['entries']) => {
  const weight = ({ outcome, publishes }: ImportReport['entries'][number]) =>
    outcome === 'refused' ? 0 : outcome === 'changed' ? 1 : publishes ? 2 : 3
  return entries.toSorted((one, other) => weight(one) - weight(other))
}

function Outcomes({ report }: { report: ImportReport }) {
  const { counts, format, dry_run: isDry } = report
  const title = isDry
    ? `${formatNames[format]}: nothing has been stored yet. Check the report before you import.`
    : `${formatNames[format]}: the import is complete.`
  return (
    <PageNotice tone={isDry ? 'info' : 'done'} title={title}>
      <ul>
        <li>
          Entries: {counts.created} new, {counts.changed} changed, {counts.unchanged} unchanged,{' '}
          {counts.refused} refused, {counts.published} {isDry ? 'to publish' : 'published'}.
        </li>
        <li>
          {formatAmount(counts.images, 'new image', 'new images')},{' '}
          {formatAmount(counts.redirects, 'new redirect', 'new redirects')}, {counts.skipped} skipped.
        </li>
      </ul>
    </PageNotice>
  )
}

function Report({ report }: { report: ImportReport }) {
  const { counts, entries, images, redirects, skipped, dry_run: isDry } = report
  return (
    <div className="mt-8 max-w-2xl space-y-4">
      <Details
        title={`Entries (${entries.length})`}
        isOpen={counts.refused + counts.changed + counts.published > 0}
      >
        {inOrderOfConcern(entries).map(({ source, path, title, outcome, publishes, id, type, notes }) => (
          <li key={source} className="py-2">
            {id ? (
              <a href={`/admin/content/${type}/${id}`} className="link font-semibold">
                {title}
              </a>
            ) : (
              <span className="font-semibold">{title}</span>
            )}{' '}
            <span className="text-muted">
              {path}, {isDry ? plannedOutcomes[outcome] : outcome}
              {publishes && (isDry ? ', will be published' : ', published')}
            </span>
            {notes.map((note) => (
              <p key={note} className="text-soft">
                {note}
              </p>
            ))}
          </li>
        ))}
      </Details>
      <Details title={`Images (${images.length})`}>
        {images.map(({ source, outcome, note }) => (
          <li key={source} className="py-1">
            {source}: {isDry ? plannedOutcomes[outcome] : outcome}. {note}
          </li>
        ))}
      </Details>
      <Details title={`Redirects (${redirects.length})`}>
        {redirects.map(({ from, to, outcome, note }) => (
          <li key={from} className="py-1">
            {from} → {to}: {isDry ? plannedOutcomes[outcome] : outcome}. {note}
          </li>
        ))}
      </Details>
      <Details title={`Skipped (${skipped.length})`}>
        {skipped.map(({ source, reason }) => (
          <li key={`${source} ${reason}`} className="py-1">
            {source}: {reason}
          </li>
        ))}
      </Details>
    </div>
  )
}

type DetailsProps = { title: string; isOpen?: boolean; children: React.ReactNode[] }

/** Renders a list that opens on demand, or nothing for an empty list. */
const Details = ({ title, isOpen = false, children }: DetailsProps) =>
  children.length > 0 && (
    <details open={isOpen} className="group border-b border-line pb-2">
      <summary className="label flex cursor-pointer items-center justify-between gap-2 py-2">
        {title}
        <ChevronDown className="size-4 shrink-0 group-open:rotate-180" aria-hidden="true" />
      </summary>
      <ul className="divide-y divide-line [overflow-wrap:anywhere]">{children}</ul>
    </details>
  )
