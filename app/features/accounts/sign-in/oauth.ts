import { z } from 'zod'

/** Messages for failed sign-ins at a provider. The page receives the code in its URL. */
export const oauthErrors = {
  denied: 'You cancelled at the provider. Nothing was changed.',
  state: 'The sign-in took too long, or began in another browser. Try again.',
  no_email: 'The provider sent no email address. Add one to your account there, or sign up with a password.',
  unverified_email: 'Your address is not confirmed at the provider. Confirm it there, then try again.',
  link_first:
    'An account with this address exists. Sign in with its password, then link the provider in your profile.',
  prove_first: 'Confirm your identity before you change this: enter your password below.',
  linked_elsewhere: 'This identity belongs to another account. Unlink it there first.',
  already_linked: 'Another identity of this provider is linked to your account. Unlink it first.',
  disabled: 'This account is disabled. Contact the site owner.',
  by_invitation:
    'Sign-up is by invitation only. Open the link in your invitation, then link the provider in your profile.',
  signup_closed: 'Sign-up is closed on this site. Only existing accounts can sign in.',
  provider_down: 'The provider does not respond, or sent an unexpected response. Try again soon.',
} as const

type OAuthError = keyof typeof oauthErrors
export const oauthError = z.enum(Object.keys(oauthErrors) as [OAuthError, ...OAuthError[]])

/** Error for a refused sign-in at a provider. It is shown on the page that the visitor returns to. */
export class OAuthRefused extends Error {
  constructor(readonly code: OAuthError) {
    super(oauthErrors[code])
  }
}
