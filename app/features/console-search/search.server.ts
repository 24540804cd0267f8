import { allow, hasRole, opens, requireUser, type Standing } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { listUsers } from '#app/features/accounts/users.server.ts'
import { findAutomations } from '#app/features/automations/automations.server.ts'
import { listConversations } from '#app/features/chat/conversations.server.ts'
import { standing, typeNames } from '#app/features/cms/describe.ts'
import { listCmsEntries } from '#app/features/cms/entries.server.ts'
import { findCommands } from '#app/features/commands/manage.server.ts'
import { fits, type Found, grouped, placesFor, placesOfGuild } from '#app/features/console-search/places.ts'
import type { FindAnswer, FindQuery } from '#app/features/console-search/schema.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { listGuilds } from '#app/features/guilds/guilds.server.ts'
import type { Guild } from '#app/features/guilds/schema.ts'

/** How many of each are found at most. */
const FEW = 5

/** How many guilds are looked into for what they have. */
const GUILDS = 20

/** The guilds that stand open to the asker. */
const guildsOf = async (ctx: Context, who: Standing): Promise<Guild[]> =>
  opens(who, 'guild:read') ? listGuilds(ctx) : []

/** Commands and automations of the guilds, by name. People write a slash before the names of commands. */
async function partsOfGuilds(ctx: Context, guilds: readonly Guild[], q: string): Promise<Found[]> {
  const names = new Map(guilds.slice(0, GUILDS).map(({ id, name }) => [id, name]))
  const guildIds = [...names.keys()]
  const commands = await findCommands(ctx, { guildIds, q: q.replace(/^\/(?=.)/, ''), limit: FEW })
  const automations = await findAutomations(ctx, { guildIds, q, limit: FEW })
  const at = ({ guild_id, id, name }: (typeof commands)[number], room: string) => ({
    title: name,
    hint: names.get(guild_id)!,
    href: `/admin/guilds/${guild_id}/${room}/${id}`,
  })
  return [
    ...commands.map((one): Found => ({ kind: 'command', ...at(one, 'commands') })),
    ...automations.map((one): Found => ({ kind: 'automation', ...at(one, 'automations') })),
  ]
}

/** Entries of the CMS and content files, for editors. */
async function entriesWith(ctx: Context, { role }: Standing, q: string): Promise<Found[]> {
  if (!hasRole(role, 'cms:write')) return []
  const { entries } = await listCmsEntries(ctx, { q, limit: FEW, offset: 0 })
  return entries.map((entry) => ({
    kind: 'entry',
    title: entry.title || entry.path,
    hint: `${typeNames[entry.type]} · ${standing(entry).words} · ${entry.path}`,
    href: `/admin/content/${entry.type}/${entry.id}`,
  }))
}

/** Accounts, for administrators. */
async function peopleWith(ctx: Context, { role }: Standing, q: string): Promise<Found[]> {
  if (!hasRole(role, 'users:read')) return []
  const { users } = await listUsers(ctx, { q, limit: FEW, offset: 0 })
  return users.map(({ id, name, email, role }) => ({
    kind: 'person',
    title: name,
    hint: `${role} · ${email}`,
    href: `/admin/users/${id}`,
  }))
}

/** The asker’s own conversations. */
async function conversationsWith(ctx: Context, q: string): Promise<Found[]> {
  const { conversations } = await listConversations(ctx, { limit: 100, offset: 0 })
  return conversations
    .filter(({ title }) => fits(q, title))
    .slice(0, FEW)
    .map(({ id, title, updated_at }) => ({
      kind: 'conversation',
      title,
      hint: updated_at.slice(0, 10),
      href: `/chat/${id}`,
    }))
}

/** What is published, by title and address: for its words there is the search of the site. */
const publishedWith = ({ library }: Pick<Context, 'library'>, q: string): Found[] =>
  entryTypes
    .flatMap((type) => library.list(type))
    .filter(({ title, path }) => fits(q, `${title} ${path}`))
    .slice(0, FEW)
    .map(({ title, path }) => ({ kind: 'page', title, hint: path, href: path }))

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
