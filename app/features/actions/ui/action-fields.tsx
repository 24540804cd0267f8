import { useState, type ReactNode } from 'react'
import type { ActionType } from '#app/features/actions/action-types.ts'
import { configFields, labelOfField, type ConfigField } from '#app/features/actions/config-fields.ts'
import type { Embed } from '#app/features/actions/embed.ts'
import { EmbedEditor } from '#app/features/actions/ui/embed-editor.tsx'
import {
  DraftArea,
  DraftNumber,
  DraftSelect,
  DraftText,
  type Bound,
  type Draft,
} from '#app/ui/forms/draft-fields.tsx'
import { Collapsible } from '#app/ui/feedback/collapsible.tsx'
import { issueAt, hasIssueWithin } from '#app/ui/forms/refusal.ts'
import { FieldMessages } from '#app/ui/forms/field-messages.tsx'
import { useFieldState } from '#app/ui/forms/form-state.tsx'
import { IdPicker } from '#app/ui/forms/id-picker.tsx'
import { PlaceholderMenu } from '#app/ui/forms/placeholders.tsx'

type Config = Record<string, unknown>
type Props = Bound<Config> & {
  type: ActionType
  /** First field of the grid, which selects the type. */
  children: ReactNode
}

/** Renders the config fields of an action type. Empty fields are omitted from the config. */
export function ActionConfig({ type, value, onChange, path, issues, children }: Props) {
  const { id, error } = useFieldState(path, issueAt(issues, path))
  const set = (name: string, next: unknown) => {
    const { [name]: _, ...rest } = value
    onChange(next === '' || next === undefined ? rest : { ...rest, [name]: next })
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div
        id={id}
        tabIndex={error ? -1 : undefined}
        data-wrong={error && true}
        className="empty:hidden sm:col-span-2"
      >
        <FieldMessages id={id} error={error} />
      </div>
      {/* In line with the next field, whatever the length of its hint, unless it has a warning below. */}
      <div className="min-w-0 self-end [&:has(+*_[role=status]>p)]:self-start">{children}</div>
      {configFields[type].map((field) => (
        <div key={`${type} ${field.name}`} className={isWide(field) ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
          <ConfigInput
            field={field}
            label={labelOfField(field)}
            value={value[field.name]}
            onChange={(next) => set(field.name, next)}
            path={`${path}.${field.name}`}
            issues={issues}
            {...(field.hint ? { hint: field.hint } : {})}
            {...(field.required ? { required: true } : {})}
          />
        </div>
      ))}
    </div>
  )
}

const isWide = ({ kind, name }: ConfigField) =>
  /^(text|embed|headers)$/.test(kind) || /^(reason|url|name)$/.test(name)

type InputProps = Draft<unknown> & { field: ConfigField }

function ConfigInput({ field, value, onChange, ...rest }: InputProps) {
  const text = value === undefined ? '' : String(value)
  const menu = field.fills && <PlaceholderMenu path={rest.path} />
  switch (field.kind) {
    case 'number':
      return (
        <DraftNumber {...rest} value={typeof value === 'number' ? value : undefined} onChange={onChange} />
      )
    case 'choice':
      return (
        <DraftSelect
          {...rest}
          value={(value ?? '') as string | number}
          onChange={onChange}
          options={field.options ?? []}
        />
      )
    case 'text':
      return (
        <>
          <DraftArea {...rest} value={text} onChange={onChange} />
          {menu}
        </>
      )
    case 'embed':
      return <EmbedInput {...rest} value={(value ?? {}) as Embed} onChange={onChange} />
    case 'headers':
      return <HeadersInput {...rest} value={value} onChange={onChange} />
    default:
      return field.picks ? (
        <IdPicker {...rest} kind={field.picks} needs={field.needs} value={text} onChange={onChange} />
      ) : (
        <>
          <DraftText {...rest} value={text} onChange={onChange} />
          {menu}
        </>
      )
  }
}

/** Renders the embed of a message. An empty embed is omitted from the config. */
function EmbedInput({
  label,
  value,
  onChange,
  ...place
}: Bound<Embed> & { label: string; onChange(value: unknown): void }) {
  const parts = Object.keys(value).length
  return (
    <Collapsible
      title={label}
      holds={parts ? (value.title ?? '') : 'title, colored edge, fields and images'}
      open={parts > 0}
      wrong={hasIssueWithin(place.issues, place.path)}
    >
      <EmbedEditor
        {...place}
        value={value}
        onChange={(embed) => onChange(Object.keys(embed).length ? embed : undefined)}
      />
    </Collapsible>
  )
}

/** Renders HTTP headers as lines of text. Shows an error of a single header at the field. */
function HeadersInput({ value, onChange, path, issues, ...rest }: Draft<unknown>) {
  const [text, setText] = useState(() => writeHeaders(value))
  const inside = issues.find((issue) => issue.path.startsWith(`${path}.`))
  return (
    <DraftArea
      {...rest}
      path={path}
      issues={
        inside
          ? [...issues, { path, message: `${inside.path.slice(path.length + 1)}: ${inside.message}` }]
          : issues
      }
      value={text}
      as="lines"
      rows={3}
      className="font-code text-[0.9375rem]"
      onChange={(next) => {
        setText(next)
        onChange(next.trim() ? readHeaders(next) : undefined)
      }}
    />
  )
}

const writeHeaders = (value: unknown) =>
  Object.entries((value ?? {}) as Record<string, string>)
    .map(([name, content]) => `${name}: ${content}`)
    .join('\n')

function readHeaders(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim())
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...rest] = line.split(':')
      return [name.trim(), rest.join(':').trim()]
    }),
  )
}
