import { data, redirectDocument } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Forbidden } from '#app/errors.ts'
import { setupInput } from '#app/features/accounts/schema.ts'
import { checkSetup, completeSetup } from '#app/features/accounts/setup.server.ts'
import { form } from '#app/http/pages/form.server.ts'
import { consumeFormLimit, page } from '#app/http/pages/page.server.ts'
import { startSession } from '#app/http/auth/session-cookie.server.ts'
import { PageCard, FormCard } from '#app/ui/forms/form-card.tsx'
import { NewAccountFields } from '#app/features/accounts/ui/new-account-fields.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { title: 'Create owner account' } as const

export const loader = page('anyone', async (ctx, { search }) => {
  const token = search.get('token') ?? ''
  try {
    await checkSetup(ctx, token)
    return data({ token, spent: false })
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error
    return data({ token, spent: true }, { status: error.status })
  }
})

export const action = form(z.object({ ...setupInput.shape, token: z.string() }), async (ctx, input, args) => {
  await consumeFormLimit(args, 'signup')
  const { id } = await completeSetup(ctx, input)
  return redirectDocument('/admin/setup', { headers: { 'Set-Cookie': await startSession(args, id) } })
})

export default function Setup() {
  const { token, spent } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  if (spent) return <UsedLink />
  return (
    <FormCard
      title="Set up your site"
      lead="Create the owner account. This link works once."
      button="Create owner account"
      busy="Creating"
      refusal={refusal}
    >
      <input type="hidden" name="token" value={token} />
      <NewAccountFields refusal={refusal} />
    </FormCard>
  )
}

/** Renders the explanation of why the link is invalid and how to continue. */
const UsedLink = () => (
  <PageCard title="Set up your site" lead="This setup link is incomplete, already used or expired.">
    <p className="mt-6">
      If the site has an owner, sign in. Otherwise, restart the server and open the new link.
    </p>
    <p className="mt-6">
      <a href="/login" className="button">
        Sign in
      </a>
    </p>
  </PageCard>
)
