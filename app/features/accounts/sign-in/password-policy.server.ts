import { createHash } from 'node:crypto'
import type { Context } from '#app/context.server.ts'
import { Invalid } from '#app/errors.ts'
import { readLimited } from '#app/platform/outside/read-limited.server.ts'

/** How long a sign-up waits for the list of breached passwords, in milliseconds. */
const BREACH_CHECK_TIMEOUT_MS = 2_000

/** Of its answer, in bytes: about a thousand lines of 40, padding included. */
const MAX_RESPONSE_BYTES = 512 * 1024

type Owner = { email: string; name: string }

/**
 * Refuses a new password that others would try first: a common one, one that is the e-mail address, the name or the name
 * of this service, and, where the setting says so, one from a known breach. `field` is where the form shows it.
 */
export async function rejectWeakPassword(
  ctx: Pick<Context, 'config' | 'log'>,
  password: string,
  { email, name }: Owner,
  field = 'password',
): Promise<void> {
  const plain = password.toLowerCase()
  const [mailbox = ''] = email.split('@')
  if (plain === email) throw weakPasswordError(field, 'Use something other than your e-mail address.')
  if ([mailbox, name.toLowerCase(), 'signpost'].some((word) => isWordAndDigits(plain, word)))
    throw weakPasswordError(
      field,
      'Use something that does not come from your name, your address or this site.',
    )
  if ((await commonPasswords()).has(plain))
    throw weakPasswordError(field, 'This is one of the passwords that everybody tries first. Use another.')
  if (ctx.config.refuseBreachedPasswords && (await isBreached(ctx, password)))
    throw weakPasswordError(field, 'This password is in a list of stolen ones. Use another.')
}

const weakPasswordError = (path: string, message: string) =>
  new Invalid(`${path}: ${message}`, [{ path, message }])

/** `grace`, `Grace1999` and `grace!` are all the same guess. */
const isWordAndDigits = (password: string, word: string) =>
  word.length > 2 && password.startsWith(word) && /^[\d\W_]*$/.test(password.slice(word.length))

let commonPasswordsPromise: Promise<Set<string>> | undefined

/** The 18,000 most common passwords of eight characters and more. Read when first needed: most processes never do. */
function commonPasswords(): Promise<Set<string>> {
  return (commonPasswordsPromise ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter(({ length }) => length >= 8)),
  ))
}

/**
 * Asks Have I Been Pwned by k-anonymity: five digits of the SHA-1 go out, never the password or its hash. When there is no
 * answer in time the password passes: a list that is down must not close the door.
 */
async function isBreached({ log }: Pick<Context, 'log'>, password: string): Promise<boolean> {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const answer = await fetch(`https://api.pwnedpasswords.com/range/${digest.slice(0, 5)}`, {
      headers: { 'Add-Padding': 'true' },
      signal: AbortSignal.timeout(BREACH_CHECK_TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`it answered ${answer.status}`)
    const text = await readLimited(answer, MAX_RESPONSE_BYTES)
    if (text === null) throw new Error('it answered more than it should')
    return text.split(/\r?\n/).some((line) => {
      const [suffix, count] = line.split(':')
      return suffix === digest.slice(5) && Number(count) > 0
    })
  } catch (error) {
    log.warn({ err: error }, 'the list of breached passwords does not answer')
    return false
  }
}
