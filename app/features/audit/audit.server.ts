import { allow, type Actor } from '#app/access.ts'
import type { Context, Origin } from '#app/context.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { onCommit } from '#app/platform/db/transaction.server.ts'
import { Stale, type Current } from '#app/errors.ts'
import type { AuditAction, AuditEntry, AuditQuery, AuditSort } from '#app/features/audit/schema.ts'
import {
  anonymizeAudit,
  anonymizeInvitations,
  auditOfUser,
  auditRows,
  changesOf,
  countAudit,
  insertAudit,
  lastAudit,
  type AuditRow,
} from '#app/features/audit/store.server.ts'
import { orderedId } from '#app/primitives/ordered-id.ts'

type AuditParty = { kind: string; id: string | null; name: string | null }
type AuditInput = {
  action: AuditAction
  target?: AuditParty
  /** Details besides actor, action and target. Never a secret. */
  details?: Record<string, unknown>
  /** Person who has just proved their identity, if different from the context's actor. */
  actor?: AuditParty
}

/** Calls that have written an audit row. */
const auditedContexts = new WeakSet<Origin>()

/** Writes a row of the audit log, in the transaction of the recorded change. The caller must check permission first. */
export async function recordAudit(
  ctx: Context,
  { action, target, details = {}, actor }: AuditInput,
): Promise<void> {
  const who = actor ?? partyOfActor(ctx.actor)
  await insertAudit(ctx.db, {
    id: orderedId(ctx.now()),
    at: ctx.now().toISOString(),
    action,
    actor_kind: who.kind as AuditRow['actor_kind'],
    actor_id: who.id,
    actor_name: who.name,
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
    target_name: target?.name ?? null,
    address: ctx.origin?.address ?? null,
    request_id: ctx.origin?.requestId ?? null,
    agent_tool: ctx.origin?.tool ?? null,
    details: JSON.stringify(details),
  })
  const { origin } = ctx
  if (origin) onCommit(ctx, 'audit', () => auditedContexts.add(origin))
}

/** Records a write by a browser tool, unless the call has already written an audit row. */
export async function recordAgentCall(ctx: Context, operation: string): Promise<void> {
  if (ctx.origin?.tool && !auditedContexts.has(ctx.origin))
    await recordAudit(ctx, { action: 'agent.wrote', details: { operation } })
}

/** Returns the audit log rows that match the query, by default newest first. */
export async function listAudit(ctx: Context, query: AuditQuery & AuditSort) {
  allow(ctx, 'audit:read')
  const [rows, total] = [await auditRows(ctx.db, query), await countAudit(ctx.db, query)]
  return { entries: rows.map(present), total, limit: query.limit, offset: query.offset }
}

/**
 * Creates the error for a write with an outdated `version`. Reads the changed fields from the audit rows for `action`.
 * The caller must check permission first.
 */
export async function staleError(
  ctx: Context,
  { action, id, version }: { action: AuditAction; id: string; version: number },
  row: Omit<Current, 'changed'>,
): Promise<Stale> {
  const since = (await changesOf(ctx.db, action, id)).map(({ details }) => fromJson(details))
  const changed = since
    .filter((change) => (change.version ?? 0) > version)
    .flatMap((one) => one.changed ?? [])
  return new Stale({
    version: row.version,
    updated_at: row.updated_at,
    updated_by: row.updated_by,
    changed: [...new Set(changed)],
  })
}

/** Returns when an action on a resource was last recorded. The caller must check permission first. */
export const lastAuditAt = async ({ db }: Pick<Context, 'db'>, action: AuditAction, targetId: string) =>
  (await lastAudit(db, action, targetId))?.at

/**
 * Returns a user's audit log for the data export, without other people's addresses. The caller must check permission
 * first.
 */
export const exportAudit = async (ctx: Context, userId: string): Promise<AuditEntry[]> =>
  (await auditOfUser(ctx.db, userId)).map((row) => {
    const isOthers = row.actor_kind === 'user' && row.actor_id !== userId
    return present(isOthers ? { ...row, address: null } : row)
  })

/**
 * Removes a deleted user's names and addresses from the log. Keeps the actions and the id. For actions on other users
 * and the site, also keeps the network.
 */
export const anonymizeUserAudit = (ctx: Context, userId: string): Promise<void> =>
  anonymizeAudit(ctx.db, userId)

/** Removes a confirmed email from the audit rows about invitations to that email. */
export const anonymizeInvitedAudit = (ctx: Context, email: string) => anonymizeInvitations(ctx.db, email)

/** Returns the audit log's reference to a user. */
export const partyOf = ({ id, name }: { id: string; name: string }) => ({ kind: 'user', id, name })

/** Returns the kind of an actor. `cli` is the command line. */
export const kindOfActor = (actor: Actor): Actor['kind'] | 'cli' =>
  actor.kind === 'system' && actor.isCommand ? 'cli' : actor.kind

function partyOfActor(actor: Actor): AuditParty {
  switch (actor.kind) {
    case 'user':
      return partyOf({ id: actor.userId, name: actor.name })
    case 'key':
      return { kind: 'key', id: actor.keyId, name: actor.name }
    case 'runner':
      return { kind: 'runner', id: actor.runnerId, name: null }
    default:
      return { kind: kindOfActor(actor), id: null, name: null }
  }
}

function present(row: AuditRow): AuditEntry {
  const { target_kind: kind } = row
  return {
    id: row.id,
    at: row.at,
    action: row.action as AuditAction,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    target: kind === null ? null : { kind, id: row.target_id, name: row.target_name },
    address: row.address,
    request_id: row.request_id,
    tool: row.agent_tool,
    details: fromJson(row.details),
  }
}
