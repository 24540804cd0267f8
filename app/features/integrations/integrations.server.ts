import { allow, authorColumns, isReadOnly } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { NotFound } from '#app/errors.ts'
import { recordAudit, staleError } from '#app/features/audit/audit.server.ts'
import { allowGuild, readGuild } from '#app/features/guilds/guilds.server.ts'
import {
  integrationTypes,
  isSiteSlug,
  slugs,
  type Integration,
  type IntegrationsReport,
  type SiteIntegration,
  type Slug,
} from '#app/features/integrations/schema.ts'
import { observeIntegrations, observeSite, overallStatus } from '#app/features/integrations/status.server.ts'
import { integrationRow, integrationRows, writeIntegration } from '#app/features/integrations/store.server.ts'
import { guildOfKey } from '#app/features/settings/settings.server.ts'

/** Integration in the console, with the version for updates. */
export type ListedIntegration = Integration & { revision: number }

/**
 * Returns the state of all of a guild's integrations, with versions. Demo visitors do not see error messages,
 * which can contain host names. Throws `NotFound`.
 */
export async function listIntegrations(ctx: Context, { guildId }: { guildId: string }) {
  const guild = await readGuild(ctx, { id: guildId })
  const rows = await integrationRows(ctx.db, guildId)
  const { integrations, ...report } = await assemble(ctx, guildId, guild.created_at)
  const revision = (slug: string) => rows.find((row) => row.slug === slug)?.version ?? 0
  const hidden = isReadOnly(ctx.actor) ? { last_error: null } : {}
  return {
    ...report,
    integrations: integrations.map((one): ListedIntegration => ({
      ...one,
      ...hidden,
      revision: revision(one.slug),
    })),
  }
}

/** Returns the state of the integrations of the site. */
export async function listSiteIntegrations(ctx: Context): Promise<SiteIntegration[]> {
  allow(ctx, 'site:write')
  const states = await observeSite(ctx)
  return slugs.filter(isSiteSlug).map((slug) => {
    const { status, last_heartbeat_at, last_error } = states[slug]
    return { slug, name: integrationTypes[slug].name, status, last_heartbeat_at, last_error }
  })
}

/** Returns the integrations of a guild without those of the site, and their overall status. Throws `NotFound`. */
export async function listGuildIntegrations(ctx: Context, { guildId }: { guildId: string }) {
  const { integrations } = await listIntegrations(ctx, { guildId })
  const own = integrations.filter(({ slug }) => !isSiteSlug(slug))
  return { status: overallStatus(own), integrations: own }
}

/**
 * Returns the state of all integrations in the API key's guild, or of the integration named by `slug`. Requires any
 * valid key.
 */
export async function reportIntegrations(
  ctx: Context,
  { slug }: { slug?: string | undefined },
): Promise<IntegrationsReport | Integration> {
  // Uses the system actor, because the key has no permission to read the guild's creation time.
  const guild = await readGuild({ ...ctx, actor: { kind: 'system' } }, { id: guildOfKey(ctx.actor) })
  const report = await assemble(ctx, guild.id, guild.created_at)
  if (slug === undefined) return report
  const found = report.integrations.find((one) => one.slug === slug)
  if (!found) throw new NotFound(`The ${slug} integration does not exist.`)
  return found
}

/**
 * Enables or disables an integration for a guild. Only enabled integrations count toward the overall status. Version 0
 * means unset. Throws `NotFound` and `Stale`.
 */
export async function saveIntegration(
  ctx: Context,
  { guildId, slug, enabled, version }: { guildId: string; slug: string; enabled: boolean; version: number },
): Promise<ListedIntegration> {
  await allowGuild(ctx, 'guild:write', guildId)
  if (!slugs.includes(slug as Slug)) throw new NotFound(`The ${slug} integration does not exist.`)
  await inTransaction(ctx, async (inner) => {
    await readGuild(inner, { id: guildId })
    const row = await writeIntegration(
      inner.db,
      {
        guild_id: guildId,
        slug,
        enabled: Number(enabled),
        version: version + 1,
        updated_at: inner.now().toISOString(),
        ...authorColumns('updated_by', inner),
      },
      version,
    )
    const id = `${guildId}/${slug}`
    if (!row) {
      const stands = await integrationRow(inner.db, guildId, slug)
      const none = { version: 0, updated_at: null, updated_by: null }
      throw await staleError(inner, { action: 'integration.changed', id, version }, stands ?? none)
    }
    const details = { enabled, changed: ['enabled'], version: row.version }
    await recordAudit(inner, {
      action: 'integration.changed',
      target: { kind: 'integration', id, name: slug },
      details,
    })
  })
  const { integrations } = await listIntegrations(ctx, { guildId })
  return integrations.find((one) => one.slug === slug)!
}

async function assemble(ctx: Context, guildId: string, since: string): Promise<IntegrationsReport> {
  const rows = await integrationRows(ctx.db, guildId)
  const { integrations, changedAt } = await observeIntegrations(ctx, guildId, rows)
  const times = [since, changedAt, ...rows.map(({ updated_at }) => updated_at)]
  return {
    guild_id: guildId,
    status: overallStatus(integrations),
    checked_at: times.sort().at(-1)!,
    integrations,
  }
}
