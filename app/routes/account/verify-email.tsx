import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Refusal } from '#app/errors.ts'
import { verifyEmailForm } from '#app/features/accounts/forms.ts'
import { checkVerification, verifyEmail } from '#app/features/accounts/signup.server.ts'
import { form } from '#app/http/pages/form.server.ts'
import { consumeFormLimit, page } from '#app/http/pages/page.server.ts'
import { Field, NewPassword, Username } from '#app/ui/forms/field.tsx'
import { PageCard, FormCard } from '#app/ui/forms/form-card.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { title: 'Confirm your email address' } as const

/** Shows a confirmation button. Opening the link changes nothing, because mail scanners open links too. */
export const loader = page('anyone', async (ctx, args) => {
  const token = args.search.get('token') ?? ''
  await consumeFormLimit(args, 'account_token')
  try {
    return { token, ...(await checkVerification(ctx, token)), spent: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { token, email: null, name: null, choosesPassword: false, spent: error.message }
  }
})

export const action = form(verifyEmailForm, async (ctx, input, args) => {
  await consumeFormLimit(args, 'account_token')
  await verifyEmail(ctx, input)
  return redirect(ctx.actor.kind === 'user' ? '/profile?done=verified' : '/login?done=verified')
})

export default function VerifyEmail() {
  const { token, email, name, choosesPassword, spent } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  if (spent !== null)
    return (
      <PageCard title="Confirm your email address" lead="This link no longer works.">
        <div className="mt-6">
          <Notice tone="stop" title={spent} />
        </div>
        <p className="mt-5 text-soft">
          Your address may already be confirmed:{' '}
          <a href="/login" className="link text-ink">
            sign in
          </a>
          . You can request another email on your{' '}
          <a href="/profile" className="link text-ink">
            profile page
          </a>{' '}
          or{' '}
          <a href="/signup" className="link text-ink">
            sign up
          </a>{' '}
          again.
        </p>
      </PageCard>
    )
  return (
    <FormCard
      title="Confirm your email address"
      lead={
        choosesPassword
          ? `Choose the password for ${email}. The new password replaces any earlier password. Earlier sessions will be signed out.`
          : `Confirm that ${email} belongs to you.`
      }
      button="Confirm email address"
      busy="Confirming"
      refusal={refusal}
    >
      <input type="hidden" name="token" value={token} />
      {choosesPassword && (
        <>
          <Field
            label="Name"
            name="name"
            autoComplete="name"
            defaultValue={name}
            required
            refusal={refusal}
          />
          <Username email={email} />
          <NewPassword label="Password" name="password" refusal={refusal} />
        </>
      )}
    </FormCard>
  )
}
