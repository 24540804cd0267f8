import { createHash } from 'node:crypto'
import type { Context } from '#app/context.server.ts'
import { Invalid } from '#app/errors.ts'
import { readLimited } from '#app/platform/outside/read-limited.server.ts'

/** Timeout for the list of breached passwords, in milliseconds. */
const BREACH_CHECK_TIMEOUT_MS = 2_000

/**
 * Maximum size of the list of breached passwords, in bytes. A typical list has 1,000 lines of 40 bytes, including
 * padding.
 */
const MAX_RESPONSE_BYTES = 512 * 1024

type Owner = { email: string; name: string }

/**
 * Throws if a new password is common or matches the email, the user's name or the name of the site. If configured, also
 * throws if the password is from a known breach. `field` is the form field that gets the error.
 */
export async function rejectWeakPassword(
  ctx: Pick<Context, 'config' | 'contentIndex' | 'log'>,
  password: string,
  { email, name }: Owner,
  field = 'password',
): Promise<void> {
  const plain = password.toLowerCase()
  const [mailbox = ''] = email.split('@')
  if (plain === email) throw weakPasswordError(field, 'Use a password that is not your email address.')
  if (
    [mailbox, name.toLowerCase(), ctx.contentIndex.site.name.toLowerCase()].some((word) =>
      isWordAndDigits(plain, word),
    )
  )
    throw weakPasswordError(
      field,
      'Use a password that is not based on your name, your email address or the name of this site.',
    )
  if ((await commonPasswords()).has(plain))
    throw weakPasswordError(field, 'This is one of the most common passwords. Use another password.')
  if (ctx.config.refuseBreachedPasswords && (await isBreached(ctx, password)))
    throw weakPasswordError(field, 'This password is in a list of stolen passwords. Use another password.')
}

const weakPasswordError = (path: string, message: string) =>
  new Invalid(`${path}: ${message}`, [{ path, message }])

/** Checks whether a password is a word with optional digits and symbols, such as `grace`, `Grace1999` or `grace!`. */
const isWordAndDigits = (password: string, word: string) =>
  word.length > 2 && password.startsWith(word) && /^[\d\W_]*$/.test(password.slice(word.length))

let commonPasswordsPromise: Promise<Set<string>> | undefined

/**
 * Returns the 18,000 most common passwords of eight or more characters. Loads the passwords on first use, because most
 * processes do not need them.
 */
function commonPasswords(): Promise<Set<string>> {
  return (commonPasswordsPromise ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter(({ length }) => length >= 8)),
  ))
}

/**
 * Checks a password with Have I Been Pwned, which receives only five hex digits of the SHA-1 hash. Returns false
 * without a timely response, so that an outage does not block users.
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
    if (text === null) throw new Error('the list of breached passwords was too long')
    return text.split(/\r?\n/).some((line) => {
      const [suffix, count] = line.split(':')
      return suffix === digest.slice(5) && Number(count) > 0
    })
  } catch (error) {
    log.warn({ err: error }, 'the list of breached passwords does not respond')
    return false
  }
}
