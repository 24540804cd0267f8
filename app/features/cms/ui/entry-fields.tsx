import type { DraftFields } from '#app/features/cms/schema.ts'
import type { EntryType } from '#app/features/content/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Field, Select } from '#app/ui/forms/field.tsx'

type Props = {
  type: EntryType
  fields: DraftFields
  sections: readonly string[]
  /** True if the slug belongs to a content file. */
  isFixed: boolean
  refusal: FormRefusal | undefined
}

const places = { page: '/', doc: '/docs/', post: '/blog/' } as const

/** Renders the form fields for the front matter of an entry. */
export function EntryFields({ type, fields, sections, isFixed, refusal }: Props) {
  const typed = refusal?.values ?? {}
  return (
    <div className="grid gap-x-8 gap-y-5 xl:grid-cols-2">
      <Field
        label="Title"
        name="title"
        defaultValue={fields.title}
        maxLength={80}
        autoComplete="off"
        refusal={refusal}
        required
      />
      <Field
        label="Slug"
        name="slug"
        defaultValue={fields.slug}
        hint={
          isFixed
            ? 'The slug of a content file cannot change.'
            : `The last part of the URL after ${places[type]}. If you change the slug, a redirect is added.`
        }
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        readOnly={isFixed}
        refusal={refusal}
        required
      />
      <Field
        label="Description"
        name="description"
        defaultValue={fields.description}
        hint="40 to 200 characters, for lists, search results and cards."
        maxLength={200}
        autoComplete="off"
        refusal={refusal}
      />
      {type === 'doc' && (
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
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
        </div>
      )}
      {type === 'post' && (
        <>
          <Field
            label="Tags"
            name="tags"
            defaultValue={fields.tags.join(', ')}
            hint="Lowercase letters, digits and hyphens, separated by commas."
            autoComplete="off"
            autoCapitalize="none"
            refusal={refusal}
          />
          <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
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
          </div>
        </>
      )}
    </div>
  )
}
