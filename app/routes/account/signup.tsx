import { redirect, redirectDocument } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isReadOnly } from '#app/access.ts'
import { offeredProviders } from '#app/features/accounts/sign-in/identities.server.ts'
import { signUp } from '#app/features/accounts/signup.server.ts'
import { signupMode } from '#app/features/accounts/signup-mode.server.ts'
import { signupInput } from '#app/features/accounts/schema.ts'
import { form } from '#app/http/pages/form.server.ts'
import { consumeFormLimit, page } from '#app/http/pages/page.server.ts'
import { startSession } from '#app/http/auth/session-cookie.server.ts'
import { PageCard, FormCard } from '#app/ui/forms/form-card.tsx'
import { NewAccountFields } from '#app/features/accounts/ui/new-account-fields.tsx'
import { ProviderButtons } from '#app/features/accounts/ui/provider-buttons.tsx'
import { signupClosedText } from '#app/features/accounts/ui/signup-words.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { title: 'Sign up' } as const

export const loader = page('anyone', async ({ actor, config, db }, { search }) => {
  if (actor.kind === 'user') throw redirect(isReadOnly(actor) ? '/demo' : '/profile')
  const sent = search.has('sent')
  return {
    sent,
    mail: Boolean(config.smtpUrl),
    mode: await signupMode({ config, db }),
    providers: offeredProviders({ config }),
  }
})

export const action = form(z.object(signupInput.shape), async (ctx, input, args) => {
  await consumeFormLimit(args, 'signup')
  const user = await signUp(ctx, input)
  if (!user) return redirect('/signup?sent')
  return redirectDocument('/profile', { headers: { 'Set-Cookie': await startSession(args, user.id) } })
})

export default function Signup() {
  const { sent, mail, mode, providers } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  if (sent) return <Sent />
  if (mode !== 'open') return <NotOpen mode={mode} />
  return (
    <FormCard
      title="Sign up"
      lead={`You do not need an account to read public pages.${mail ? ' We email you a link to choose your password.' : ''}`}
      button="Sign up"
      busy="Signing up"
      refusal={refusal}
      after={
        <>
          <ProviderButtons providers={providers} redirectTo="/profile" />
          <p>
            Already have an account?{' '}
            <a href="/login" className="link">
              Sign in
            </a>
            .
          </p>
        </>
      }
    >
      <NewAccountFields refusal={refusal} password={!mail} />
    </FormCard>
  )
}

/** Renders the explanation of why a visitor cannot sign up and how to get an account. */
function NotOpen({ mode }: { mode: 'invite' | 'closed' }) {
  return (
    <PageCard title="Sign up" lead={signupClosedText[mode]}>
      <p className="mt-4 text-soft">
        {mode === 'invite' &&
          'Ask an administrator for an invitation, then open the invitation link. The link works once and expires after seven days. '}
        If you have an account,{' '}
        <a href="/login" className="link text-ink">
          sign in
        </a>
        .
      </p>
    </PageCard>
  )
}

/** Renders the confirmation of a sign-up, with the same text whether or not the address has an account. */
function Sent() {
  return (
    <PageCard title="Check your email" lead="We sent an email to the address you entered.">
      <p className="mt-4 text-soft">
        Open the link in the email within a day to choose your password. If no email arrives within a few
        minutes, check your spam folder or{' '}
        <a href="/signup" className="link text-ink">
          try again
        </a>
        .
      </p>
    </PageCard>
  )
}
