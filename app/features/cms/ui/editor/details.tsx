import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { descriptionLength, suggestDescription } from '#app/features/cms/field-values.ts'
import type { CmsEntry, DraftFields } from '#app/features/cms/schema.ts'
import { TagsField } from '#app/features/cms/ui/editor/tags-field.tsx'
import { Field, Select } from '#app/ui/forms/field.tsx'
import { Labelled } from '#app/ui/forms/field-messages.tsx'
import { type FormRefusal, hasIssueWithin, issueAt } from '#app/ui/forms/refusal.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { ogImagePath } from '#app/site/paths.ts'

type Props = {
  entry: CmsEntry
  fields: DraftFields
  sections: readonly string[]
  refusal: FormRefusal | undefined
  changed: () => void
  aside?: ReactNode
}

const detailNames = ['slug', 'description', 'tags', 'section', 'order', 'author', 'published_on']
const places = { page: '/', doc: '/docs/', post: '/blog/' } as const

/** Renders the fields besides the title and the text in a drawer, which opens if one of them has an error. */
export function EntryDetails(props: Props) {
  const { entry, fields, sections, refusal, changed } = props
  const box = useRef<HTMLDetailsElement>(null)
  const isWrong = detailNames.some((name) => hasIssueWithin(refusal?.issues ?? [], name))
  const [isFirstOpen] = useState(isWrong)
  const typed = refusal?.values ?? {}
  const isFixed = entry.overrides_file || entry.source === 'file'
  const tagsError = refusal?.issues.find(({ path }) => path === 'tags' || path.startsWith('tags.'))?.message

  useEffect(() => {
    if (isWrong && box.current) box.current.open = true
  }, [isWrong, refusal])

  return (
    <details ref={box} className="entry-details" open={isFirstOpen}>
      <summary className="entry-toggle">Details</summary>
      <section aria-labelledby="details" className="entry-drawer">
        <div className="flex items-center justify-between">
          <h2 id="details" className="text-lg">
            Details
          </h2>
          <button
            type="button"
            data-scripted
            className="entry-tool"
            onClick={() => {
              box.current!.open = false
              box.current!.querySelector('summary')!.focus()
            }}
          >
            <X className="size-4" aria-hidden="true" />
            <span className="sr-only">Close details</span>
          </button>
        </div>
        <Field
          label="Slug"
          name="slug"
          defaultValue={fields.slug}
          hint={
            isFixed
              ? 'The slug of a content file cannot change.'
              : `The last part of the URL after ${places[entry.type]}. If you change the slug, the old URL redirects to the new URL.`
          }
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          readOnly={isFixed}
          refusal={refusal}
          required
        />
        <Description fields={fields} refusal={refusal} />
        {entry.type === 'post' && (
          <>
            <TagsField
              tags={typed.tags === undefined ? fields.tags : typed.tags.split(',').filter(Boolean)}
              error={tagsError}
              changed={changed}
            />
            <Field
              label="Author"
              name="author"
              defaultValue={fields.author ?? ''}
              autoComplete="off"
              refusal={refusal}
            />
            <Field
              label="Date"
              name="published_on"
              type="date"
              defaultValue={fields.published_on ?? ''}
              hint="Default: the day of publication."
              refusal={refusal}
            />
          </>
        )}
        {entry.type === 'doc' && (
          <>
            <Select
              label="Section"
              name="section"
              value={typed.section ?? fields.section ?? ''}
              options={[
                { value: '', name: 'Select a section' },
                ...sections.map((name) => ({ value: name, name })),
              ]}
            />
            <Field
              label="Order"
              name="order"
              defaultValue={fields.order ?? ''}
              hint="Smaller numbers come first."
              inputMode="numeric"
              autoComplete="off"
              refusal={refusal}
            />
          </>
        )}
        <EntryFacts entry={entry} />
        {props.aside}
      </section>
    </details>
  )
}

/** Renders the description with its length, and the first sentences of the text as a suggestion. */
function Description({ fields, refusal }: Pick<Props, 'fields' | 'refusal'>) {
  const first = refusal?.values.description ?? fields.description
  const [length, setLength] = useState(first.length)
  const [suggestion, setSuggestion] = useState(() => suggestDescription(fields.body))
  const area = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    const form = area.current?.form
    const typed = () => {
      const body = form?.elements.namedItem('body')
      if (body instanceof HTMLTextAreaElement) setSuggestion(suggestDescription(body.value))
    }
    form?.addEventListener('focusin', typed)
    return () => form?.removeEventListener('focusin', typed)
  }, [])

  const { least, most } = descriptionLength
  return (
    <Labelled
      label="Description"
      path="description"
      hint={`${least} to ${most} characters, for lists, search results and cards. If empty, the first sentences of the text are used.`}
      error={issueAt(refusal?.issues, 'description')}
    >
      {(id, aria) => (
        <>
          <textarea
            ref={area}
            id={id}
            name="description"
            rows={4}
            className="input mt-1.5"
            maxLength={most}
            placeholder={suggestion}
            defaultValue={first}
            onInput={({ currentTarget }) => setLength(currentTarget.value.length)}
            {...aria}
          />
          <p data-scripted className={length > 0 && length < least ? 'text-stop' : 'text-muted'}>
            {length} of {most} characters
          </p>
        </>
      )}
    </Labelled>
  )
}

/** Renders facts about an entry: its page, its image for link previews, its versions and its file. */
function EntryFacts({ entry }: { entry: CmsEntry }) {
  const { type, id, path, live_version, source, version, updated_by, updated_at, title } = entry
  return (
    <div className="space-y-3 border-t border-line pt-4">
      {live_version !== null && (
        <img
          src={ogImagePath(path)}
          alt={`Image that is shown when a link to “${title}” is shared`}
          width={1200}
          height={630}
          loading="lazy"
          className="h-auto w-full border border-line"
        />
      )}
      <p className="[overflow-wrap:anywhere]">
        {live_version === null ? (
          <code>{path}</code>
        ) : (
          <a href={path} className="link inline-block py-0.5">
            {path}
          </a>
        )}
      </p>
      {source === 'file' && (
        <p className="text-muted">
          This entry comes from a content file. Once published, your version overrides the file. You can
          always revert to the file.
        </p>
      )}
      {source === 'cms' && (
        <p className="text-muted">
          Version {version}, {updated_by && `by ${updated_by}, `}saved <RelativeTime at={updated_at} />
        </p>
      )}
      <p className="flex flex-wrap gap-x-5">
        {source === 'cms' && (
          <a href={`/admin/content/${type}/${id}/history`} className="link inline-block py-1">
            History
          </a>
        )}
        <a href={`/api/cms/${type}/${id}/export`} className="link inline-block py-1" download>
          Export
        </a>
      </p>
    </div>
  )
}
