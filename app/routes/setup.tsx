import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { setupInput } from '#app/features/accounts/schema.ts'
import { checkSetup, completeSetup } from '#app/features/accounts/setup.server.ts'
import { form } from '#app/http/form.server.ts'
import { limited, page } from '#app/http/page.server.ts'
import { startSession } from '#app/http/session-cookie.server.ts'
import { FormCard } from '#app/ui/form-card.tsx'
import { NewAccountFields } from '#app/ui/new-account-fields.tsx'
import { privateMeta } from '#app/ui/page-meta.ts'

export { clientAction } from '#app/http/client-action.ts'

export const meta = () => privateMeta('Set up Signpost')

export const loader = (args: LoaderFunctionArgs) =>
  page(args, 'anyone', async (ctx) => {
    const token = new URL(args.request.url).searchParams.get('token') ?? ''
    await checkSetup(ctx, token)
    return { token }
  })

export const action = (args: ActionFunctionArgs) =>
  form(args, z.object({ ...setupInput.shape, token: z.string() }), async (ctx, input) => {
    await limited(args, 'signup')
    const { id } = await completeSetup(ctx, input)
    return redirectDocument('/admin', { headers: { 'Set-Cookie': await startSession(args, id) } })
  })

export default function Setup() {
  const { token } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <FormCard
      title="Set up Signpost"
      lead="Make the owner’s account. This link works once."
      button="Make the owner"
      busy="Making the owner"
      refusal={refusal}
    >
      <input type="hidden" name="token" value={token} />
      <NewAccountFields refusal={refusal} />
    </FormCard>
  )
}
