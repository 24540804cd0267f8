import { z } from 'zod'

/** Messages for failed provider sign-ins, by code. The page URL contains the code. */
export const oauthErrors = {
  denied:
    'You cancelled the sign-in with the provider. Nothing was changed. To continue, try again and approve the request.',
  state: 'The sign-in took too long, or began in another browser. Try again.',
  no_email:
    'The provider sent no email address. Add an address to your account there, or sign up with a password.',
  unverified_email:
    'Your email address is not confirmed with the provider. Confirm the address there, then try again.',
  link_first:
    'An account with this email address already exists. Sign in with its password, then link the provider in your profile.',
  prove_first: 'Confirm your identity before you link a provider. Enter your password below.',
  linked_elsewhere:
    'This identity is linked to another account. Unlink the identity from that account first.',
  already_linked:
    'Another identity from this provider is already linked to your account. Unlink that identity first.',
  disabled: 'This account is disabled. Contact the site owner.',
  by_invitation:
    'Sign-up is by invitation only. Open the link in your invitation, then link the provider in your profile.',
  signup_closed: 'Sign-up is closed on this site. Only existing accounts can sign in.',
  provider_down: 'The provider did not respond, or sent an unexpected response. Try again soon.',
} as const

type OAuthError = keyof typeof oauthErrors
export const oauthError = z.enum(Object.keys(oauthErrors) as [OAuthError, ...OAuthError[]])

/** Error for a refused provider sign-in, shown on the page that the visitor returns to. */
export class OAuthRefused extends Error {
  constructor(readonly code: OAuthError) {
    super(oauthErrors[code])
  }
}
