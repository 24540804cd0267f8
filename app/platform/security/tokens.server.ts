import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Config } from '#app/platform/config/config.server.ts'
import type { Secrets } from '#app/platform/db/secrets.server.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Secret that we show once: `<prefix><8 id><32 secret><6 checksum>` in base62, with `_` before the secret. */
type Token = { id: string; text: string }

/** Creates a token. The checksum lets clients and scanners detect typing errors offline. */
export function makeToken(prefix: string): Token {
  const id = random(8)
  const head = `${prefix}${id}_${random(32)}`
  return { id, text: head + checksum(head) }
}

/** Returns the id of a well-formed token with a valid checksum, else null. Does not authenticate the token. */
export function tokenId(prefix: string, text: string): string | null {
  if (!text.startsWith(prefix) || text.length !== prefix.length + 47) return null
  if (!/^[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/.test(text.slice(prefix.length))) return null
  return checksum(text.slice(0, -6)) === text.slice(-6) ? text.slice(prefix.length, prefix.length + 8) : null
}

/** Returns the HMAC-SHA-256 of a token in hex. Tokens have 190 random bits, so a slow hash is not needed. */
export function hashToken(
  { config, secrets }: { config: Pick<Config, 'keyPepper'>; secrets: Pick<Secrets, 'pepper'> },
  text: string,
): string {
  return createHmac('sha256', config.keyPepper ?? secrets.pepper)
    .update(text)
    .digest('hex')
}

/** Compares two hex digests in constant time. */
export function equalHashes(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Returns the SHA-256 in hex, for random, short-lived secrets. */
export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

const random = (length: number) => Array.from({ length }, () => alphabet[randomInt(62)]).join('')

function checksum(text: string) {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < 6; place++) {
    digits = alphabet[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
