/** Reasons why visitors cannot sign up. */
export const signupClosedText = {
  invite: 'Sign-up is by invitation only.',
  closed: 'Sign-up is closed on this site.',
} as const
