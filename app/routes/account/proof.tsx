import { redirectDocument } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isProved } from '#app/access.ts'
import { readProfile } from '#app/features/accounts/accounts.server.ts'
import { confirmPassword } from '#app/features/accounts/sign-in/credentials.server.ts'
import { confirmPasswordForm } from '#app/features/accounts/forms.ts'
import { proofMethods } from '#app/features/accounts/sign-in/proof-ways.server.ts'
import { sameSitePath } from '#app/features/accounts/schema.ts'
import { form } from '#app/http/pages/form.server.ts'
import { consumeFormLimit, page } from '#app/http/pages/page.server.ts'
import { sessionCookie } from '#app/http/auth/session-cookie.server.ts'
import { providerNames, type Provider } from '#app/platform/config/providers.ts'
import { CurrentPassword, Username } from '#app/ui/forms/field.tsx'
import { PageCard, FormCard } from '#app/ui/forms/form-card.tsx'
import { SignOut } from '#app/ui/layout/section-layout.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'profile:own', title: 'Confirm your identity' } as const

/** Returns the path in a query parameter, or null for other sites and for this page. */
function wantedPath(request: Request, name: 'redirect_to' | 'from'): string | null {
  const wanted = sameSitePath.safeParse(new URL(request.url).searchParams.get(name))
  return wanted.success && !/^\/proof\b/i.test(wanted.data) ? wanted.data : null
}

type Wanted = {
  /** Path to open after the proof. */
  redirectTo: string | null
  /** Path of the page that linked to a file. */
  from: string | null
}

const wantedPaths = (request: Request): Wanted => ({
  redirectTo: wantedPath(request, 'redirect_to'),
  from: wantedPath(request, 'from'),
})

/** Returns the URL of this page with the same paths. */
function proofPath({ redirectTo, from }: Wanted) {
  const query = new URLSearchParams({
    ...(redirectTo && { redirect_to: redirectTo }),
    ...(from && { from }),
  })
  return query.size ? `/proof?${query}` : '/proof'
}

const isFile = (path: string) => path.startsWith('/api/')

export const loader = page(handle.needs, async (ctx, { request }) => {
  const { redirectTo, from } = wantedPaths(request)
  const proved = isProved(ctx)
  if (proved && redirectTo && !isFile(redirectTo)) throw redirectDocument(redirectTo)
  const { email } = await readProfile(ctx)
  return { redirectTo, from, proved, email, ...(await proofMethods(ctx)) }
})

export const action = form(confirmPasswordForm, async (ctx, input, args) => {
  await consumeFormLimit(args, 'api_session')
  const { token, seconds } = await confirmPassword(ctx, input)
  const wanted = wantedPaths(args.request)
  const { redirectTo } = wanted
  const cookie = sessionCookie(token, seconds, args.context.facts.secure)
  const to = redirectTo && !isFile(redirectTo) ? redirectTo : proofPath(wanted)
  return redirectDocument(to, { headers: { 'Set-Cookie': cookie } })
})

/** Explains why the proof is needed. */
function proofReason(redirectTo: string | null) {
  if (!redirectTo)
    return 'Some actions require a confirmed identity. Confirm your identity here, then repeat the action within ten minutes.'
  const what = isFile(redirectTo) ? 'This download' : 'The page you opened'
  return `${what} requires a confirmed identity. The confirmation is valid for ten minutes.`
}

export default function Proof() {
  const { redirectTo, from, proved, email, password, providers } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  if (proved)
    return (
      <PageCard
        title="Identity confirmed"
        lead="The confirmation is valid for ten minutes."
        after={<SignOut />}
      >
        <p className="mt-6">
          {redirectTo ? (
            <span className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <a href={redirectTo} className="button">
                Download file
              </a>
              {from && (
                <a href={from} className="link">
                  Back to the previous page
                </a>
              )}
            </span>
          ) : (
            'Go back and repeat the step. You can close this window.'
          )}
        </p>
      </PageCard>
    )
  const lead = proofReason(redirectTo)
  const ways = <ProviderLinks providers={providers} back={proofPath({ redirectTo, from })} />
  if (password)
    return (
      <FormCard
        title="Confirm your identity"
        lead={lead}
        button="Confirm identity"
        busy="Confirming"
        refusal={refusal}
        after={
          <>
            {providers.length > 0 && <div className="mb-6">{ways}</div>}
            <SignOut />
          </>
        }
      >
        <Username email={email} />
        <CurrentPassword label="Your password" name="password" refusal={refusal} autoFocus />
      </FormCard>
    )
  return (
    <PageCard title="Confirm your identity" lead={lead} after={<SignOut />}>
      <div className="mt-6">
        {providers.length > 0 ? (
          ways
        ) : (
          <p>
            Your account has no password, and its linked providers are not available on this site.{' '}
            <a href="/reset-password" className="link">
              Set a password by email
            </a>
            , then sign in with that password.
          </p>
        )}
      </div>
    </PageCard>
  )
}

/** Renders links to the providers for a new sign-in. */
function ProviderLinks({ providers, back }: { providers: Provider[]; back: string }) {
  return (
    <p className="flex flex-wrap gap-4">
      {providers.map((provider) => (
        <a
          key={provider}
          href={`/api/auth/${provider}?${new URLSearchParams({ redirect_to: back })}`}
          className="button"
        >
          Continue with {providerNames[provider]}
        </a>
      ))}
    </p>
  )
}
