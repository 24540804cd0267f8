import { redirect, redirectDocument, type ActionFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { canAccess, hasRole, isReadOnly, type AccessRights } from '#app/access.ts'
import { offeredProviders } from '#app/features/accounts/sign-in/identities.server.ts'
import { oauthError, oauthErrors } from '#app/features/accounts/sign-in/oauth.ts'
import { sameSitePath, START } from '#app/features/accounts/schema.ts'
import { isSetUp } from '#app/features/accounts/setup.server.ts'
import { signupMode } from '#app/features/accounts/signup-mode.server.ts'
import { signInByForm } from '#app/http/sign-in/password-sign-in.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { startSession } from '#app/http/auth/session-cookie.server.ts'
import { CurrentPassword, Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { ProviderButtons } from '#app/features/accounts/ui/provider-buttons.tsx'
import { signupClosedText } from '#app/features/accounts/ui/signup-words.ts'
import { ownValue } from '#app/primitives/objects.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { title: 'Sign in' } as const

export const loader = page('anyone', async ({ actor, config, db }, { search }) => {
  const wanted = sameSitePath.safeParse(search.get('redirect_to'))
  const redirectTo = wanted.success ? wanted.data : START
  if (actor.kind === 'user')
    throw redirect(isReadOnly(actor) ? '/demo' : redirectTo === START ? startOf(actor) : redirectTo)
  const error = oauthError.safeParse(search.get('error'))
  const problem = error.success ? oauthErrors[error.data] : null
  return {
    redirectTo,
    lead: leadFor(redirectTo),
    problem,
    done: search.get('done'),
    providers: offeredProviders({ config }),
    signup: await signupMode({ config, db }),
    isSetUp: await isSetUp({ db }),
  }
})

/** Returns the purpose of the sign-in, because private pages redirect visitors here. */
function leadFor(target: string): string {
  if (/^\/admin(?:[/?]|$)/.test(target)) return 'Sign in to open the console.'
  if (/^\/chat(?:[/?]|$)/.test(target)) return 'Sign in to search and ask questions in the chat.'
  if (/^\/profile(?:[/?]|$)/.test(target)) return 'Sign in to open your profile.'
  return 'Sign in to use your account and, if your role allows, the console.'
}

/** Returns the first page after sign-in: the only guild of a manager, the console, or the profile. */
function startOf(rights: AccessRights): string {
  if (hasRole(rights.role, 'console:open')) return '/admin'
  if (!canAccess(rights, 'console:open')) return '/profile'
  return rights.guildIds.length === 1 ? `/admin/guilds/${rights.guildIds[0]}` : '/admin'
}

// Loads a new document, so that no data of the anonymous page remains.
export const action = (args: ActionFunctionArgs) =>
  signInByForm(args, async ({ user, proof }, redirectTo) =>
    redirectDocument(redirectTo, { headers: { 'Set-Cookie': await startSession(args, user.id, proof) } }),
  )

/** Confirmation messages for actions that redirect to this page. */
const doneMessages: Record<string, string> = {
  verified: 'Your email address was confirmed. Sign in now.',
  reset: 'Your password was changed. Sign in with the new password.',
  deleted: 'Your account was deleted.',
}

export default function Login() {
  const { redirectTo, lead, problem, done, providers, signup, isSetUp } = useLoaderData<typeof loader>()
  const message = ownValue(doneMessages, done)
  const refusal = useActionData<typeof action>()
  return (
    <FormCard
      title="Sign in"
      lead={lead}
      button="Sign in"
      busy="Signing in"
      refusal={refusal}
      before={message && !refusal && <Notice tone="done" title={message} />}
      after={
        <>
          <ProviderButtons providers={providers} redirectTo={redirectTo} />
          <p>
            <a href="/reset-password" className="link inline-block">
              Forgot your password?
            </a>
          </p>
          {signup === 'open' && (
            <p className="mt-2">
              No account yet?{' '}
              <a href="/signup" className="link">
                Sign up
              </a>
              .
            </p>
          )}
          {signup !== 'open' && (
            <p className="mt-2">
              {isSetUp
                ? signupClosedText[signup]
                : 'This site has no owner yet. Open the setup link in the log of the server. For a new link, restart the server.'}
            </p>
          )}
        </>
      }
    >
      {problem && !refusal && <Notice tone="stop" title={problem} />}
      <input type="hidden" name="redirect_to" value={redirectTo} />
      <Field label="Email" name="email" type="email" autoComplete="username" required refusal={refusal} />
      <CurrentPassword label="Password" name="password" refusal={refusal} />
    </FormCard>
  )
}
