import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { guildsTriggeredBy } from '#app/features/automations/enabled.server.ts'
import { withEvaluation, type Evaluation } from '#app/features/automations/foresee.server.ts'
import { triggerAutomations } from '#app/features/automations/trigger.server.ts'
import { listAnnouncements, removeAnnouncement } from '#app/features/cms/publishing.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'
import { isServed } from '#app/features/guilds/schema.ts'
import { ingestEvents } from '#app/features/stats/ingestion.server.ts'
import { markStatsChanged } from '#app/features/stats/revision.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { ellipsize } from '#app/primitives/text.ts'
import { ogImagePath } from '#app/site/paths.ts'

type Announcement = Awaited<ReturnType<typeof listAnnouncements>>[number]
type Shown = NonNullable<Announcement['entry']>

/**
 * Triggers the automations of all servers for entries that were published for the first time. A crash repeats the pass:
 * each server stores the event of an entry once, so each automation runs once.
 */
export async function announceEntries(ctx: Context, isStopping: () => boolean = () => false): Promise<void> {
  allow(ctx, 'jobs:give')
  for (;;) {
    const waiting = isStopping() ? [] : await listAnnouncements(ctx)
    if (!waiting.length) return
    const guilds = await guildsTriggeredBy(ctx, 'ENTRY_PUBLISHED')
    for (const { id, at, entry } of waiting) {
      if (isStopping()) return
      if (entry) for (const guildId of guilds) await announceIn(ctx, eventOf(ctx, { id, at, entry, guildId }))
      await removeAnnouncement(ctx, { id })
    }
  }
}

/** Stores the event and triggers automations. The guild is checked in the transaction. */
async function announceIn(ctx: Context, event: GatewayEvent): Promise<void> {
  const store = (evaluation: Evaluation) =>
    inTransaction(ctx, async (inner) => {
      const held = await lockGuilds(inner, [event.guild_id])
      const state = held.get(event.guild_id)
      if (!state || !isServed(state)) return
      const fresh = await ingestEvents(inner, [event])
      if (!fresh.length) return
      await triggerAutomations(inner, fresh, evaluation)
      await markStatsChanged(inner, [event.guild_id])
    })
  await withEvaluation(ctx, [event], store)
}

/** Maximum length of a description in the event, in characters. */
const MAX_DESCRIPTION = 500

function eventOf(
  { config: { siteUrl } }: Pick<Context, 'config'>,
  { id, at, entry, guildId }: { id: string; at: string; entry: Shown; guildId: string },
): GatewayEvent {
  const { type, path, title, description, tags } = entry
  return {
    id: `entry:${id}`,
    type: 'ENTRY_PUBLISHED',
    occurred_at: at,
    guild_id: guildId,
    actor: null,
    target: { id, kind: 'entry', name: ellipsize(title, 200) },
    channel: null,
    data: {
      kind: type,
      title,
      description: ellipsize(description, MAX_DESCRIPTION),
      url: new URL(path, siteUrl).href,
      image_url: new URL(ogImagePath(path), siteUrl).href,
      tags: tags.join(', '),
    },
  }
}
