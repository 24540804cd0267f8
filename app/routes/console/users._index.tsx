import { useLoaderData } from '@remix-run/react'
import { roles } from '#app/access.ts'
import { listUsers } from '#app/features/accounts/users.server.ts'
import { userSort, usersQuery } from '#app/features/accounts/schema.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'
import { choice, Filters, ResultCount, type Filter } from '#app/ui/lists/filters.tsx'
import { Pager } from '#app/ui/feedback/pager.tsx'
import { UserList } from '#app/features/accounts/ui/user-list.tsx'

export const handle = { needs: 'users:read', title: 'People' } as const

export const loader = page(handle.needs, async (ctx, { request }) => {
  const { query, list, number, path, pages } = listQuery(usersQuery.extend(userSort), request.url)
  const { users, total } = await listUsers(ctx, query)
  return { users, total, list, number, path, pages: pages(total) }
})

const filters: Filter[] = [
  { label: 'Name, email or id', name: 'q', type: 'search', maxLength: 254 },
  choice(
    'Role',
    'role',
    roles.map((value) => ({ value, name: value })),
  ),
  choice('Status', 'status', [
    { value: 'active', name: 'Active' },
    { value: 'disabled', name: 'Disabled' },
  ]),
]

export default function Users() {
  const { users, total, list, number, path, pages } = useLoaderData<typeof loader>()
  return (
    <Console
      here="/admin/users"
      title="People"
      lead="Everyone with an account on this site."
      actions={
        <a href="/admin/users/invitations" className="button">
          Invitations
        </a>
      }
    >
      <Filters
        label="Find people"
        list={list}
        filters={filters}
        count={<ResultCount total={total} one="account" many="accounts" />}
      />
      {users.length > 0 ? (
        <UserList users={users} list={list} />
      ) : (
        <EmptyState>No accounts match. Try part of a name or email address.</EmptyState>
      )}
      <Pager path={path} number={number} pages={pages} />
    </Console>
  )
}
