import { useSyncExternalStore, type MouseEvent } from 'react'
import type { Issue } from '#app/errors.ts'
import { formatAmount } from '#app/primitives/count.ts'
import { fromJson } from '#app/primitives/json.ts'
import { labelOfPath } from '#app/primitives/path-label.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { useFormState } from '#app/ui/forms/form-state.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'

/** Returns the label of a field by its path, for use without scripts. */
export type LabelOf = (path: string) => string | undefined

/** Label of a field by its path, as shown on the page. */
type Labels = Record<string, string>

/**
 * Renders the error of a form, with a link to each field that has an error. Corrected fields disappear from the list.
 */
export function ErrorSummary({ refusal, labelOf }: { refusal: FormRefusal; labelOf?: LabelOf | undefined }) {
  const form = useFormState()
  const open = refusal.issues.filter(({ path }) => !form?.corrected.has(path))
  if (!refusal.issues.length)
    return (
      <Notice tone="stop" title={refusal.error}>
        {refusal.signedOut && signInLink}
      </Notice>
    )
  if (!form || !open.length) return null
  const count = new Set(open.map(({ path }) => path)).size
  return (
    <Notice tone="stop" title={formatAmount(count, 'field has an error', 'fields have errors')}>
      <IssueLinks formId={form.id} issues={open} values={refusal.values} labelOf={labelOf} />
    </Notice>
  )
}

/** Opens the sign-in page beside the form, so that its input is kept. */
export const signInLink = (
  <a href="/login" target="_blank" rel="noreferrer" className="link inline-block py-0.5">
    Open the sign-in page in a new tab
  </a>
)

type LinksProps = {
  formId: string
  issues: readonly Issue[]
  values: FormRefusal['values']
  labelOf?: LabelOf | undefined
}

/** Renders a link to each field with an issue. Labels come from the page, and without scripts from `labelOf` or the paths. */
export function IssueLinks({ formId, issues, values, labelOf }: LinksProps) {
  const prefix = `${formId}-`
  const labels = useLabels(issues, prefix)
  const follow = (event: MouseEvent, path: string) => {
    const field = fieldAt(prefix, path)
    if (!field) return
    event.preventDefault()
    revealField(field)
  }
  return (
    <ul className="space-y-1">
      {firstOfPath(issues).map(({ path, message }) => (
        <li key={path}>
          <a
            href={`#${prefix}${submittedField(path, values)}`}
            className="link inline-block py-0.5"
            onClick={(event) => follow(event, path)}
          >
            {labels[path] ?? labelOf?.(path) ?? labelOfPath(path.split('.'))}: {message}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Reads the labels from the page after it is rendered. */
function useLabels(issues: readonly Issue[], prefix: string): Labels {
  const read = () => {
    const found = issues.map(({ path }) => [path, labelOnPage(fieldAt(prefix, path))])
    return JSON.stringify(Object.fromEntries(found.filter(([, label]) => label)))
  }
  return fromJson<Labels>(useSyncExternalStore(neverChanges, read, () => '{}'))
}

const neverChanges = () => () => {}

/** Opens the collapsed parts around a field, and focuses the field. */
function revealField(field: HTMLElement) {
  for (let at = field.closest('details'); at; at = at.parentElement?.closest('details') ?? null)
    at.open = true
  field.focus()
}

const firstOfPath = (issues: readonly Issue[]) =>
  issues.filter(({ path }, index) => issues.findIndex((other) => other.path === path) === index)

/** Returns the field at a path, or the closest field around it, such as the list of a missing item. */
function fieldAt(prefix: string, path: string): HTMLElement | null {
  for (let at = path; at; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const found = document.getElementById(`${prefix}${at}-list`) ?? document.getElementById(prefix + at)
    if (found) return found
  }
  return null
}

/**
 * Returns the label of a field without “(optional)”, after the name of its row. A row named “action 1” omits the label
 * “Action”.
 */
function labelOnPage(field: HTMLElement | null): string | undefined {
  const label =
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
      ? field.labels?.[0]
      : (document.getElementById(field?.getAttribute('aria-labelledby') ?? '') ??
        field?.closest('fieldset')?.querySelector('legend'))
  const row = field?.closest('[data-row]')?.querySelector('legend')
  const [ofRow = '', ofField = ''] = [...new Set([row, label])].map((one) => one?.textContent?.trim() ?? '')
  const isRepeated = ofRow.toLowerCase().startsWith(`${ofField.toLowerCase()} `)
  const names = [ofRow, isRepeated ? '' : ofField].filter(Boolean)
  const [first = ''] = names
  return names.length
    ? [first.charAt(0).toUpperCase() + first.slice(1), ...names.slice(1)]
        .join(', ')
        .replace(/ \(optional\)$/, '')
    : undefined
}

/**
 * Returns the submitted field that contains a path. A JSON field contains the paths of its items. A form without scripts has a
 * field for each path.
 */
function submittedField(path: string, values: FormRefusal['values']): string {
  if (values.plain === 'yes') return path
  for (let at = path; at.includes('.'); at = at.slice(0, at.lastIndexOf('.')))
    if (Object.hasOwn(values, at)) return at
  return Object.hasOwn(values, path.split('.')[0]!) ? path.split('.')[0]! : path
}
