/** What is said of a message that was sent, by the page and by the script. */
export const sentTitle = 'Your message was sent'
export const sentWords = 'A person reads it, and answers to the address that you gave.'

/** What is wrong with the fields of the form, for who has left it to the script to look. */
export const fieldWords: Record<string, { missing: string; wrong: string }> = {
  name: { missing: 'Enter your name.', wrong: 'Use at most 100 characters.' },
  email: { missing: 'Enter an e-mail address.', wrong: 'This is not an e-mail address.' },
  subject: { missing: '', wrong: 'Use at most 150 characters.' },
  message: { missing: 'Write a message.', wrong: 'From 8 to 5,000 characters.' },
}
