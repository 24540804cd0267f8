import { redirectDocument } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Refusal } from '#app/errors.ts'
import { acceptInvitation, checkInvitation } from '#app/features/invitations/accept-invitation.server.ts'
import { acceptForm } from '#app/features/invitations/schema.ts'
import { form } from '#app/http/pages/form.server.ts'
import { consumeFormLimit, page } from '#app/http/pages/page.server.ts'
import { startSession } from '#app/http/auth/session-cookie.server.ts'
import { CurrentPassword, Field, NewPassword, Username } from '#app/ui/forms/field.tsx'
import { PageCard, FormCard } from '#app/ui/forms/form-card.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { title: 'Accept invitation' } as const

/** Shows the invitation. Opening the link changes nothing, because mail scanners open links too. */
export const loader = page('anyone', async (ctx, args) => {
  const token = args.search.get('token') ?? ''
  await consumeFormLimit(args, 'account_token')
  try {
    return { token, found: await checkInvitation(ctx, token), spent: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { token, found: null, spent: error.message }
  }
})

export const action = form(acceptForm, async (ctx, input, args) => {
  await consumeFormLimit(args, 'account_token')
  const { userId, opens, proof, home } = await acceptInvitation(ctx, input)
  const headers: HeadersInit = opens ? { 'Set-Cookie': await startSession(args, userId, proof) } : {}
  return redirectDocument(home, { headers })
})

const title = 'Accept invitation'

export default function Invitation() {
  const { token, found, spent } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  if (!found)
    return (
      <PageCard title={title} lead="This link no longer works.">
        <div className="mt-6">
          <Notice tone="stop" title={spent ?? ''} />
        </div>
      </PageCard>
    )
  const { email, guild, asks } = found
  const what = `The invitation${guild ? ` to manage ${guild.name}` : ''} is for ${email}.`
  const signIn = `/login?${new URLSearchParams({ redirect_to: `/invitation?${new URLSearchParams({ token })}` })}`
  if (asks === 'other' || asks === 'provider')
    return (
      <PageCard title={title} lead={what}>
        <p className="mt-4 text-soft">
          {asks === 'other'
            ? 'You are signed in to another account. Sign out, then open the link again.'
            : 'Your account signs in with a provider. Sign in first, then accept the invitation.'}{' '}
          <a href={asks === 'other' ? '/logout' : signIn} className="link text-ink">
            {asks === 'other' ? 'Sign out' : 'Sign in'}
          </a>
        </p>
      </PageCard>
    )
  return (
    <FormCard
      title={title}
      lead={`${what} ${lead[asks]}`}
      button="Accept invitation"
      busy="Accepting"
      refusal={refusal}
    >
      <input type="hidden" name="token" value={token} />
      {asks === 'new' && (
        <>
          <Field label="Name" name="name" autoComplete="name" required refusal={refusal} />
          <Username email={email} />
          <NewPassword label="Password" name="password" refusal={refusal} />
        </>
      )}
      {asks === 'password' && (
        <>
          <Username email={email} />
          <CurrentPassword label="Your password" name="password" refusal={refusal} />
          <p>
            <a href="/reset-password" className="link">
              Forgot your password?
            </a>
          </p>
        </>
      )}
    </FormCard>
  )
}

const lead = {
  new: 'Enter a name and a password.',
  password: 'You already have an account. To accept the invitation, enter your password.',
  own: 'You are signed in to this account.',
}
