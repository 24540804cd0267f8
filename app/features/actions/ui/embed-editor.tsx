import { useId } from 'react'
import type { Embed } from '#app/features/actions/embed.ts'
import { embedFieldLabels, embedLabels } from '#app/features/actions/embed-labels.ts'
import {
  bound,
  type Bound,
  DraftArea,
  DraftText,
  DraftToggle,
  useFieldName,
  useNamedFields,
} from '#app/ui/forms/draft-fields.tsx'
import { issueAt, hasIssueWithin } from '#app/ui/forms/refusal.ts'
import { Collapsible } from '#app/ui/feedback/collapsible.tsx'
import { RowsEditor } from '#app/ui/forms/rows.tsx'
import { FieldMessages } from '#app/ui/forms/field-messages.tsx'
import { useFieldState } from '#app/ui/forms/form-state.tsx'
import { PlaceholderMenu } from '#app/ui/forms/placeholders.tsx'

/** Renders the fields of an embed. Empty fields are omitted from the embed. */
export function EmbedEditor({ value, onChange, path, issues }: Bound<Embed>) {
  const { author, footer } = value
  const { id, error } = useFieldState(path, issueAt(issues, path))
  const set = (part: Partial<Embed>) => onChange(filled({ ...value, ...part }) as Embed)
  const at = (name: string) => ({ path: `${path}.${name}`, issues })
  const part = bound<Embed>({ value, onChange: set, path, issues })
  const timestamp = useFieldName(`${path}.timestamp`)
  return (
    <div className="space-y-5">
      {timestamp && value.timestamp && <input type="hidden" name={timestamp} value={value.timestamp} />}
      <div
        id={id}
        data-wrong={error ? true : undefined}
        tabIndex={error ? -1 : undefined}
        className="empty:hidden"
      >
        <FieldMessages id={id} error={error} />
      </div>
      <div>
        <DraftText label={embedLabels.title} {...part('title')} value={value.title ?? ''} />
        <PlaceholderMenu path={`${path}.title`} />
      </div>
      <div>
        <DraftArea
          label={embedLabels.description}
          rows={4}
          {...part('description')}
          value={value.description ?? ''}
        />
        <PlaceholderMenu path={`${path}.description`} />
      </div>
      <Color {...part('color')} />
      <RowsEditor
        {...at('fields')}
        value={value.fields ?? []}
        onChange={(fields) => set({ fields: fields.length ? fields : undefined })}
        legend={embedLabels.fields}
        noun="embed field"
        adds={[{ name: 'Add field', make: () => ({ name: '', value: '', inline: true }) }]}
        most={25}
        nameOf={({ name }) => name}
      >
        {(field) => (
          <>
            <DraftText label={embedFieldLabels.name} {...bound(field)('name')} />
            <DraftArea label={embedFieldLabels.value} rows={2} {...bound(field)('value')} />
            <PlaceholderMenu path={`${field.path}.value`} />
            <DraftToggle label={embedFieldLabels.inline} {...bound(field)('inline')} />
          </>
        )}
      </RowsEditor>
      <Collapsible
        title="Author, footer, images and links"
        open={more.some((name) => value[name])}
        wrong={more.some((name) => hasIssueWithin(issues, `${path}.${name}`))}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <DraftText
            label={embedLabels['author.name']}
            value={author?.name ?? ''}
            onChange={(name) => set({ author: { ...author, name } })}
            {...at('author.name')}
          />
          <DraftText
            label={embedLabels['footer.text']}
            value={footer?.text ?? ''}
            onChange={(text) => set({ footer: { ...footer, text } })}
            {...at('footer.text')}
          />
          {pictures.map(({ name, read, write }) => (
            <DraftText
              key={name}
              label={embedLabels[name]}
              kind="url"
              value={read(value) ?? ''}
              onChange={(url) => set(write(value, url || undefined))}
              {...at(name)}
            />
          ))}
        </div>
      </Collapsible>
    </div>
  )
}

/** Parts that few embeds use. */
const more = ['author', 'footer', 'url', 'image', 'thumbnail'] as const

type Picture = {
  name: keyof typeof embedLabels
  read(value: Embed): string | undefined
  write(value: Embed, url: string | undefined): Partial<Embed>
}

const pictures: readonly Picture[] = [
  { name: 'url', read: ({ url }) => url, write: (_, url) => ({ url }) },
  {
    name: 'author.url',
    read: ({ author }) => author?.url,
    write: ({ author }, url) => ({ author: { name: '', ...author, url } }),
  },
  {
    name: 'author.icon_url',
    read: ({ author }) => author?.icon_url,
    write: ({ author }, icon_url) => ({ author: { name: '', ...author, icon_url } }),
  },
  {
    name: 'footer.icon_url',
    read: ({ footer }) => footer?.icon_url,
    write: ({ footer }, icon_url) => ({ footer: { text: '', ...footer, icon_url } }),
  },
  {
    name: 'image.url',
    read: ({ image }) => image?.url,
    write: (_, url) => ({ image: url ? { url } : undefined }),
  },
  {
    name: 'thumbnail.url',
    read: ({ thumbnail }) => thumbnail?.url,
    write: (_, url) => ({ thumbnail: url ? { url } : undefined }),
  },
]

const yellow = 0xffcb05
const hexOf = (color: number) => `#${color.toString(16).padStart(6, '0')}`

function Color({ value, onChange, ...place }: Bound<number | undefined>) {
  const id = useId()
  if (useNamedFields())
    return (
      <DraftText
        label={embedLabels.color}
        hint="Such as #ffcb05."
        {...place}
        value={value === undefined ? '' : typeof value === 'number' ? hexOf(value) : String(value)}
        onChange={() => {}}
        as="color"
      />
    )
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
      <DraftToggle
        label="Colored edge"
        value={value !== undefined}
        onChange={(on) => onChange(on ? yellow : undefined)}
        {...place}
      />
      {value !== undefined && (
        <p className="flex min-h-11 items-center gap-3">
          <label htmlFor={id}>Color</label>
          <input
            id={id}
            type="color"
            value={hexOf(value)}
            onChange={({ target }) => onChange(parseInt(target.value.slice(1), 16))}
            className="h-11 w-16 border-[1.5px] border-edge bg-raised p-1"
          />
          <code className="code-inline">{hexOf(value)}</code>
        </p>
      )}
    </div>
  )
}

/** Removes empty texts, and an empty author or footer. */
function filled(value: object): object {
  const kept = Object.entries(value).filter(([, part]) => part !== undefined && part !== '')
  return Object.fromEntries(
    kept.flatMap(([name, part]: [string, unknown]) => {
      if (name !== 'author' && name !== 'footer') return [[name, part]]
      const parts = Object.entries(part as object).filter(([, one]) => one)
      return parts.length ? [[name, Object.fromEntries(parts)]] : []
    }),
  )
}
