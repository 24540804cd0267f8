import { allowSomewhere } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { addDays, dayOf } from '#app/primitives/days.ts'
import { listGuilds } from '#app/features/guilds/guilds.server.ts'
import { latestSnapshots, messagesSince } from '#app/features/stats/store.server.ts'

/** How many days the summary of a guild counts. */
const DAYS = 7

/** The guilds that the one who asks may see, by name, each with its members and the messages of the last seven days. */
export async function summarizeGuilds(ctx: Context) {
  allowSomewhere(ctx, 'guild:read')
  const guilds = await listGuilds(ctx)
  const ids = guilds.map(({ id }) => id)
  if (!ids.length) return []
  const members = new Map((await latestSnapshots(ctx.db, ids)).map((row) => [row.guild_id, row.member_count]))
  const since = addDays(dayOf(ctx.now()), 1 - DAYS)
  const messages = new Map(
    (await messagesSince(ctx.db, ids, since)).map((row) => [row.guild_id, row.messages]),
  )
  return guilds.map(({ id, name }) => ({
    id,
    name,
    member_count: members.get(id) ?? null,
    messages: messages.get(id) ?? 0,
  }))
}

export type GuildSummary = Awaited<ReturnType<typeof summarizeGuilds>>[number]
