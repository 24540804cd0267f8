import { allow, hasRole, canAccess, requireUser, type AccessRights } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { listUsers } from '#app/features/accounts/users.server.ts'
import { findAutomations } from '#app/features/automations/automations.server.ts'
import { listConversations } from '#app/features/chat/conversations.server.ts'
import { statusLabel, typeNames } from '#app/features/cms/describe.ts'
import { listCmsEntries } from '#app/features/cms/entries.server.ts'
import { findCommands } from '#app/features/commands/manage.server.ts'
import {
  matchesQuery,
  type SearchHit,
  groupHits,
  findTargets,
  findGuildTargets,
} from '#app/features/console-search/places.ts'
import { searchManual, significantWords } from '#app/features/console-search/manual.server.ts'
import type { FindResponse, FindQuery } from '#app/features/console-search/schema.ts'
import { HELP } from '#app/features/content/manual.server.ts'
import { type Entry, entryTypes } from '#app/features/content/schema.ts'
import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import { listGuilds } from '#app/features/guilds/guilds.server.ts'
import type { Guild } from '#app/features/guilds/schema.ts'

/** Maximum number of results per kind. */
const MAX_PER_SOURCE = 5

/** Maximum number of guilds whose commands and automations are searched. */
const MAX_GUILDS_SEARCHED = 20

/** Returns the guilds that the user can access, the demo guild last. */
async function visibleGuilds(ctx: Context, who: AccessRights): Promise<Guild[]> {
  if (!canAccess(who, 'guild:read')) return []
  return (await listGuilds(ctx)).sort((a, b) => Number(isDemo(a)) - Number(isDemo(b)))
}

const isDemo = ({ id }: Guild) => id === DEMO_GUILD.id

/** Finds commands and automations by name in the given guilds. A leading slash is ignored. */
async function findInGuilds(ctx: Context, guilds: readonly Guild[], q: string): Promise<SearchHit[]> {
  const names = new Map(guilds.slice(0, MAX_GUILDS_SEARCHED).map(({ id, name }) => [id, name]))
  const guildIds = [...names.keys()]
  const commands = await findCommands(ctx, { guildIds, q: q.replace(/^\/(?=.)/, ''), limit: MAX_PER_SOURCE })
  const automations = await findAutomations(ctx, { guildIds, q, limit: MAX_PER_SOURCE })
  const at = ({ guild_id, id, name }: (typeof commands)[number], room: string) => ({
    title: name,
    hint: names.get(guild_id)!,
    href: `/admin/guilds/${guild_id}/${room}/${id}`,
  })
  return [
    ...commands.map((one): SearchHit => ({ kind: 'command', ...at(one, 'commands') })),
    ...automations.map((one): SearchHit => ({ kind: 'automation', ...at(one, 'automations') })),
  ]
}

/** Finds CMS entries and content files, for editors, except files that Help lists. */
async function findEntries(ctx: Context, { role }: AccessRights, { q, inHelp }: Query): Promise<SearchHit[]> {
  if (!hasRole(role, 'cms:write')) return []
  const { entries } = await listCmsEntries(ctx, { q, limit: MAX_PER_SOURCE, offset: 0 })
  return entries
    .filter(({ source, path }) => source !== 'file' || !inHelp(path))
    .map((entry) => ({
      kind: 'entry',
      title: entry.title || entry.path,
      hint: `${typeNames[entry.type]} · ${statusLabel(entry).words} · ${entry.path}`,
      href: `/admin/content/${entry.type}/${entry.id}`,
    }))
}

/** Finds accounts, for administrators. */
async function findUsers(ctx: Context, { role }: AccessRights, q: string): Promise<SearchHit[]> {
  if (!hasRole(role, 'users:read')) return []
  const { users } = await listUsers(ctx, { q, limit: MAX_PER_SOURCE, offset: 0 })
  return users.map(({ id, name, email, role }) => ({
    kind: 'person',
    title: name,
    hint: `${role} · ${email}`,
    href: `/admin/users/${id}`,
  }))
}

/** Finds the current user's conversations. */
async function findConversations(ctx: Context, q: string): Promise<SearchHit[]> {
  const { conversations } = await listConversations(ctx, { limit: 100, offset: 0 })
  return conversations
    .filter(({ title }) => matchesQuery(q, title))
    .slice(0, MAX_PER_SOURCE)
    .map(({ id, title, updated_at }) => ({
      kind: 'conversation',
      title,
      hint: updated_at.slice(0, 10),
      href: `/chat/${id}`,
    }))
}

/** Finds published entries by title and URL. The site search also covers the text of entries. */
const findPublished = ({ contentIndex }: Pick<Context, 'contentIndex'>, { q, inHelp }: Query): SearchHit[] =>
  entryTypes
    .flatMap((type) => contentIndex.list(type))
    .filter(({ title, path }) => matchesQuery(q, `${title} ${path}`) && !inHelp(path))
    .slice(0, MAX_PER_SOURCE)
    .map(({ title, path }) => ({ kind: 'page', title, hint: path, href: path }))

const helpHit = ({ title, slug, description }: Entry): SearchHit => ({
  kind: 'help',
  title,
  hint: description,
  href: `${HELP}/${slug}`,
})

/** Maximum number of results: guilds with and without a query, guild sections and guild actions. */
const limits = { guilds: 5, allGuilds: 15, rooms: 5, acts: 4 } as const

/** `inHelp` checks whether the results include the published page as a document of the manual. */
type Query = { q: string; inHelp: (path: string) => boolean }

/** Finds everything except conversations and the manual. */
async function findItems(ctx: Context, who: AccessRights, query: Query): Promise<SearchHit[]> {
  const { q } = query
  const guilds = await visibleGuilds(ctx, who)
  const own = guilds.filter((one) => !isDemo(one))
  const ofGuilds = q ? guilds.flatMap((guild) => findGuildTargets(who, q, guild)) : []
  const places = [
    ...findTargets(who, q),
    ...ofGuilds.filter(({ kind }) => kind === 'page').slice(0, limits.rooms),
    ...ofGuilds.filter(({ kind }) => kind === 'action').slice(0, limits.acts),
    ...guilds
      .filter(({ id, name }) => matchesQuery(q, `${name} ${id}`))
      .slice(0, q ? limits.guilds : limits.allGuilds)
      .map(({ id, name }) => ({
        kind: 'guild' as const,
        title: name,
        hint: id,
        href: `/admin/guilds/${id}`,
      })),
  ]
  if (!q) return places
  return [
    ...places,
    ...(await findInGuilds(ctx, own, q)),
    ...(await findInGuilds(ctx, guilds.slice(own.length), q)),
    ...(await findEntries(ctx, who, query)),
    ...(await findUsers(ctx, who, q)),
    ...findPublished(ctx, query),
  ]
}

/**
 * Searches everything that the current user can see, with a few results from each source. A question that finds nothing
 * is searched again without its common words. An empty query returns pages, actions and guilds.
 */
export async function searchConsole(ctx: Context, { q: asked, limit }: FindQuery): Promise<FindResponse> {
  allow(ctx, 'profile:own')
  const { role, guildIds } = requireUser(ctx)
  const who = { role, guildIds }
  const q = asked.replace(/\p{Cc}+/gu, ' ').trim()
  const docs = q && canAccess(who, 'console:open') ? await searchManual(ctx, q) : []
  const help = docs.slice(0, MAX_PER_SOURCE)
  const inHelp = (path: string) =>
    help.some((doc) => doc.path === path && doc.hash === ctx.contentIndex.find(path)?.hash)
  const asTyped = await findItems(ctx, who, { q, inHelp })
  const words = significantWords(q)
  const isQuestion = asTyped.length === 0 && words !== '' && words !== q
  const items = isQuestion ? await findItems(ctx, who, { q: words, inHelp }) : asTyped
  const found = [...items, ...(q ? await findConversations(ctx, q) : []), ...help.map(helpHit)]
  const groups = groupHits(found.slice(0, limit), isQuestion ? words : q)
  return { q: asked, groups, total: groups.reduce((sum, { results }) => sum + results.length, 0) }
}
