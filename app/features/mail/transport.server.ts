import type { SendMailOptions } from 'nodemailer'
import type { Config } from '#app/platform/config/config.server.ts'
import { writeMessage } from '#app/features/mail/mailbox-folder.server.ts'
import { isLoopback } from '#app/primitives/loopback.ts'

/** Rendered email. `id` is the id of the email in the outbox. */
export type Message = {
  id: string
  to: string
  /** Plain address for replies. */
  replyTo?: string
  /** Name of the sender if `MAIL_FROM` has no name. */
  sender: string
  subject: string
  text: string
  html: string
  at: Date
}

/** Transport of messages. Rejects with the error of the mail server or file system. */
export type MailTransport = { deliver(message: Message): Promise<void> }

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>

/** Timeouts for each step and for a whole delivery, in milliseconds. */
const STEP_TIMEOUT_MS = 10_000
const TOTAL_TIMEOUT_MS = 30_000

/**
 * Creates a transport: SMTP if `SMTP_URL` is set, else `.eml` files in the mailbox. Loads the mail library for the
 * first message. `steps` shortens timeouts in tests.
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

/** Builds the mail options. Each attempt has a different link, and therefore a different message id. */
function envelope({ mailFrom }: Settings, message: Message): SendMailOptions {
  const { id, to, replyTo, sender, subject, text, html, at } = message
  const { name, address } = senderOf(mailFrom)
  const from = { name: name || sender, address }
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

/** Splits `Name <address>`, so that a comma in the name does not create two senders. */
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

/** Connects and signs in to the mail server without sending an email. Rejects with the server's error. */
export async function checkMailServer(url: string, step = STEP_TIMEOUT_MS): Promise<void> {
  const transport = await createSmtpTransport(url, step)
  await transport.verify().finally(() => transport.close())
}

/** Creates an SMTP transport. Requires TLS for remote hosts unless the URL contains `?requireTLS=false`. */
async function createSmtpTransport(url: string, step: number) {
  const [{ createTransport }, { default: SmtpTransport }] = await Promise.all([
    import('nodemailer'),
    import('nodemailer/lib/smtp-transport'),
  ])
  // Uses a new transport for each message, so that a broken idle connection cannot fail a delivery.
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
