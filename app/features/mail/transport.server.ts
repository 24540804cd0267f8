import type { SendMailOptions } from 'nodemailer'
import type { Config } from '#app/platform/config/config.server.ts'
import { writeMessage } from '#app/features/mail/mailbox-folder.server.ts'
import { isLoopback } from '#app/primitives/loopback.ts'

/** A letter that is written and goes out now. `id` is the outbox’s. */
export type Message = {
  id: string
  to: string
  /** A plain address that answers go to. */
  replyTo?: string
  subject: string
  text: string
  html: string
  at: Date
}

/** What takes messages. Rejects with what the mail server or the file system said. */
export type MailTransport = { deliver(message: Message): Promise<void> }

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>

/** How long each step of a conversation with a mail server may take, and all of it, in milliseconds. */
const STEP_TIMEOUT_MS = 10_000
const TOTAL_TIMEOUT_MS = 30_000

/**
 * Sends by SMTP when `SMTP_URL` is set, else writes `.eml` files into the mailbox. The mail library is loaded with the first
 * message. `steps` shortens the times for tests.
 */
export function openMailTransport(
  config: Settings,
  steps = { step: STEP_TIMEOUT_MS, whole: TOTAL_TIMEOUT_MS },
): MailTransport {
  const { smtpUrl } = config
  return {
    async deliver(message) {
      const options = envelope(config, message)
      if (smtpUrl) return sendBySmtp(smtpUrl, options, steps)
      const bytes = await toBytes(options)
      await writeMessage(config, { id: message.id, at: message.at, bytes })
    },
  }
}

/** Each attempt has an id of its own: the link of a later one is another, so that it is no duplicate of the first. */
function envelope({ mailFrom }: Settings, message: Message): SendMailOptions {
  const { id, to, replyTo, subject, text, html, at } = message
  const from = senderOf(mailFrom)
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    subject,
    text,
    html,
    date: at,
    messageId: `<${id}.${at.getTime().toString(36)}@${from.address.split('@').at(-1)}>`.toLowerCase(),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** `Name <address>` in its two parts, so that a comma in the name does not make two senders. */
function senderOf(mailFrom: string) {
  const open = mailFrom.indexOf('<')
  if (open < 0 || !mailFrom.endsWith('>')) return { name: '', address: mailFrom }
  const name = mailFrom.slice(0, open).trimEnd()
  return { name: name.replace(/^"(.*)"$/, '$1'), address: mailFrom.slice(open + 1, -1) }
}

async function sendBySmtp(
  url: string,
  options: SendMailOptions,
  { step, whole }: { step: number; whole: number },
) {
  const transport = await createSmtpTransport(url, step)
  await transport
    .sendMail({ ...options, signal: AbortSignal.timeout(whole) })
    .finally(() => transport.close())
}

/** Connects, greets and signs in as for a letter, and sends none. Rejects with what the mail server said. */
export async function checkMailServer(url: string, step = STEP_TIMEOUT_MS): Promise<void> {
  const transport = await createSmtpTransport(url, step)
  await transport.verify().finally(() => transport.close())
}

/** Mail goes to another machine encrypted or not at all, unless the URL says `?requireTLS=false`. */
async function createSmtpTransport(url: string, step: number) {
  const [{ createTransport }, { default: SmtpTransport }] = await Promise.all([
    import('nodemailer'),
    import('nodemailer/lib/smtp-transport'),
  ])
  // A transport of its own for each message: a connection that broke while nothing was sent can fail nobody.
  return createTransport(
    new SmtpTransport({
      url,
      requireTLS: !isLoopback(new URL(url).hostname),
      connectionTimeout: step,
      greetingTimeout: step,
      socketTimeout: step,
      dnsTimeout: step,
    }),
  )
}

async function toBytes(options: SendMailOptions): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail(options)
  return message as Buffer
}
