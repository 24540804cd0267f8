import type { Email } from 'postal-mime'
import { allow, outranks, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Forbidden, NotFound } from '#app/errors.ts'
import { partyOf, recordAudit } from '#app/features/audit/audit.server.ts'
import {
  deleteMessage,
  messageNames,
  readMessageFile,
  timeOfMessage,
} from '#app/features/mail/mailbox-folder.server.ts'
import { recipientAt } from '#app/features/mail/store.server.ts'

const PER_PAGE = 25

/** Headers of a message in the mailbox. */
export type MessageHead = { name: string; at: string; to: string; subject: string }

/** Lists a page of this instance's mailbox, newest first. Returns null if mail is sent by SMTP. */
export async function listMailbox(ctx: Context, { page }: { page: number }) {
  allow(ctx, 'mail:read')
  if (ctx.config.smtpUrl) return null
  const names = await messageNames(ctx.config)
  const shown = names.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const heads = await Promise.all(shown.map((name) => parsedHead(ctx, name).catch(missing)))
  return {
    messages: heads.filter((head) => head !== null).map(headOf),
    number: page,
    pages: Math.max(1, Math.ceil(names.length / PER_PAGE)),
  }
}

/** Returns the headers of a message. `hidden` explains why the actor cannot read the message, or is null. */
export async function openMessage(ctx: Context, { name }: { name: string }) {
  allow(ctx, 'mail:read')
  const message = await parsedHead(ctx, name)
  const { hidden } = await readAccess(ctx, message)
  return { ...headOf(message), hidden }
}

/**
 * Reads a message and records the access in the audit log. Throws `Forbidden` if a recipient has another account that
 * the actor does not outrank, because links in a message can give access to an account.
 */
export async function readMessage(ctx: Context, { name }: { name: string }) {
  allow(ctx, 'mail:read')
  const message = await parsed(ctx, name)
  const { hidden, target } = await readAccess(ctx, message)
  if (hidden) throw new Forbidden(hidden)
  await recordAudit(ctx, { action: 'mail.read', target, details: { message: name } })
  const { headers, text = '', html = '' } = message.email
  return {
    ...headOf(message),
    headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    text,
    html,
  }
}

/**
 * Deletes the messages to an email address from this instance's mailbox. Other instances delete their copies after the
 * retention period. Callers authorize first.
 */
export async function deleteMailboxMessages(ctx: Context, address: string): Promise<void> {
  for (const name of await messageNames(ctx.config)) {
    const message = await parsedHead(ctx, name).catch(missing)
    if (message && recipientsOf(message.email).includes(address)) await deleteMessage(ctx.config, name)
  }
}

type Parsed = { name: string; email: Email }

const parsed = async (ctx: Context, name: string) => parse(name, await bytesOf(ctx, name))

/** Parses only the headers, because the body takes most of the time. */
async function parsedHead(ctx: Context, name: string): Promise<Parsed> {
  const bytes = await bytesOf(ctx, name)
  const end = bytes.indexOf('\r\n\r\n')
  return parse(name, end < 0 ? bytes : bytes.subarray(0, end))
}

async function bytesOf({ config }: Context, name: string): Promise<Buffer> {
  const bytes = await readMessageFile(config, name)
  if (!bytes) throw new NotFound('This message does not exist. Messages are kept for thirty days.')
  return bytes
}

async function parse(name: string, bytes: Buffer): Promise<Parsed> {
  const { default: PostalMime } = await import('postal-mime')
  return { name, email: await PostalMime.parse(bytes) }
}

/** Skips messages that were deleted while the list was built. */
function missing(error: unknown) {
  if (error instanceof NotFound) return null
  throw error
}

const recipientsOf = ({ to = [], cc = [], bcc = [] }: Email) =>
  [...to, ...cc, ...bcc].flatMap((one) => one.group ?? [one]).map(({ address }) => address)

const headOf = ({ name, email }: Parsed): MessageHead => ({
  name,
  at: timeOfMessage(name),
  to: recipientsOf(email).join(', '),
  subject: email.subject ?? '',
})

async function readAccess(ctx: Context, { name, email }: Parsed) {
  const { userId, role } = requireUser(ctx)
  const addresses = recipientsOf(email)
  const rows = await Promise.all(addresses.map((address) => recipientAt(ctx.db, address)))
  const above = rows.some((row) => row && row.id !== userId && !outranks(role, row.role))
  const [first] = rows
  const target = first ? partyOf(first) : { kind: 'message', id: name, name: null }
  const hidden = above
    ? 'The recipient is an administrator or an owner. Only the recipient and owners can read this email, because its link can give access to the account.'
    : null
  return { hidden, target }
}
