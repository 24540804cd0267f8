/** Reasons why visitors cannot sign up. */
export const signupClosedText = {
  invite: 'Sign-up is by invitation only.',
  closed: 'Sign-up is closed on this site.',
} as const

/** What happens to emails without a mail server, for people without access to the console. */
export const noMailServerText = 'This site sends no email. It stores emails for its administrators.'
