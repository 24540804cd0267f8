/**
 * What each kind of letter is made from. A row of the outbox holds this and no secret: what a letter must prove, such as
 * the token of a link, is made when it is sent.
 */
export type EmailData = {
  /** Confirms a sign-up, or tells the one who has the address already that somebody tried. */
  confirm_signup: { signup_id: string }
  /** Asks the owner of an account to confirm its address. */
  verify_email: { user_id: string }
  /** Holds the link of an invitation. */
  invitation: { invitation_id: string }
  /** Lets whoever has the address set a new password; goes nowhere when nobody has an account with it. */
  reset_password: Record<string, never>
  /** Emails the owner that strangers used up the sign-in attempts. Sends nothing if no account has the address. */
  sign_in_paused: Record<string, never>
  password_changed: { user_id: string }
  identity_linked: { user_id: string; provider: string }
  identity_unlinked: { user_id: string; provider: string }
  /** Tells the operator of a message that came in through the contact form. */
  contact_message: { submission_id: string }
}

export type EmailKind = keyof EmailData

/** What each kind is called where people see it. */
export const emailNames: Record<EmailKind, string> = {
  confirm_signup: 'Confirm a sign-up',
  verify_email: 'Confirm an address',
  invitation: 'An invitation',
  reset_password: 'Set a new password',
  sign_in_paused: 'Failed sign-ins',
  password_changed: 'The password was changed',
  identity_linked: 'An identity was linked',
  identity_unlinked: 'An identity was unlinked',
  contact_message: 'A message from the contact form',
}

/** What may become of a letter, with the words for it. */
export const emailStatuses = {
  waiting: 'Waiting',
  sent: 'Sent',
  dropped: 'Not needed',
  failed: 'Failed',
} as const
export type EmailStatus = keyof typeof emailStatuses
