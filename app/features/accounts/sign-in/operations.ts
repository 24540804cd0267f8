import { oauthQuery } from '#app/features/accounts/schema.ts'
import { operation } from '#app/operations/operation.ts'
import { providerNames, providers } from '#app/platform/config/providers.ts'

export const beginOperation = operation('beginSignIn', 'GET /api/auth/{provider}', {
  access: 'session',
  limit: 'oauth',
  query: oauthQuery,
  answers: { 302: null },
  refuses: [503],
  summary: 'Sign in with a provider or link an account',
})

export const finishOperation = operation('finishSignIn', 'GET /api/auth/{provider}/callback', {
  access: 'session',
  limit: 'oauth',
  answers: { 302: null },
  refuses: [503],
  summary: 'Handle the callback from a provider',
  description:
    'Sets the `session` cookie, or redirects to `/login?error=` with a code that the page explains.',
})

const described = providers.flatMap((provider) => {
  const name = providerNames[provider]
  const suffix = provider.charAt(0).toUpperCase() + provider.slice(1)
  return [
    {
      ...beginOperation,
      id: `begin${suffix}`,
      path: `/api/auth/${provider}`,
      summary: `Sign in with ${name} or link an account`,
      description: `Redirects to ${name} with a state and a PKCE challenge. Returns 503 if the provider is not configured.`,
    },
    {
      ...finishOperation,
      id: `finish${suffix}`,
      path: `/api/auth/${provider}/callback`,
      summary: `Handle the callback from ${name}`,
    },
  ]
})

/** Operations for all providers in the API document, by operation id. */
export const providerOperations = Object.fromEntries(described.map((one) => [one.id, one]))
