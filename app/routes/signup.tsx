import { redirect, redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { offeredProviders } from '#app/features/accounts/identities.server.ts'
import { signUp } from '#app/features/accounts/signup.server.ts'
import { signupInput } from '#app/features/accounts/schema.ts'
import { form } from '#app/http/form.server.ts'
import { limited, page } from '#app/http/page.server.ts'
import { startSession } from '#app/http/session-cookie.server.ts'
import { Card, FormCard } from '#app/ui/form-card.tsx'
import { NewAccountFields } from '#app/ui/new-account-fields.tsx'
import { privateMeta } from '#app/ui/page-meta.ts'
import { ProviderButtons } from '#app/ui/provider-buttons.tsx'

export { clientAction } from '#app/http/client-action.ts'

export const meta = () => privateMeta('Open an account')

export const loader = (args: LoaderFunctionArgs) =>
  page(args, 'anyone', async ({ actor, config }) => {
    if (actor.kind === 'user') throw redirect('/profile')
    const sent = new URL(args.request.url).searchParams.has('sent')
    return { sent, providers: offeredProviders({ config }) }
  })

export const action = (args: ActionFunctionArgs) =>
  form(args, z.object(signupInput.shape), async (ctx, input) => {
    await limited(args, 'signup')
    const user = await signUp(ctx, input)
    if (!user) return redirect('/signup?sent')
    return redirectDocument('/profile', { headers: { 'Set-Cookie': await startSession(args, user.id) } })
  })

export default function Signup() {
  const { sent, providers } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  if (sent) return <Sent />
  return (
    <FormCard
      title="Open an account"
      lead="Everything public can be read without one."
      button="Open the account"
      busy="Opening the account"
      refusal={refusal}
      after={
        <>
          <ProviderButtons providers={providers} redirectTo="/profile" />
          <p>
            Have one already?{' '}
            <a href="/login" className="link">
              Sign in
            </a>
            .
          </p>
        </>
      }
    >
      <NewAccountFields refusal={refusal} />
    </FormCard>
  )
}

/** Says the same whether there was an account with the address or not. */
function Sent() {
  return (
    <Card title="Look into your mail" lead="A letter is on its way to the address that you gave.">
      <p className="mt-4 text-soft">
        Follow its link within a day to open the account. Nothing came after a few minutes? Look among the
        unwanted mail, or{' '}
        <a href="/signup" className="link text-ink">
          try once more
        </a>
        .
      </p>
    </Card>
  )
}
