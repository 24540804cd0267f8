import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'

type Person = { user_id: string; name: string; email: string; created_at: string }

type Props<Row> = {
  label: string
  rows: readonly Row[]
  /** Column of the state of a row, if rows have states. */
  state?: Column<Row>
  /** Name of the column with the time since when a person has access. */
  since: string
  /** Intent of the form that removes a row. */
  intent: string
  /** Object of the button after “Remove”, for screen readers. */
  objectOf(row: Row): string
  /** Refusal of the form that removes a row. */
  removal: FormRefusal | undefined
}

/** Renders the people with access to a guild, each with a button that removes the access. */
export const AccessList = <Row extends Person>({ label, rows, state, since, intent, ...row }: Props<Row>) => (
  <ListTable
    label={label}
    rows={rows}
    columns={[
      {
        name: 'Name',
        cell: ({ user_id, name }) => (
          <a href={`/admin/users/${user_id}`} className="link">
            {name}
          </a>
        ),
      },
      ...(state ? [state] : []),
      { name: 'Email', cell: ({ email }) => email },
      { name: since, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
    ]}
    keyOf={({ user_id }) => user_id}
    actions={(one) => (
      <PostForm
        intent={intent}
        button={
          <>
            Remove<span className="sr-only"> {row.objectOf(one)}</span>
          </>
        }
        busy="Removing"
        refusal={row.removal?.values.userId === one.user_id ? row.removal : undefined}
        className="space-y-4"
      >
        <input type="hidden" name="userId" value={one.user_id} />
      </PostForm>
    )}
  />
)
