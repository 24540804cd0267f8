import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { lastOutcome } from '#app/features/chat/outcome.server.ts'
import { challengeStanding } from '#app/features/contact/challenge.server.ts'
import { builtIn, type Slug } from '#app/features/integrations/schema.ts'
import { unwantedIn } from '#app/features/integrations/store.server.ts'
import { lastTrouble } from '#app/features/mail/trouble.server.ts'
import { absentRunners } from '#app/features/runners/presence.server.ts'

type Trouble = { slug: Slug; name: string; guild_id: string; at: string }

/**
 * What of these guilds' integrations does not work, without looking at each guild: runners that are away, by guild, and what
 * the whole site has, once, for the first guild that wants it. Jobs that wait are told by the rules of jobs.
 */
export async function integrationTroubles(
  ctx: Context,
  { guildIds }: { guildIds: string[] },
): Promise<Trouble[]> {
  for (const id of guildIds) allow(ctx, 'guild:read', id)
  if (!guildIds.length) return []
  const unwanted = new Set((await unwantedIn(ctx.db, guildIds)).map((row) => `${row.guild_id} ${row.slug}`))
  const wants = (id: string, slug: Slug) => !unwanted.has(`${id} ${slug}`)
  const away = (await absentRunners(ctx, guildIds))
    .filter(({ guild_id }) => wants(guild_id, 'runners'))
    .map((one) => ({ ...one, slug: 'runners' as const, name: builtIn.runners.name }))
  const shared = (await siteTroubles(ctx)).flatMap(({ slug, at }) => {
    const guild_id = guildIds.find((id) => wants(id, slug))
    return guild_id ? [{ slug, name: builtIn[slug].name, guild_id, at }] : []
  })
  return [...away, ...shared]
}

/** What does not work of that which all guilds share, and since when. Names nobody, and is open to everyone. */
export async function siteTroubles(
  ctx: Pick<Context, 'config' | 'db'>,
): Promise<{ slug: 'chat' | 'bot-challenge' | 'mail'; at: string }[]> {
  const { config } = ctx
  const chat = config.chat ? (await lastOutcome(ctx, config.chat.model)).trouble : null
  const { status, last_error } = await challengeStanding(ctx)
  const mail = config.smtpUrl ? await lastTrouble(ctx) : null
  return [
    ...(chat ? [{ slug: 'chat' as const, at: chat.at }] : []),
    ...(status === 'degraded' && last_error ? [{ slug: 'bot-challenge' as const, at: last_error.at }] : []),
    ...(mail ? [{ slug: 'mail' as const, at: mail.at }] : []),
  ]
}
