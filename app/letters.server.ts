import { accountLetters } from '#app/features/accounts/letters.server.ts'
import { contactLetters } from '#app/features/contact/letters.server.ts'
import type { Composers } from '#app/features/mail/letter.server.ts'

/** Who writes which letter. A kind that nobody writes does not compile. */
export const composers: Composers = { ...accountLetters, ...contactLetters }
