import { createHash } from 'node:crypto'
import type { Context } from '#app/context.server.ts'
import { Invalid } from '#app/errors.ts'
import { readLimited } from '#app/platform/outside/read-limited.server.ts'

/** How long a sign-up waits for the list of breached passwords, in milliseconds. */
const BREACH_CHECK_TIMEOUT_MS = 2_000

/** Maximum size of its response, in bytes. About a thousand lines of 40 are usual, including padding. */
const MAX_RESPONSE_BYTES = 512 * 1024

type Owner = { email: string; name: string }

/**
 * Throws if a new password is common, matches the email, the name or the service name, or, if configured, is from a known
 * breach. `field` is the form field of the error.
 */
export async function rejectWeakPassword(
  ctx: Pick<Context, 'config' | 'log'>,
  password: string,
  { email, name }: Owner,
  field = 'password',
): Promise<void> {
  const plain = password.toLowerCase()
  const [mailbox = ''] = email.split('@')
  if (plain === email) throw weakPasswordError(field, 'Use something other than your email address.')
  if ([mailbox, name.toLowerCase(), 'signpost'].some((word) => isWordAndDigits(plain, word)))
    throw weakPasswordError(
      field,
      'Use more than your name, email address or the name of this site with a few digits.',
    )
  if ((await commonPasswords()).has(plain))
    throw weakPasswordError(field, 'This is one of the most common passwords. Use another.')
  if (ctx.config.refuseBreachedPasswords && (await isBreached(ctx, password)))
    throw weakPasswordError(field, 'This password is in a list of stolen ones. Use another.')
}

const weakPasswordError = (path: string, message: string) =>
  new Invalid(`${path}: ${message}`, [{ path, message }])

/** Checks for a word with digits or symbols: `grace`, `Grace1999` and `grace!` are the same guess. */
const isWordAndDigits = (password: string, word: string) =>
  word.length > 2 && password.startsWith(word) && /^[\d\W_]*$/.test(password.slice(word.length))

let commonPasswordsPromise: Promise<Set<string>> | undefined

/**
 * Returns the 18,000 most common passwords of eight or more characters. Loads them on first use, because most processes
 * need none.
 */
function commonPasswords(): Promise<Set<string>> {
  return (commonPasswordsPromise ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter(({ length }) => length >= 8)),
  ))
}

/**
 * Checks Have I Been Pwned by k-anonymity: only five hex digits of the SHA-1 are sent. Returns false without a timely
 * response, so that an outage does not block users.
 */
async function isBreached({ log }: Pick<Context, 'log'>, password: string): Promise<boolean> {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const answer = await fetch(`https://api.pwnedpasswords.com/range/${digest.slice(0, 5)}`, {
      headers: { 'Add-Padding': 'true' },
      signal: AbortSignal.timeout(BREACH_CHECK_TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`it returned ${answer.status}`)
    const text = await readLimited(answer, MAX_RESPONSE_BYTES)
    if (text === null) throw new Error('its response was too long')
    return text.split(/\r?\n/).some((line) => {
      const [suffix, count] = line.split(':')
      return suffix === digest.slice(5) && Number(count) > 0
    })
  } catch (error) {
    log.warn({ err: error }, 'the list of breached passwords does not respond')
    return false
  }
}
