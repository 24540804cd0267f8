import type { Redirect } from '#app/features/content/redirects.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'
import { SelectAll, Selection, SelectRow } from '#app/ui/lists/selection.tsx'

const columns: Column<Redirect>[] = [
  { name: 'From', cell: ({ from }) => <code>{from}</code> },
  {
    name: 'To',
    cell: ({ to }) => (
      <a href={to} className="link">
        {to}
      </a>
    ),
  },
  { name: 'Created by', isWide: true, cell: ({ created_by }) => created_by ?? 'a changed entry URL' },
  { name: 'Created', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
]

const verbs = [{ value: 'delete', name: 'Delete', isDangerous: true }]

type Props = { redirects: Redirect[]; done: unknown }

/** Renders the redirects, each with a button that deletes it. Redirects can be selected. */
export const RedirectList = ({ redirects, done }: Props) => (
  <Selection verbs={verbs} done={done}>
    <ListTable
      label="Redirects"
      rows={redirects}
      columns={columns}
      keyOf={({ from }) => from}
      pickAll={<SelectAll />}
      pick={({ from, to }) => <SelectRow of={from} value={to} label={from} />}
      actions={({ from, to }) => (
        <PostForm
          intent="delete"
          button={
            <>
              Delete<span className="sr-only"> {from}</span>
            </>
          }
          busy="Deleting"
          look="button danger"
          className=""
        >
          <input type="hidden" name="from" value={from} />
          <input type="hidden" name="to" value={to} />
        </PostForm>
      )}
    />
  </Selection>
)

type NewProps = { refusal: FormRefusal | undefined; undo?: { from: string; to: string } }

/**
 * Renders the form that creates a redirect. With `undo`, also renders a button that restores the last deleted redirect.
 */
export function NewRedirect({ refusal, undo }: NewProps) {
  if (undo)
    return (
      <PostForm intent="create" button="Undo" busy="Undoing" className="mt-2">
        <input type="hidden" name="from" value={undo.from} />
        <input type="hidden" name="to" value={undo.to} />
      </PostForm>
    )
  return (
    <PostForm
      intent="create"
      button="Create redirect"
      busy="Creating"
      refusal={refusal}
      className="mt-4 max-w-xl space-y-5"
    >
      <Field
        label="From"
        name="from"
        hint="Such as /old-page."
        autoComplete="off"
        autoCapitalize="none"
        refusal={refusal}
        required
      />
      <Field
        label="To"
        name="to"
        hint="Such as /docs/first-bot."
        autoComplete="off"
        autoCapitalize="none"
        refusal={refusal}
        required
      />
    </PostForm>
  )
}
