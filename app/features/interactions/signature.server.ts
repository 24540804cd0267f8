import { createPublicKey, verify, type KeyObject } from 'node:crypto'

const keys = new Map<string, KeyObject>()

/** Imports an Ed25519 public key from 64 hex digits and caches the key. */
function importKey(hex: string): KeyObject {
  let key = keys.get(hex)
  if (!key) {
    const x = Buffer.from(hex, 'hex').toString('base64url')
    keys.set(hex, (key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })))
  }
  return key
}

type Signed = { signature: string | null; timestamp: string | null; body: Uint8Array }

/**
 * Checks Discord's signature over the timestamp and the raw body. The timestamp must be within `maxSkew` seconds of
 * `now`. Returns false for malformed input.
 */
export function isSigned(
  publicKey: string,
  { signature, timestamp, body }: Signed,
  now: Date,
  maxSkew: number,
): boolean {
  if (!signature || !timestamp || !/^[0-9a-f]{128}$/i.test(signature) || !/^\d{1,12}$/.test(timestamp))
    return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > maxSkew) return false
  const message = Buffer.concat([Buffer.from(timestamp), body])
  return verify(null, message, importKey(publicKey), Buffer.from(signature, 'hex'))
}
