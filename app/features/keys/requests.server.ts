import { allow, hasRole, isReadOnly, requireUser, authorColumns } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, found, NotFound, TryLater } from '#app/errors.ts'
import { accountById, ownerEmails } from '#app/features/accounts/accounts.server.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import type { AuditAction } from '#app/features/audit/schema.ts'
import { allowGuild, readGuild } from '#app/features/guilds/guilds.server.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'
import { managesGuild } from '#app/features/guilds/managers.server.ts'
import { createKey, purgeKeyNetworks } from '#app/features/keys/keys.server.ts'
import {
  closeRequest,
  countRequestsSince,
  decidedRequestsOf,
  decisionsFor,
  deleteRequestsDecidedBefore,
  insertRequest,
  type KeyRequestRow,
  openRequests,
  openRequestsOf,
  requestById,
} from '#app/features/keys/request-store.server.ts'
import {
  type CreateKeyInput,
  type KeyRequest,
  type KeyRequestInput,
  keyRequestInput,
  MAX_OPEN_REQUESTS,
  MAX_REQUESTS_PER_DAY,
  REQUEST_RETENTION_DAYS,
} from '#app/features/keys/schema.ts'
import { queueEmail, wakeMailWorker } from '#app/features/mail/queue.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { orderedId } from '#app/primitives/ordered-id.ts'
import { DAY, HOUR, SECOND } from '#app/primitives/time.ts'

/** Days for which the person who sent a request has a notice of the decision. */
const DECISION_NOTICE_DAYS = 7

/** Maximum number of requests that a list shows. */
const MAX_LISTED = 50

type ByGuild = { guildId: string }

/**
 * Requests a key for a guild and notifies the owners. Repeating an open request returns it. Throws `Conflict` if the
 * name is taken by another open request or too many are open, and `TryLater` after too many requests in a day.
 */
export async function requestKey(
  ctx: Context,
  { guildId, name, scopes, purpose }: KeyRequestInput & ByGuild,
): Promise<KeyRequest> {
  await allowGuild(ctx, 'guild:write', guildId)
  requireUser(ctx)
  const request = await inTransaction(ctx, async (inner) => {
    await readGuild(inner, { id: guildId })
    // Requests of one guild run one after the other, so that concurrent requests cannot exceed the limits.
    await lockGuilds(inner, [guildId])
    const open = await openRequestsOf(inner.db, guildId)
    const same = open.find((row) => row.name === name)
    if (same && same.purpose === purpose && isSameSet(fromJson(same.scopes), scopes)) return present(same)
    if (same)
      throw new Conflict(
        `A request with the name “${name}” is open. Cancel that request, or use another name.`,
      )
    await rejectTooMany(inner, guildId, open.length)
    const row = await insertRequest(inner.db, {
      id: orderedId(inner.now()),
      guild_id: guildId,
      name,
      scopes: JSON.stringify(scopes),
      purpose,
      status: 'open',
      created_at: inner.now().toISOString(),
      ...authorColumns('requested_by', inner),
    })
    await recordRequest(inner, 'key.requested', row, { scopes })
    for (const recipient of await ownerEmails(inner))
      await queueEmail(inner, { kind: 'key_requested', recipient, data: { request_id: row.id } })
    return present(row)
  })
  await wakeMailWorker(ctx)
  return request
}

/** Lists a guild's open requests, then the newest decisions of 90 days. Demo visitors get an empty list. */
export async function listKeyRequests(ctx: Context, { guildId }: ByGuild): Promise<KeyRequest[]> {
  await allowGuild(ctx, 'guild:read', guildId)
  if (isReadOnly(ctx.actor)) return []
  await readGuild(ctx, { id: guildId })
  const decided = await decidedRequestsOf(ctx.db, guildId, MAX_LISTED)
  return [...(await openRequestsOf(ctx.db, guildId)), ...decided].map(present)
}

/** Lists the open requests of all guilds, oldest first. */
export async function listOpenRequests(ctx: Context) {
  allow(ctx, 'keys:decide')
  const rows = await openRequests(ctx.db, MAX_LISTED)
  return rows.map((row) => ({ ...present(row), guild_id: row.guild_id, guild_name: row.guild_name }))
}

/** Lists the decisions of the last week about the actor's own requests, for guilds that the actor can still see. */
export async function listOwnDecisions(ctx: Context) {
  const { userId, role, guildIds } = requireUser(ctx)
  const since = new Date(ctx.now().getTime() - DECISION_NOTICE_DAYS * DAY).toISOString()
  const rows = await decisionsFor(ctx.db, userId, since, MAX_LISTED)
  return rows
    .filter(({ guild_id }) => hasRole(role, 'guild:read') || guildIds.includes(guild_id))
    .map((row) => ({ ...present(row), guild_id: row.guild_id, guild_name: row.guild_name }))
}

/** Cancels an open request of a guild. Repeated calls change nothing. Throws `NotFound` and `Conflict`. */
export async function cancelKeyRequest(ctx: Context, { guildId, id }: ByGuild & { id: string }) {
  await allowGuild(ctx, 'guild:write', guildId)
  await inTransaction(ctx, async (inner) => {
    const row = await requestOf(inner, { guildId, id })
    if (await decide(inner, row, { status: 'cancelled' }))
      await recordRequest(inner, 'key.request_cancelled', row)
  })
}

/**
 * Declines an open request and notifies the person who sent it. Repeated calls with the same reason change nothing.
 * `guildId` limits the call to the requests of a guild. Throws `NotFound` and `Conflict`.
 */
export async function declineKeyRequest(
  ctx: Context,
  { guildId, id, reason }: { guildId?: string; id: string; reason: string },
): Promise<KeyRequest> {
  allow(ctx, 'keys:decide')
  const declined = await inTransaction(ctx, async (inner) => {
    const row = await requestOf(inner, { guildId, id })
    const decided = await decide(inner, row, { status: 'declined', reason })
    if (!decided) {
      const now = await requestOf(inner, { guildId, id })
      if (now.reason !== reason)
        throw new Conflict(
          'This request was already declined with another reason. The console shows the reason.',
        )
      return present(now)
    }
    await recordRequest(inner, 'key.request_declined', row)
    await notifyRequester(inner, row)
    return present(decided)
  })
  await wakeMailWorker(ctx)
  return declined
}

/**
 * Creates the key of an open request and returns its secret once. The person who sent the request must still have
 * access to the guild. Throws `NotFound` and `Conflict`.
 */
export async function grantKeyRequest(
  ctx: Context,
  { id, ...limits }: { id: string } & Pick<CreateKeyInput, 'expires_in_days' | 'networks'>,
) {
  allow(ctx, 'keys:manage')
  const made = await inTransaction(ctx, async (inner) => {
    const row = await requestOf(inner, { id })
    if (row.status !== 'open') throw decidedError(row)
    if (!(await requesterOf(inner, row)))
      throw new Conflict(
        'The requester no longer has access to the server. Decline the request, or create a key with --guild.',
      )
    const scopes = keyRequestInput.shape.scopes.parse(fromJson(row.scopes))
    const key = await createKey(inner, { guild: row.guild_id, name: row.name, scopes, ...limits })
    const decided = await decide(inner, row, { status: 'granted', key_id: key.id })
    // A concurrent grant committed first. The error also removes the new key.
    if (!decided) throw decidedError(found(await requestById(inner.db, id), unknownRequest))
    await recordRequest(inner, 'key.request_granted', row, { key_id: key.id })
    await notifyRequester(inner, row)
    return key
  })
  await wakeMailWorker(ctx)
  return made
}

/** Deletes requests that were decided or cancelled more than ninety days ago, and unused networks of keys. */
export async function purgeKeys(ctx: Context): Promise<void> {
  allow(ctx, 'keys:manage')
  const before = new Date(ctx.now().getTime() - REQUEST_RETENTION_DAYS * DAY).toISOString()
  await deleteRequestsDecidedBefore(ctx.db, before)
  await purgeKeyNetworks(ctx)
}

/** Returns the account that sent a request if it can still change the guild, otherwise undefined. */
export async function requesterOf(ctx: Context, { requested_by_id, guild_id }: KeyRequestRow) {
  const account = requested_by_id ? await accountById(ctx, requested_by_id) : undefined
  if (!account || account.disabled_at) return undefined
  const isAllowed =
    hasRole(account.role, 'guild:write') ||
    (await managesGuild(ctx, { guildId: guild_id, userId: account.id }))
  return isAllowed ? account : undefined
}

const unknownRequest = 'There is no request for an API key with this id. Check the id.'

async function requestOf(ctx: Context, { guildId, id }: { guildId?: string | undefined; id: string }) {
  const row = found(await requestById(ctx.db, id), unknownRequest)
  if (guildId !== undefined && row.guild_id !== guildId) throw new NotFound(unknownRequest)
  return row
}

/** Decides a request. Returns undefined if it already has this status, and throws `Conflict` for any other decision. */
async function decide(
  ctx: Context,
  { id }: KeyRequestRow,
  decision: { status: 'granted' | 'declined' | 'cancelled'; reason?: string; key_id?: string },
) {
  const decided = await closeRequest(ctx.db, id, { ...decision, decided_at: ctx.now().toISOString() })
  if (decided) return decided
  const now = found(await requestById(ctx.db, id), unknownRequest)
  if (now.status !== decision.status) throw decidedError(now)
  return undefined
}

const decidedError = ({ status, key_id }: KeyRequestRow) =>
  new Conflict(
    status === 'granted' && key_id
      ? `This request was already granted with the key ${key_id}.`
      : `This request was already ${status}.`,
  )

async function rejectTooMany(ctx: Context, guildId: string, open: number) {
  if (open >= MAX_OPEN_REQUESTS)
    throw new Conflict(
      `This server has ${MAX_OPEN_REQUESTS} open requests. Cancel one, or wait for a decision.`,
    )
  const since = new Date(ctx.now().getTime() - DAY).toISOString()
  if ((await countRequestsSince(ctx.db, guildId, since)) >= MAX_REQUESTS_PER_DAY)
    throw new TryLater(
      'rate_limited',
      `This server has sent ${MAX_REQUESTS_PER_DAY} requests in 24 hours. Try again later.`,
      HOUR / SECOND,
    )
}

/** Queues the email about a decision, unless the person has lost access to the guild. */
async function notifyRequester(ctx: Context, row: KeyRequestRow) {
  const account = await requesterOf(ctx, row)
  if (account)
    await queueEmail(ctx, {
      kind: 'key_request_decided',
      recipient: account.email,
      data: { request_id: row.id },
    })
}

const recordRequest = (
  ctx: Context,
  action: AuditAction,
  { id, name, guild_id }: KeyRequestRow,
  details: Record<string, unknown> = {},
) =>
  recordAudit(ctx, { action, target: { kind: 'key_request', id, name }, details: { guild_id, ...details } })

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((item) => other.includes(item))

/** Returns the public fields of a request. */
const present = (row: KeyRequestRow): KeyRequest => ({
  id: row.id,
  name: row.name,
  scopes: fromJson(row.scopes),
  purpose: row.purpose,
  status: row.status,
  reason: row.reason,
  key_id: row.key_id,
  requested_by: row.requested_by,
  created_at: row.created_at,
  decided_at: row.decided_at,
})
