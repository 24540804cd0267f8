import type { Message, MailTransport } from '#app/features/mail/transport.server.ts'
import type { TestApp } from '#tests/support/factories.ts'

/** A post that keeps what it is given, unless `fail` throws first. */
export function fakeMailTransport(fail: (message: Message) => void | Promise<void> = () => {}) {
  const taken: Message[] = []
  const post: MailTransport = {
    async deliver(message) {
      await fail(message)
      taken.push(message)
    },
  }
  return { ...post, taken }
}

/** The rows of the outbox for an address, the oldest first. */
export const outboxTo = ({ app }: TestApp, recipient: string) =>
  app.db.selectFrom('outbox').selectAll().where('recipient', '=', recipient).orderBy('id').execute()

const signs: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

/** The words that somebody sees of the body of an HTML document. */
export const visibleText = (html: string) =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[a-z0-9#]+;/g, (entity) => signs[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

/** A post that takes a message when it is released; `began` resolves when it has been given one. */
export function slowMailTransport() {
  let begin = () => {}
  let release = () => {}
  const began = new Promise<void>((resolve) => (begin = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  const post = fakeMailTransport(() => {
    begin()
    return released
  })
  return { post, began, release }
}
