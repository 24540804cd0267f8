import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { allow, isReadOnly } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { TryLater } from '#app/errors.ts'
import { directoryOf } from '#app/features/directory/directory.server.ts'
import {
  botPermissions,
  memberDetails,
  memberList,
  type QueryKind,
  type QueryResult,
} from '#app/features/directory/schema.ts'
import { allowGuild } from '#app/features/guilds/guilds.server.ts'
import type { Signals } from '#app/platform/signals/types.ts'
import { MINUTE } from '#app/primitives/time.ts'

/** Milliseconds that a runner has for its response. */
const RESPONSE_TIMEOUT_MS = 5_000

const results = { member_search: memberList, member: memberDetails, bot_permissions: botPermissions }
type Result<K extends QueryKind> = z.output<(typeof results)[K]>
type Query<K extends QueryKind> = { guildId: string; kind: K; args: Record<string, unknown> }

type OpenQuery = { guildId: string; resolve: (response: QueryResult) => void }

/** Open queries by reference, for each signal bus. */
const openQueries = new WeakMap<Signals, Map<string, OpenQuery>>()

/** Returns the open queries of this process. Call it at startup, so that the subscription exists before the first query. */
export function queriesOn(signals: Signals) {
  const known = openQueries.get(signals)
  if (known) return known
  const open = new Map<string, OpenQuery>()
  openQueries.set(signals, open)
  signals.subscribe('query_result', ({ guild, ...response }) => {
    const query = open.get(response.ref)
    if (query && (guild === null || guild === query.guildId)) query.resolve(response as QueryResult)
  })
  return open
}

/**
 * Asks a connected runner of a guild. Throws `TryLater` if no runner responds in time. Callers authorize first and
 * validate the arguments.
 */
export async function askRunner<K extends QueryKind>(
  ctx: Pick<Context, 'signals'>,
  { guildId, kind, args }: Query<K>,
): Promise<Result<K>> {
  const open = queriesOn(ctx.signals)
  const ref = randomUUID()
  let timer: NodeJS.Timeout | undefined
  const response = await new Promise<QueryResult | null>((resolve) => {
    timer = setTimeout(() => resolve(null), RESPONSE_TIMEOUT_MS)
    open.set(ref, { guildId, resolve })
    void ctx.signals.publish('query', { ref, guild: guildId, kind, args })
  }).finally(() => {
    clearTimeout(timer)
    open.delete(ref)
  })
  if (!response) throw new TryLater('unavailable', 'No runner of this server responded. Try again later.', 10)
  const parsed = results[kind].safeParse(response.result)
  if (response.error || !parsed.success)
    throw new TryLater('unavailable', 'The runner could not respond to the query. Try again later.', 10)
  return parsed.data as Result<K>
}

/** Passes the response of a runner to the instance that asked. Ignores responses about guilds outside its scope. */
export async function deliverResult(ctx: Context, { ref, result, error }: QueryResult): Promise<void> {
  allow(ctx, 'events:report')
  const guild = ctx.actor.kind === 'runner' ? ctx.actor.guildId : null
  await ctx.signals.publish('query_result', { ref, guild, result, ...(error ? { error } : {}) })
}

/**
 * Returns up to 25 members whose name begins with a text. Results are cached for a minute.
 * Demo visitors get an empty list, and no runner is asked. Throws `TryLater`.
 */
export async function searchMembers(ctx: Context, { guildId, q }: { guildId: string; q: string }) {
  await allowGuild(ctx, 'guild:read', guildId)
  if (isReadOnly(ctx.actor)) return { members: [] }
  if (!(await directoryOf(ctx, guildId)).rolesAt)
    throw new TryLater('unavailable', 'No runner reports the members of this server. Connect a runner.', 60)
  const query = q.toLowerCase()
  const minute = String(Math.floor(ctx.now().getTime() / MINUTE))
  return ctx.revisionCache.recall(`members ${guildId} ${query}`, minute, () =>
    askRunner(ctx, { guildId, kind: 'member_search', args: { query } }),
  )
}
