import { allow, hasRole, canAccess, isReadOnly, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { listFailingAutomations, listSlowAutomations } from '#app/features/automations/automations.server.ts'
import { publicationAlerts } from '#app/features/cms/entries.server.ts'
import { listSlowCommands } from '#app/features/commands/manage.server.ts'
import { latestUnread } from '#app/features/contact/inbox.server.ts'
import { listGuilds } from '#app/features/guilds/guilds.server.ts'
import { readGuildPolicy } from '#app/features/guilds/policy.server.ts'
import { listAllGuilds } from '#app/features/guilds/states.server.ts'
import { listIntegrationIssues } from '#app/features/integrations/status.server.ts'
import { jobIssues } from '#app/features/jobs/queue-health.server.ts'
import { listOpenRequests, listOwnDecisions } from '#app/features/keys/requests.server.ts'
import { failedEmails } from '#app/features/mail/queue.server.ts'
import { MAX_NOTICES, type Notice, type NoticesReport } from '#app/features/notices/schema.ts'
import { seenAt, writeSeen } from '#app/features/notices/store.server.ts'
import {
  listDeletedReferences,
  type DeletedReference,
} from '#app/features/pickers/deleted-references.server.ts'
import { formatAmount } from '#app/primitives/count.ts'
import { formatTimestamp } from '#app/primitives/dates.ts'
import { signedName } from '#app/ui/forms/directory.tsx'

/** Collects the notices for the actor, subject to the permissions of each feature. */
async function collectNotices(ctx: Context): Promise<Notice[]> {
  const { role, guildIds } = requireUser(ctx)
  return [
    ...(canAccess({ role, guildIds }, 'guild:read') ? await guildNotices(ctx) : []),
    ...(hasRole(role, 'cms:write') ? await entryNotices(ctx) : []),
    ...(hasRole(role, 'contact:read') ? await messageNotices(ctx) : []),
    ...(hasRole(role, 'mail:read') ? await emailNotices(ctx) : []),
    ...(hasRole(role, 'keys:decide') ? await keyRequestNotices(ctx) : await keyDecisionNotices(ctx)),
    ...(hasRole(role, 'guilds:write') ? await pendingGuildNotices(ctx) : []),
  ]
}

async function guildNotices(ctx: Context): Promise<Notice[]> {
  const guilds = await listGuilds(ctx)
  const guildIds = guilds.map(({ id }) => id)
  const names = new Map(guilds.map(({ id, name }) => [id, name]))
  const jobs = await jobIssues(ctx, { guildIds })
  const failing = await listFailingAutomations(ctx, { guildIds, most: MAX_NOTICES })
  const stopped = await listSlowAutomations(ctx, { guildIds, most: MAX_NOTICES })
  const commands = await listSlowCommands(ctx, { guildIds, most: MAX_NOTICES })
  const troubles = await listIntegrationIssues(ctx, { guildIds })
  const deleted = await listDeletedReferences(ctx, { guildIds })
  return [
    ...jobs.dead.map(({ guild_id, total, at }) =>
      warn('jobs_dead', guild_id, {
        title: `${formatAmount(total, 'job', 'jobs')} of ${names.get(guild_id)} died`,
        href: `/admin/guilds/${guild_id}/jobs?state=dead`,
        at,
      }),
    ),
    ...jobs.waiting.map(({ guild_id, at }) =>
      warn('jobs_waiting', guild_id, {
        title: `Jobs for ${names.get(guild_id)} are waiting for a runner`,
        href: `/admin/guilds/${guild_id}/jobs?state=queued`,
        at,
      }),
    ),
    ...failing.map(({ id, guild_id, name, at }) =>
      warn('automation', id, {
        title: `“${name}” in ${names.get(guild_id)} failed in its last run`,
        href: `/admin/guilds/${guild_id}/automations/${id}/runs`,
        at,
      }),
    ),
    ...stopped.map(({ id, guild_id, name, at }) =>
      warn('automation', id, {
        title: `“${name}” in ${names.get(guild_id)} was disabled because its conditions took too long`,
        href: `/admin/guilds/${guild_id}/automations/${id}`,
        at,
      }),
    ),
    ...commands.map(({ id, guild_id, name, at }) =>
      warn('command', id, {
        title: `/${name} in ${names.get(guild_id)} was disabled because a condition took too long`,
        href: `/admin/guilds/${guild_id}/commands/${id}`,
        at,
      }),
    ),
    ...deleted.map((one) => deletedNotice(one, names.get(one.guild_id))),
    ...troubles.map(({ slug, name, guild_id, at }) =>
      guild_id === null
        ? warn('integration', `site:${slug}`, {
            title: `${name} is not working`,
            href: '/admin/settings#integrations',
            at,
          })
        : warn('integration', `${guild_id}:${slug}`, {
            title: `No runner for ${names.get(guild_id)} is connected`,
            href: `/admin/guilds/${guild_id}/integrations`,
            at,
          }),
    ),
  ]
}

function deletedNotice({ guild_id, of, entry, at }: DeletedReference, guild = guild_id): Notice {
  const base = `/admin/guilds/${guild_id}`
  const user =
    of.kind === 'automation'
      ? `“${of.name}” in`
      : of.kind === 'command'
        ? `/${of.name} in`
        : 'The settings of'
  const href = of.kind === 'settings' ? `${base}/settings` : `${base}/${of.kind}s/${of.id}`
  const entryName = entry.name && ` ${signedName(entry.kind, entry.name)}`
  return warn('deleted_reference', of.kind === 'settings' ? `${guild_id}:settings` : of.id, {
    title: `${user} ${guild} ${of.kind === 'settings' ? 'use' : 'uses'} the deleted ${entry.kind}${entryName}`,
    href,
    at,
  })
}

async function entryNotices(ctx: Context): Promise<Notice[]> {
  const entries = await publicationAlerts(ctx, { most: MAX_NOTICES })
  return entries.map(({ id, type, title, due, at }) => {
    const href = `/admin/content/${type}/${id}`
    if (due === null)
      return warn('entry_trouble', id, { title: `“${title}” could not be published on time`, href, at })
    const when = formatTimestamp(due, false, ctx.contentIndex.site.time_zone)
    return info('entry_soon', id, { title: `“${title}” will be published on ${when}`, href, at })
  })
}

async function messageNotices(ctx: Context): Promise<Notice[]> {
  const unread = await latestUnread(ctx, { most: MAX_NOTICES })
  return unread.map(({ id, subject, at }) =>
    info('message', id, {
      title: `Unread message: ${subject ?? 'no subject'}`,
      href: `/admin/inbox/${id}`,
      at,
    }),
  )
}

async function emailNotices(ctx: Context): Promise<Notice[]> {
  const failed = await failedEmails(ctx)
  if (!failed) return []
  const title = `${formatAmount(failed.total, 'email', 'emails')} could not be sent`
  return [warn('emails', 'failed', { title, href: '/admin/mail?status=failed', at: failed.at })]
}

async function keyRequestNotices(ctx: Context): Promise<Notice[]> {
  const requests = await listOpenRequests(ctx)
  return requests.map(({ id, name, guild_id, guild_name, requested_by, created_at }) =>
    info('key_request', id, {
      title: `${requested_by} requests the API key “${name}” for ${guild_name}`,
      href: `/admin/guilds/${guild_id}/keys#request-${id}`,
      at: created_at,
    }),
  )
}

/** Returns a notice for each recent decision about a request of the actor. */
async function keyDecisionNotices(ctx: Context): Promise<Notice[]> {
  const decided = await listOwnDecisions(ctx)
  return decided.map(({ id, name, guild_id, guild_name, status, decided_at, created_at }) =>
    info('key_decision', id, {
      title: `Your request for the API key “${name}” for ${guild_name} was ${status}`,
      href: `/admin/guilds/${guild_id}/keys#request-${id}`,
      at: decided_at ?? created_at,
    }),
  )
}

/** Returns a notice for each pending server if the policy asks. */
async function pendingGuildNotices(ctx: Context): Promise<Notice[]> {
  if ((await readGuildPolicy(ctx)).policy !== 'ask') return []
  const pending = (await listAllGuilds(ctx)).filter(({ state }) => state === 'pending')
  return pending.map(({ id, name, joined_at, created_at }) =>
    info('guild_pending', id, {
      title: `The server ${name} is waiting for approval`,
      href: '/admin/servers',
      at: joined_at ?? created_at,
    }),
  )
}

type NoticeContent = Pick<Notice, 'title' | 'href' | 'at'>

const makeNotice =
  (tone: Notice['tone']) =>
  (kind: Notice['kind'], of: string, what: NoticeContent): Notice => ({
    id: `${kind}:${of}`,
    kind,
    tone,
    ...what,
  })

const warn = makeNotice('warn')
const info = makeNotice('info')

/** Lists the notices that the actor can see, newest first, and counts the new notices. */
export async function listNotices(
  ctx: Context,
  { limit = MAX_NOTICES }: { limit?: number } = {},
): Promise<NoticesReport> {
  allow(ctx, 'console:open')
  const seen_at = await seenAt(ctx.db, requireUser(ctx).userId)
  const notices = (await collectNotices(ctx))
    .sort((one, other) => other.at.localeCompare(one.at) || one.id.localeCompare(other.id))
    .slice(0, MAX_NOTICES)
  // Demo visitors cannot mark notices as seen.
  const unseen = isReadOnly(ctx.actor)
    ? 0
    : notices.filter(({ at }) => seen_at === null || at > seen_at).length
  return { notices: notices.slice(0, limit), unseen, seen_at }
}

/** Returns the time up to which the actor has seen notices, or null. Used for the account export. */
export async function readNoticesSeen(ctx: Context): Promise<string | null> {
  allow(ctx, 'profile:own')
  return (await seenAt(ctx.db, requireUser(ctx).userId)) ?? null
}

/** Marks notices up to a time as seen. The stored time never moves back or into the future. */
export async function markNoticesSeen(ctx: Context, { until }: { until: string }): Promise<null> {
  allow(ctx, 'console:open')
  const { userId } = requireUser(ctx)
  const time = new Date(Math.min(Date.parse(until), ctx.now().getTime()))
  await writeSeen(ctx.db, { user_id: userId, seen_at: time.toISOString() })
  return null
}
