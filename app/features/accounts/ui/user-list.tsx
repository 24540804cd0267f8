import type { ManagedUser } from '#app/features/accounts/schema.ts'
import { Chip } from '#app/ui/feedback/chip.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import type { ListState } from '#app/ui/lists/list-state.ts'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'

const columns: Column<ManagedUser>[] = [
  {
    name: 'Name',
    sort: { by: 'name', first: 'asc' },
    cell: ({ id, name }) => (
      <a href={`/admin/users/${id}`} className="link">
        {name}
      </a>
    ),
  },
  { name: 'Email', cell: ({ email }) => email },
  { name: 'Role', cell: ({ role }) => role },
  {
    name: 'Status',
    isState: true,
    cell: ({ disabled_at }) => (
      <Chip ink={disabled_at ? 'text-stop' : 'text-go'}>{disabled_at ? 'Disabled' : 'Active'}</Chip>
    ),
  },
  {
    name: 'Last seen',
    isWide: true,
    cell: ({ last_seen_at }) => (last_seen_at ? <RelativeTime at={last_seen_at} /> : 'not signed in'),
  },
  {
    name: 'Created',
    sort: { by: 'created_at', first: 'desc' },
    sorted: 'desc',
    isWide: true,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

/** Renders the accounts with links to their details. */
export const UserList = ({ users, list }: { users: ManagedUser[]; list: ListState }) => (
  <ListTable label="Accounts" list={list} rows={users} columns={columns} keyOf={({ id }) => id} />
)
