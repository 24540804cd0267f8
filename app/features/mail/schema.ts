/**
 * Data of each kind of email, stored in the outbox. Link tokens are created when the email is sent, so the data
 * contains no secrets.
 */
export type EmailData = {
  /** Confirms a sign-up, or notifies the owner of an existing account about the attempt. */
  confirm_signup: { signup_id: string }
  /** Asks the owner of an account to confirm its email address. */
  verify_email: { user_id: string }
  /** Contains an invitation link. */
  invitation: { invitation_id: string }
  /** Lets the owner of the address set a new password. Sends nothing if no account has the address. */
  reset_password: Record<string, never>
  /** Notifies the owner that other people used up the sign-in attempts. Sends nothing if no account has the address. */
  sign_in_paused: Record<string, never>
  password_changed: { user_id: string }
  identity_linked: { user_id: string; provider: string }
  identity_unlinked: { user_id: string; provider: string }
  /** Notifies the operator about a message from the contact form. */
  contact_message: { submission_id: string }
  /** Notifies an owner about a pending server. */
  guild_pending: { guild_id: string }
  /** Notifies an owner about a request for an API key. Contains the command that creates the key. */
  key_requested: { request_id: string }
  /** Notifies the person who requested a key. */
  key_request_decided: { request_id: string }
  /** Notifies an owner about the first use of an API key from a network. */
  key_new_network: { key_id: string; network: string; at: string }
}

export type EmailKind = keyof EmailData

/** Display names of the email kinds. */
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
  guild_pending: 'A server is waiting for approval',
  key_requested: 'A request for an API key',
  key_request_decided: 'A decision on an API key',
  key_new_network: 'First use of an API key from a network',
}

/** Email statuses, with their labels. */
export const emailStatuses = {
  waiting: 'Waiting',
  sent: 'Sent',
  dropped: 'Not needed',
  failed: 'Failed',
} as const
export type EmailStatus = keyof typeof emailStatuses
