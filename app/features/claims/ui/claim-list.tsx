import type { GuildClaim } from '#app/features/claims/schema.ts'
import { Chip } from '#app/ui/feedback/chip.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'

const columns: Column<GuildClaim>[] = [
  {
    name: 'Name',
    cell: ({ user_id, name }) => (
      <a href={`/admin/users/${user_id}`} className="link">
        {name}
      </a>
    ),
  },
  {
    name: 'Status',
    isState: true,
    cell: ({ suspended_at }) =>
      suspended_at ? (
        <Chip ink="text-stop">Suspended: no Manage Server permission</Chip>
      ) : (
        <Chip ink="text-go">Manager</Chip>
      ),
  },
  { name: 'Email', cell: ({ email }) => email },
  { name: 'Claimed', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
]

type Props = { claims: GuildClaim[]; removal: FormRefusal | undefined }

/** Renders the claims of a guild, each with a button to remove it. */
export const ClaimList = ({ claims, removal }: Props) => (
  <ListTable
    label="Claims"
    rows={claims}
    columns={columns}
    keyOf={({ user_id }) => user_id}
    actions={({ user_id, name }) => (
      <PostForm
        intent="remove-claim"
        button={
          <>
            Remove<span className="sr-only"> the claim of {name}</span>
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
