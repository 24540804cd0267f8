import type { Manager } from '#app/features/guilds/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'

const columns: Column<Manager>[] = [
  {
    name: 'Name',
    cell: ({ user_id, name }) => (
      <a href={`/admin/users/${user_id}`} className="link">
        {name}
      </a>
    ),
  },
  { name: 'Email', cell: ({ email }) => email },
  { name: 'Manager since', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
]

type Props = { managers: Manager[]; removal: FormRefusal | undefined }

/** Renders the managers of a guild, each with a button to remove them. */
export const ManagerList = ({ managers, removal }: Props) =>
  managers.length > 0 && (
    <ListTable
      label="Managers"
      rows={managers}
      columns={columns}
      keyOf={({ user_id }) => user_id}
      actions={({ user_id, name }) => (
        <PostForm
          intent="remove"
          button={
            <>
              Remove<span className="sr-only"> {name}</span>
            </>
          }
          busy="Removing"
          refusal={removal?.values.userId === user_id ? removal : undefined}
          className="space-y-4"
        >
          <input type="hidden" name="userId" value={user_id} />
        </PostForm>
      )}
    />
  )
