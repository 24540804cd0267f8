import type { ProofOfWork } from '#app/features/contact/challenge.ts'

/** Number of attempts that run in parallel, on browser threads. */
const CONCURRENCY = 4

/**
 * Solves a challenge and returns the encoded ALTCHA payload. Uses Web Crypto, which does not block the page. Throws if
 * the challenge has expired or the page does not use HTTPS, which Web Crypto requires.
 */
export async function solveProofOfWork(challenge: ProofOfWork): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix, algorithm, expiresAt } = challenge.parameters
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  const hash = /^PBKDF2\/(SHA-256)$/.exec(algorithm)?.[1]
  if (!subtle || !hash)
    throw new Error('This browser cannot solve the challenge. Use a current browser over HTTPS.')
  const [prefix, salted] = [bytesOf(nonce), bytesOf(salt)]

  async function tryOne(counter: number) {
    const password = new Uint8Array(prefix.length + 4)
    password.set(prefix)
    new DataView(password.buffer).setUint32(prefix.length, counter)
    const key = await subtle!.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const how = { name: 'PBKDF2', salt: salted, iterations: cost, hash }
    const derivedKey = hexOf(new Uint8Array(await subtle!.deriveBits(how, key, keyLength * 8)))
    return { counter, derivedKey }
  }

  for (let first = 0; Date.now() < expiresAt * 1_000; first += CONCURRENCY) {
    const tries = await Promise.all(Array.from({ length: CONCURRENCY }, (_, more) => tryOne(first + more)))
    const solution = tries.find(({ derivedKey }) => derivedKey.startsWith(keyPrefix))
    if (solution) return btoa(JSON.stringify({ challenge, solution }))
  }
  throw new Error('The challenge took too long. Try again.')
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
