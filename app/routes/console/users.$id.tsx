import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { outranks, requireUser, roles } from '#app/access.ts'
import { closeSessions, readUser, updateUser } from '#app/features/accounts/users.server.ts'
import { updateUserInput } from '#app/features/accounts/schema.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { UserFacts, UserForms } from '#app/features/accounts/ui/user-detail.tsx'
import { ownValue } from '#app/primitives/objects.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'users:read', title: 'Account' } as const

export const loader = page(handle.needs, async (ctx, { id, search }) => {
  const { role, userId } = requireUser(ctx)
  const { user } = await readUser(ctx, { id })
  return {
    user,
    own: user.id === userId,
    manageable: user.id !== userId && outranks(role, user.role),
    givable: roles.filter((one) => outranks(role, one)),
    done: search.get('done'),
  }
})

export const action = forms(({ id }) => {
  const back = (done: string) => redirect(`/admin/users/${id}?done=${done}`)
  return {
    role: formHandler(z.object(updateUserInput.shape).pick({ role: true }), async (ctx, { role }) => {
      await updateUser(ctx, { id, role })
      return back('role')
    }),
    disable: formHandler(z.object({}), async (ctx) => {
      await updateUser(ctx, { id, disabled: true })
      return back('disabled')
    }),
    enable: formHandler(z.object({}), async (ctx) => {
      await updateUser(ctx, { id, disabled: false })
      return back('enabled')
    }),
    sessions: formHandler(z.object({}), async (ctx) => {
      await closeSessions(ctx, { id })
      return back('sessions')
    }),
  }
})

const doneMessages: Record<string, string> = {
  role: 'The role was changed. The new role takes effect when the user opens the next page.',
  disabled: 'The account was disabled and signed out everywhere.',
  enabled: 'The account can sign in again.',
  sessions: 'The account was signed out everywhere.',
}

export default function User() {
  const { user, own, manageable, givable, done } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <Console
      here="/admin/users"
      crumbs={[]}
      title={user.name}
      lead={<span className="[overflow-wrap:anywhere]">{user.email}</span>}
    >
      <PageNotice tone="done" title={!refusal && ownValue(doneMessages, done)} />
      <UserFacts user={user} />
      {manageable ? (
        <UserForms user={user} givable={givable} refusal={refusal} />
      ) : (
        <p className="mt-6 max-w-2xl text-soft">
          {own
            ? 'This is your own account. Another administrator can change its role. Other settings are in your profile.'
            : 'Only an owner can change this account.'}
        </p>
      )}
    </Console>
  )
}
