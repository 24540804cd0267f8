import { accountLetters } from '#app/features/accounts/emails.server.ts'
import { contactLetters } from '#app/features/contact/emails.server.ts'
import { invitationLetters } from '#app/features/invitations/emails.server.ts'
import type { Composers } from '#app/features/mail/email.server.ts'

/** Who writes which letter. A kind that nobody writes does not compile. */
export const composers: Composers = { ...accountLetters, ...invitationLetters, ...contactLetters }
