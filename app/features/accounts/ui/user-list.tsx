import type { ManagedUser } from '#app/features/accounts/schema.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'

/** Renders the accounts with links to their details. */
export function UserList({ users }: { users: ManagedUser[] }) {
  return (
    <ul className="mt-2">
      {users.map((user) => (
        <li
          key={user.id}
          className="grid gap-x-6 gap-y-0.5 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_8rem_13rem]"
        >
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <a href={`/admin/users/${user.id}`} className="link label inline-block py-0.5">
              {user.name}
            </a>
            <p className="text-soft">{user.email}</p>
          </div>
          <p>
            {user.role}
            {user.disabled_at && <span className="font-semibold text-stop">, disabled</span>}
          </p>
          <p className="text-muted">
            {user.last_seen_at ? (
              <>
                seen <RelativeTime at={user.last_seen_at} />
              </>
            ) : (
              <>
                not signed in, created <RelativeTime at={user.created_at} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
