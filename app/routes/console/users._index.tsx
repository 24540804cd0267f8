import { useLoaderData } from '@remix-run/react'
import { roles } from '#app/access.ts'
import { listUsers } from '#app/features/accounts/users.server.ts'
import { usersQuery } from '#app/features/accounts/schema.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { Select } from '#app/ui/forms/field.tsx'
import { ResultCount, Filters, SearchField } from '#app/ui/forms/filters.tsx'
import { Pager } from '#app/ui/feedback/pager.tsx'
import { UserList } from '#app/features/accounts/ui/user-list.tsx'

export const handle = { needs: 'users:read', title: 'People' } as const

export const loader = page(handle.needs, async (ctx, { request }) => {
  const { query, filters, number, path, pages } = listQuery(usersQuery, request.url)
  const { users, total } = await listUsers(ctx, query)
  return { users, total, filters, number, path, pages: pages(total) }
})

const any = { value: '', name: 'Any' }

export default function Users() {
  const { users, total, filters, number, path, pages } = useLoaderData<typeof loader>()
  return (
    <Console here="/admin/users" title="People" lead="Everyone with an account on this site, newest first.">
      <p className="mb-6">
        <a href="/admin/users/invitations" className="link inline-block py-1">
          Invitations
        </a>
      </p>
      <Filters label="Find people" clear={Object.keys(filters).length ? '/admin/users' : null}>
        <SearchField label="Name, email or id" q={filters.q} />
        <Select
          label="Role"
          name="role"
          value={filters.role ?? ''}
          options={[any, ...roles.map((value) => ({ value, name: value }))]}
        />
        <Select
          label="Status"
          name="status"
          value={filters.status ?? ''}
          options={[any, { value: 'active', name: 'active' }, { value: 'disabled', name: 'disabled' }]}
        />
      </Filters>
      <ResultCount total={total} one="account" many="accounts" />
      {users.length > 0 ? (
        <UserList users={users} />
      ) : (
        <p className="mt-4 max-w-2xl text-soft">No accounts match. Try part of a name or email address.</p>
      )}
      <Pager path={path} number={number} pages={pages} />
    </Console>
  )
}
