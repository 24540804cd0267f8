import type { CmsEntry, EntryInput, Revision } from '#app/features/cms/schema.ts'
import { actLabels, fieldLabels } from '#app/features/cms/describe.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { TextDiff } from '#app/features/cms/ui/text-diff.tsx'

type Shown = { revision: Revision; fields: EntryInput }
type Props = {
  entry: CmsEntry
  revisions: Revision[]
  /** Revision that is open. */
  shown: Shown | null
  refusal: FormRefusal | undefined
}

/** Renders the revisions of an entry and compares the open revision with the current version. */
export function EntryHistory({ entry, revisions, shown, refusal }: Props) {
  const base = `/admin/content/${entry.type}/${entry.id}`
  return (
    <>
      <p className="mb-6">
        <a href={base} className="link inline-block py-0.5">
          Back to the editor
        </a>
      </p>
      {shown && <OneRevision entry={entry} shown={shown} refusal={refusal} />}
      {revisions.length === 0 && <p className="text-soft">Content files have no history in the console.</p>}
      <ol aria-label="Versions">
        {revisions.map(({ n, act, at, by, changed }) => (
          <li key={n} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-line py-4">
            <a
              href={`${base}/history?n=${n}`}
              className="link inline-block py-0.5 text-lg"
              aria-current={shown?.revision.n === n ? 'true' : undefined}
            >
              Version {n}
            </a>
            <span className="font-semibold">{actLabels[act]}</span>
            {changed.length > 0 && (
              <span className="text-soft">{changed.map((name) => fieldLabels[name] ?? name).join(', ')}</span>
            )}
            <span className="text-muted">
              {by ?? 'the service'}, <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

function OneRevision({
  entry,
  shown: { revision, fields },
  refusal,
}: {
  entry: CmsEntry
  shown: Shown
  refusal: FormRefusal | undefined
}) {
  const names = Object.keys(fields) as (keyof EntryInput)[]
  const others = names.filter((name) => name !== 'body' && said(fields[name]) !== said(entry[name]))
  return (
    <section aria-labelledby="one" className="mb-10 border-b border-line pb-8">
      <h2 id="one" className="text-3xl">
        From version {revision.n} to the current version
      </h2>
      {others.length > 0 && (
        <ul className="mt-4 space-y-2">
          {others.map((name) => (
            <li key={name} className="[overflow-wrap:anywhere]">
              <span className="label">{fieldLabels[name]}</span>: <del>{said(fields[name])}</del>{' '}
              <ins>{said(entry[name])}</ins>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4">
        <TextDiff
          before={fields.body}
          after={entry.body}
          label={`From version ${revision.n} to the current version`}
        />
      </div>
      {revision.n < entry.version && (
        <PostForm
          intent="restore"
          version={entry.version}
          button={`Restore version ${revision.n}`}
          busy="Restoring"
          refusal={refusal}
          className="mt-5 space-y-4"
        >
          <input type="hidden" name="n" value={revision.n} />
        </PostForm>
      )}
    </section>
  )
}

const said = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || 'nothing'
