import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Refusal } from '#app/errors.ts'
import {
  checkResetToken,
  confirmPasswordReset,
  requestPasswordReset,
} from '#app/features/accounts/sign-in/credentials.server.ts'
import { confirmResetForm, requestResetForm } from '#app/features/accounts/forms.ts'
import { noMailServerText } from '#app/features/accounts/ui/signup-words.ts'
import { form } from '#app/http/pages/form.server.ts'
import { consumeFormLimit, page } from '#app/http/pages/page.server.ts'
import { rememberDevice } from '#app/http/auth/session-cookie.server.ts'
import { Field, NewPassword, Username } from '#app/ui/forms/field.tsx'
import { PageCard, FormCard } from '#app/ui/forms/form-card.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { title: 'Set a new password' } as const

/** Loads the data of one of three pages: the request form, its confirmation, or the form for a new password. */
export const loader = page('anyone', async (ctx, args) => {
  const token = args.search.get('token')
  const sent = args.search.has('sent')
  const mail = Boolean(ctx.config.smtpUrl)
  if (token === null) return { token, sent, mail, email: null, isClaim: false, spent: null }
  await consumeFormLimit(args, 'account_token')
  try {
    const { email, email_verified_at } = await checkResetToken(ctx, token)
    return { token, sent, mail, email, isClaim: !email_verified_at, spent: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { token: null, sent, mail, email: null, isClaim: false, spent: error.message }
  }
})

const requestLink = form(requestResetForm, async (ctx, input, args) => {
  await consumeFormLimit(args, 'reset')
  await requestPasswordReset(ctx, input)
  return redirect('/reset-password?sent')
})

const setPassword = form(confirmResetForm, async (ctx, input, args) => {
  await consumeFormLimit(args, 'account_token')
  rememberDevice(args, await confirmPasswordReset(ctx, input))
  return redirect('/login?done=reset')
})

export const action = (args: ActionFunctionArgs) =>
  new URL(args.request.url).searchParams.has('token') ? setPassword(args) : requestLink(args)

export default function ResetPassword() {
  const { token, email, isClaim, mail, sent, spent } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  if (sent) return mail ? <Sent /> : <Stored />
  if (token !== null && email !== null)
    return (
      <FormCard
        title="Set a new password"
        lead={`For ${email}. You will be signed out on all your devices.${isClaim ? ' This address was never confirmed, so your name and picture will be reset.' : ''}`}
        button="Set password"
        busy="Saving"
        refusal={refusal}
      >
        <input type="hidden" name="token" value={token} />
        <Username email={email} />
        <NewPassword label="New password" name="new_password" refusal={refusal} />
      </FormCard>
    )
  return (
    <FormCard
      title="Forgot your password?"
      lead={
        mail
          ? 'We will email you a link to set a new password.'
          : `${noMailServerText} Request a link to set a new password, then ask an administrator for the link.`
      }
      button={mail ? 'Send link' : 'Request link'}
      busy={mail ? 'Sending' : 'Requesting'}
      refusal={refusal}
      before={spent && !refusal && <Notice tone="stop" title={spent} />}
      after={<BackToLogin />}
    >
      <Field label="Email" name="email" type="email" autoComplete="username" required refusal={refusal} />
    </FormCard>
  )
}

function Sent() {
  return (
    <PageCard
      title="Check your email"
      lead="If an account uses this email address, we sent a link to the address."
      after={<BackToLogin />}
    >
      <p className="mt-4 text-soft">
        The link works for an hour. If no email arrives within a few minutes, check your spam folder or{' '}
        <a href="/reset-password" className="link text-ink">
          request another link
        </a>
        .
      </p>
    </PageCard>
  )
}

/** Renders the confirmation without a mail server. Only owners can read the emails of administrators. */
const Stored = () => (
  <PageCard
    title="Ask an administrator"
    lead="If an account uses this email address, we stored an email with a link. Administrators can read the email."
    after={<BackToLogin />}
  >
    <p className="mt-4 text-soft">
      The link works for an hour. If you are an administrator, ask an owner. If you are the only owner, set
      the password on the command line of the server.
    </p>
  </PageCard>
)

function BackToLogin() {
  return (
    <p>
      Back to the{' '}
      <a href="/login" className="link">
        sign-in
      </a>
      .
    </p>
  )
}
