import { redirect, redirectDocument, type ActionFunctionArgs } from '@remix-run/node'
import { contextFor } from '#app/context.server.ts'
import { sessionActor } from '#app/http/auth/authenticate.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { endSession } from '#app/http/auth/session-cookie.server.ts'
import { FormCard } from '#app/ui/forms/form-card.tsx'

export const handle = { title: 'Sign out' } as const

export const loader = page('anyone', async ({ actor }) => {
  if (actor.kind !== 'user') throw redirect('/')
  return null
})

export const action = async (args: ActionFunctionArgs) => {
  const { app, facts } = args.context
  const ctx = contextFor(app, await sessionActor(args.context, args.request), facts)
  return redirectDocument('/', { headers: { 'Set-Cookie': await endSession(args, ctx) } })
}

/** Renders the page for direct visits, because a GET request must not sign the user out. */
export default function Logout() {
  return (
    <FormCard
      title="Sign out"
      lead="You will be signed out on this device."
      button="Sign out"
      busy="Signing out"
      refusal={undefined}
    >
      {null}
    </FormCard>
  )
}
