import { z } from 'zod'

/** Why a sign-in at a provider came to nothing, in words for the one who tried. The page gets the code in its address. */
export const oauthErrors = {
  denied: 'You did not let the provider tell us who you are, so nothing was done.',
  state: 'The sign-in took too long, or was begun in another browser. Start it once more.',
  no_email:
    'The provider gave us no e-mail address. Add one to your account there, or open an account with a password.',
  unverified_email: 'Your address is not confirmed at the provider. Confirm it there, then try again.',
  link_first:
    'There is an account with this address. Sign in to it with its password, then link the provider in your profile.',
  prove_first: 'Show that it is still you before you change this: enter your password below.',
  linked_elsewhere: 'This identity belongs to another account. Unlink it there first.',
  already_linked: 'Another identity of this provider is linked to your account. Unlink it first.',
  disabled: 'This account is disabled. Ask whoever runs this site.',
  by_invitation:
    'Sign-up is by invitation only. Open the link in your invitation, then link the provider in your profile.',
  signup_closed: 'Sign-up is closed on this site. Only existing accounts can sign in.',
  provider_down:
    'The provider does not answer, or answers with something we do not understand. Try again in a moment.',
} as const

type OAuthError = keyof typeof oauthErrors
export const oauthError = z.enum(Object.keys(oauthErrors) as [OAuthError, ...OAuthError[]])

/** A sign-in at a provider that is refused. It is told on the page that the visitor comes back to. */
export class OAuthRefused extends Error {
  constructor(readonly code: OAuthError) {
    super(oauthErrors[code])
  }
}
