import type { Db } from '#app/platform/db/connection.server.ts'

/** Notes that a proof of work was used. False when it was before: of two who bring it at once, one is first. */
export async function spendWork(db: Db, { id, expiresAt }: { id: string; expiresAt: string }) {
  const row = await db
    .insertInto('solved_challenges')
    .values({ id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What does not count any more need not be remembered. */
export const forgetWork = (db: Db, now: string) =>
  db.deleteFrom('solved_challenges').where('expires_at', '<', now).execute()

export const challengeHealth = (db: Db, provider: string) =>
  db.selectFrom('challenge_health').selectAll().where('provider', '=', provider).executeTakeFirst()

/** Notes that a provider answered, once in a while and at once after a failure. `lately` is how long ago a while is. */
export const noteAnswer = (db: Db, provider: string, { at, lately }: { at: string; lately: string }) =>
  db
    .insertInto('challenge_health')
    .values({ provider, answered_at: at })
    .onConflict((conflict) =>
      conflict
        .column('provider')
        .doUpdateSet({ answered_at: at })
        .where((where) =>
          where.or([
            where('challenge_health.answered_at', 'is', null),
            where('challenge_health.answered_at', '<=', lately),
            where('challenge_health.failed_at', '>=', where.ref('challenge_health.answered_at')),
          ]),
        ),
    )
    .execute()

/** Notes that a provider could not be asked, and why. */
export const noteFailure = (db: Db, provider: string, { at, failure }: { at: string; failure: string }) =>
  db
    .insertInto('challenge_health')
    .values({ provider, failed_at: at, failure })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ failed_at: at, failure }))
    .execute()
