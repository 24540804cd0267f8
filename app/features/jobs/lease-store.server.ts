import type { Db } from '#app/platform/db/connection.server.ts'
import { isOut, isQueued, isWithin, type Scope } from '#app/features/jobs/store.server.ts'

/** What a runner says that it has: the job, and the token that proves it. */
export type Held = { job_id: string; lease_token: string }

const held = (leases: Held[]) => ({
  ids: leases.map(({ job_id }) => job_id),
  tokens: leases.map(({ lease_token }) => lease_token),
})

/** Those that were leased under these tokens and are taken on now, or were before. */
export function markRunning(
  db: Db,
  leases: Held[],
  { now, expiresAt, scope }: { now: string; expiresAt: string; scope: Scope },
) {
  const { ids, tokens } = held(leases)
  return db
    .updateTable('jobs')
    .set(({ fn, val }) => ({
      state: 'running',
      accepted_at: fn.coalesce('accepted_at', val(now)),
      accept_by: null,
      lease_expires_at: expiresAt,
      returned: 0,
    }))
    .where('id', 'in', ids)
    .where('lease_token', 'in', tokens)
    .where(isWithin(scope))
    .where(isOut)
    .returning(['id', 'guild_id'])
    .execute()
}

/** Makes the leases that are still held end later. */
export function extend(db: Db, leases: Held[], { expiresAt, scope }: { expiresAt: string; scope: Scope }) {
  const { ids, tokens } = held(leases)
  return db
    .updateTable('jobs')
    .set({ lease_expires_at: expiresAt })
    .where('id', 'in', ids)
    .where('lease_token', 'in', tokens)
    .where(isWithin(scope))
    .where(isOut)
    .returning(['id', 'cancel_requested_at', 'deadline_at'])
    .execute()
}

/** Gives leases that are still held to another session of the same runner, which goes on with them. */
export function rebind(
  db: Db,
  leases: Held[],
  { session, scope, now, expiresAt }: { session: string; scope: Scope; now: string; expiresAt: string },
) {
  const { ids, tokens } = held(leases)
  return db
    .updateTable('jobs')
    .set(({ fn, val }) => ({
      state: 'running',
      instance_id: session,
      accepted_at: fn.coalesce('accepted_at', val(now)),
      accept_by: null,
      lease_expires_at: expiresAt,
      returned: 0,
    }))
    .where('id', 'in', ids)
    .where('lease_token', 'in', tokens)
    .where(isWithin(scope))
    .where(isOut)
    .returning('id')
    .execute()
}

/** The jobs that a session has. */
export const jobsOfSession = (db: Db, session: string, scope: Scope) =>
  db
    .selectFrom('jobs')
    .select(['id', 'lease_token'])
    .where(isOut)
    .where('instance_id', '=', session)
    .where(isWithin(scope))
    .execute()

/** The ids of jobs leased since a time whose lease is over, and of those that nobody took on in time; some at a time, the longest waiting first. */
export const jobsGone = (since: string) => (db: Db, now: string, limit: number) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where(isOut)
    .where('leased_at', '>=', since)
    .where(({ or, eb }) => or([eb('lease_expires_at', '<=', now), eb('accept_by', '<=', now)]))
    .orderBy('id')
    .limit(limit)
    .execute()

/** The ids of jobs that nobody has begun before their deadline. */
export const jobsTooLate = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where(isQueued)
    .where('deadline_at', '<=', now)
    .orderBy('deadline_at')
    .limit(limit)
    .execute()

/** Ends jobs that are in the queue, without an attempt. */
export const endQueued = (
  db: Db,
  ids: string[],
  row: { state: 'failed' | 'cancelled'; error: string; at: string },
) =>
  db
    .updateTable('jobs')
    .set({ state: row.state, error: row.error, finished_at: row.at })
    .where('id', 'in', ids)
    .where(isQueued)
    .returningAll()
    .execute()

/** Has every lease that ends after `beyond` end at these times. */
export const clamp = (
  db: Db,
  { beyond, expiresAt, acceptBy }: { beyond: string; expiresAt: string; acceptBy: string },
) =>
  db
    .updateTable('jobs')
    .set(({ eb }) => ({
      lease_expires_at: expiresAt,
      accept_by: eb.case().when('accept_by', 'is', null).then(null).else(acceptBy).end(),
    }))
    .where(isOut)
    .where('lease_expires_at', '>', beyond)
    .execute()
