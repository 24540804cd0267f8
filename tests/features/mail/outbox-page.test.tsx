import { expect, test } from 'vitest'
import type { OutboxEmail } from '#app/features/mail/queue.server.ts'
import { MailOutbox } from '#app/features/mail/ui/queue.tsx'
import { renderInRouter } from '#tests/support/render.tsx'

const at = '2026-11-21T12:00:00.000Z'
const email: OutboxEmail = {
  ...{ id: 'a', kind: 'Confirm your email address', recipient: 'ada@example.com' },
  ...{ created_at: at, next_attempt_at: at, settled_at: at, last_error: null },
  status: 'sent',
  attempts: 1,
}

test('the outbox calls emails sent only if there is a mail server', async () => {
  const textWith = async (isDelivered: boolean) => {
    const page = { status: undefined, number: 1, pages: 1, refusal: undefined, isDelivered }
    const html = await renderInRouter(<MailOutbox emails={[email]} {...page} />)
    return html.replace(/<[^>]+>/g, '|')
  }
  expect(await textWith(true)).toMatch(/\|Sent\|.*\|Sent\|/s)
  const stored = await textWith(false)
  expect(stored).toMatch(/\|Stored\|.*\|Stored\|/s)
  expect(stored).not.toContain('|Sent|')
})
