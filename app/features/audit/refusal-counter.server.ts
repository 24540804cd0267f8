import type { AuditAction } from '#app/features/audit/schema.ts'
import { networkOf } from '#app/platform/security/networks.server.ts'

/** Maximum number of networks per audit row. */
const MAX_NETWORKS = 5

/** Kinds of refusals and the actions of their audit rows. */
export const refusalActions = {
  key: 'key.refused',
  runner: 'runner.refused',
  sign_in: 'sign_in.throttled',
} as const satisfies Record<string, AuditAction>

type Kind = keyof typeof refusalActions
type Count = { count: number; networks: Set<string>; others: boolean }

/** In-memory counter of refused API keys, refused runner tokens and rate-limited sign-ins. */
export type RefusalCounter = {
  /** Counts one refusal from an address. */
  note(kind: Kind, address: string): void
  /** Passes each count to `write`, and keeps the count if `write` fails. */
  flush(write: (kind: Kind, count: Count) => Promise<void>): Promise<void>
}

/** Creates the counter. Counts each kind of refusal with a few networks, but never stores a key or an email. */
export function createRefusalCounter(): RefusalCounter {
  const counts = new Map<Kind, Count>()
  const add = (kind: Kind, { count, networks, others }: Count) => {
    const before = counts.get(kind) ?? { count: 0, networks: new Set(), others: false }
    const named = [...new Set([...before.networks, ...networks])]
    counts.set(kind, {
      count: before.count + count,
      networks: new Set(named.slice(0, MAX_NETWORKS)),
      others: before.others || others || named.length > MAX_NETWORKS,
    })
  }
  return {
    note: (kind, address) =>
      add(kind, { count: 1, networks: new Set([networkOf(address) ?? 'unknown']), others: false }),
    async flush(write) {
      for (const [kind, count] of [...counts]) {
        counts.delete(kind)
        try {
          await write(kind, count)
        } catch (error) {
          add(kind, count)
          throw error
        }
      }
    },
  }
}
