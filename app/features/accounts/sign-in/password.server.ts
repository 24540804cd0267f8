import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { TryLater } from '#app/errors.ts'

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. Algorithm 2 is argon2id. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Password hasher, which runs one operation per processor core at a time. */
export type PasswordHasher = {
  /** Hashes a password with argon2id, as a PHC string. */
  hash(password: string): Promise<string>
  /**
   * Checks a password. If there is no hash, does the same work and returns false, so that the timing reveals nothing.
   */
  check(stored: string | null | undefined, password: string): Promise<boolean>
}

type HasherOptions = { atOnce?: number; waiting?: number; compare?: typeof verify }

/**
 * Creates the password hasher of the process. Each hash uses one core and 19 MiB of memory, so further operations are
 * queued. The hasher throws `TryLater` if `waiting` operations are already queued.
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
