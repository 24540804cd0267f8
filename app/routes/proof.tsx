import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isProved } from '#app/access.ts'
import { readProfile } from '#app/features/accounts/accounts.server.ts'
import { confirmPassword } from '#app/features/accounts/credentials.server.ts'
import { confirmPasswordForm } from '#app/features/accounts/forms.ts'
import { ownPath, providerNames } from '#app/features/accounts/schema.ts'
import { form } from '#app/http/form.server.ts'
import { limited, page } from '#app/http/page.server.ts'
import { sessionCookie } from '#app/http/session-cookie.server.ts'
import { CurrentPassword, Username } from '#app/ui/field.tsx'
import { Card, FormCard } from '#app/ui/form-card.tsx'
import { privateMeta } from '#app/ui/page-meta.ts'

export { clientAction } from '#app/http/client-action.ts'

export const handle = { needs: 'profile:own' } as const

export const meta = () => privateMeta('Confirm your identity')

/** Returns the path to open after the proof; null if it is not on this site or is this page. */
function wantedPath(request: Request): string | null {
  const wanted = ownPath.safeParse(new URL(request.url).searchParams.get('redirect_to'))
  return wanted.success && !/^\/proof\b/i.test(wanted.data) ? wanted.data : null
}

const isFile = (path: string) => path.startsWith('/api/')

export const loader = (args: LoaderFunctionArgs) =>
  page(args, handle.needs, async (ctx) => {
    const redirectTo = wantedPath(args.request)
    const proved = isProved(ctx)
    if (proved && redirectTo && !isFile(redirectTo)) throw redirectDocument(redirectTo)
    const { email, has_password, connections } = await readProfile(ctx)
    return { redirectTo, proved, email, hasPassword: has_password, connections }
  })

export const action = (args: ActionFunctionArgs) =>
  form(args, confirmPasswordForm, async (ctx, input) => {
    await limited(args, 'api_session')
    const { token, seconds } = await confirmPassword(ctx, input)
    const redirectTo = wantedPath(args.request)
    const query = redirectTo ? `?${new URLSearchParams({ redirect_to: redirectTo })}` : ''
    const cookie = sessionCookie(token, seconds, args.context.facts.secure)
    const to = redirectTo && !isFile(redirectTo) ? redirectTo : `/proof${query}`
    return redirectDocument(to, { headers: { 'Set-Cookie': cookie } })
  })

const lead = 'This step needs a proof of identity from the last ten minutes.'

export default function Proof() {
  const { redirectTo, proved, email, hasPassword, connections } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  if (proved)
    return (
      <Card
        title="Identity confirmed"
        lead="Your proof of identity is valid for ten minutes."
        after={<SignOut />}
      >
        <p className="mt-6">
          {redirectTo ? (
            <a href={redirectTo} className="button">
              Download file
            </a>
          ) : (
            'Go back and repeat the step. You can close this window.'
          )}
        </p>
      </Card>
    )
  if (hasPassword)
    return (
      <FormCard
        title="Confirm your identity"
        lead={lead}
        button="Confirm identity"
        busy="Confirming"
        refusal={refusal}
        after={<SignOut />}
      >
        <Username email={email} />
        <CurrentPassword label="Your password" name="password" refusal={refusal} />
      </FormCard>
    )
  const back = `/proof${redirectTo ? `?${new URLSearchParams({ redirect_to: redirectTo })}` : ''}`
  return (
    <Card title="Confirm your identity" lead={lead} after={<SignOut />}>
      <p className="mt-6 flex flex-wrap gap-4">
        {connections.map((provider) => (
          <a
            key={provider}
            href={`/api/auth/${provider}?${new URLSearchParams({ redirect_to: back })}`}
            className="button"
          >
            Continue with {providerNames[provider]}
          </a>
        ))}
      </p>
    </Card>
  )
}

const SignOut = () => (
  <form method="post" action="/logout">
    <button type="submit" className="button small">
      Sign out
    </button>
  </form>
)
