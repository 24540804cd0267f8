import { useId, useState } from 'react'
import { parseLimited } from '#app/primitives/bounded-json.ts'
import type { ActionType } from '#app/features/actions/schema.ts'
import { configFields, type ConfigField } from '#app/features/actions/config-fields.ts'
import {
  DraftArea,
  DraftNumber,
  DraftSelect,
  DraftText,
  type Bound,
  type Draft,
} from '#app/ui/forms/draft-fields.tsx'
import { issueAt, hasIssueWithin } from '#app/ui/forms/refusal.ts'
import { FieldMessages } from '#app/ui/forms/field-messages.tsx'

type Config = Record<string, unknown>
type Props = Bound<Config> & { type: ActionType }

/** Renders the config fields of an action type. Empty fields are omitted from the config. */
export function ActionConfig({ type, value, onChange, path, issues }: Props) {
  const id = useId()
  const set = (name: string, next: unknown) => {
    const { [name]: _, ...rest } = value
    onChange(next === '' || next === undefined ? rest : { ...rest, [name]: next })
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="empty:hidden sm:col-span-2">
        <FieldMessages id={id} error={issueAt(issues, path)} />
      </div>
      {configFields[type].map((field) => (
        <div key={`${type} ${field.name}`} className={isWide(field) ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
          <ConfigInput
            field={field}
            label={field.required ? field.label : `${field.label} (optional)`}
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
      return <DraftArea {...rest} value={text} onChange={onChange} />
    case 'embed':
      return <AsText {...rest} value={value} onChange={onChange} write={writeJson} read={readJson} />
    case 'headers':
      return <AsText {...rest} value={value} onChange={onChange} write={writeHeaders} read={readHeaders} />
    default:
      return <DraftText {...rest} value={text} onChange={onChange} />
  }
}

type AsTextProps = Draft<unknown> & { write(value: unknown): string; read(text: string): unknown }

/**
 * Renders a text field for a structured value. Passes on text that cannot be parsed, so that validation reports the
 * reason.
 */
function AsText({ write, read, value, onChange, path, issues, ...rest }: AsTextProps) {
  const [text, setText] = useState(() => write(value))
  const inside = issues.find((issue) => issue.path.startsWith(`${path}.`))
  const own = hasIssueWithin(issues, path) && !issueAt(issues, path) && inside
  return (
    <DraftArea
      {...rest}
      path={path}
      issues={
        own ? [...issues, { path, message: `${own.path.slice(path.length + 1)}: ${own.message}` }] : issues
      }
      value={text}
      rows={4}
      className="font-code text-[0.9375rem]"
      onChange={(next) => {
        setText(next)
        onChange(next.trim() ? read(next) : undefined)
      }}
    />
  )
}

const writeJson = (value: unknown) =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)

function readJson(text: string): unknown {
  try {
    return parseLimited(text)
  } catch {
    return text
  }
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
