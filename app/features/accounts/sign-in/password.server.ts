import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { TryLater } from '#app/errors.ts'

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. Algorithm 2 is argon2id. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Password hasher. It runs as many operations at once as there are cores. */
export type PasswordHasher = {
  /** Hashes a password with argon2id, as a PHC string. */
  hash(password: string): Promise<string>
  /** Checks a password. Without a hash it does the same work and returns false, so that timing reveals nothing. */
  check(stored: string | null | undefined, password: string): Promise<boolean>
}

type HasherOptions = { atOnce?: number; waiting?: number; compare?: typeof verify }

/**
 * Creates the password hasher of the process. Each hash takes a core and 19 MiB, so others wait in a queue. Throws
 * `TryLater` if `waiting` others are already in it.
 */
export function createPasswordHasher({
  atOnce = availableParallelism(),
  waiting = 256,
  compare = verify,
}: HasherOptions = {}): PasswordHasher {
  const limit = pLimit(atOnce)
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting) {
      throw new TryLater('unavailable', 'Too many people are signing in right now. Try again in a moment.', 3)
    }
    return limit(work)
  }
  const stranger = hash('nobody has this password', parameters)
  return {
    hash: async (password) => inTurn(() => hash(password, parameters)),
    async check(stored, password) {
      const hashed = stored ?? (await stranger)
      const right = await inTurn(() => compare(hashed, password))
      return Boolean(stored) && right
    },
  }
}
