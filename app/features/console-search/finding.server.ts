import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { fits, grouped, placesFor, placesOfGuild } from '#app/features/console-search/places.ts'
import type { FindAnswer, FindQuery } from '#app/features/console-search/schema.ts'
import {
  conversationsWith,
  entriesWith,
  guildsOf,
  partsOfGuilds,
  peopleWith,
  publishedWith,
} from '#app/features/console-search/sources.server.ts'

/** How many guilds are shown, with words and without, and how many rooms and acts of guilds. */
const most = { guilds: 5, allGuilds: 15, rooms: 5, acts: 4 } as const

/**
 * What fits some words, of all that the asker may see: pages, guilds and what they have, entries, people, conversations,
 * and what can be begun. Nothing asked for is everything that is always there. Each source brings a few.
 */
export async function findAnything(ctx: Context, { q: asked, limit }: FindQuery): Promise<FindAnswer> {
  allow(ctx, 'profile:own')
  const { role, guildIds } = requireUser(ctx)
  const who = { role, guildIds }
  const q = asked.replace(/\p{Cc}+/gu, ' ').trim()
  const guilds = await guildsOf(ctx, who)
  const ofGuilds = q ? guilds.flatMap((guild) => placesOfGuild(who, q, guild)) : []
  const places = [
    ...placesFor(who, q),
    ...ofGuilds.filter(({ kind }) => kind === 'page').slice(0, most.rooms),
    ...ofGuilds.filter(({ kind }) => kind === 'action').slice(0, most.acts),
    ...guilds
      .filter(({ id, name }) => fits(q, `${name} ${id}`))
      .slice(0, q ? most.guilds : most.allGuilds)
      .map(({ id, name }) => ({
        kind: 'guild' as const,
        title: name,
        hint: id,
        href: `/admin/guilds/${id}`,
      })),
  ]
  const found = q
    ? [
        ...places,
        ...(await partsOfGuilds(ctx, guilds, q)),
        ...(await entriesWith(ctx, who, q)),
        ...(await peopleWith(ctx, who, q)),
        ...(await conversationsWith(ctx, q)),
        ...publishedWith(ctx, q),
      ]
    : places
  const groups = grouped(found.slice(0, limit), q)
  return { q: asked, groups, total: groups.reduce((sum, { results }) => sum + results.length, 0) }
}
