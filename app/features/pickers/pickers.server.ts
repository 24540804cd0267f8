import type { Context } from '#app/context.server.ts'
import { allowGuild } from '#app/features/guilds/guilds.server.ts'
import type { ActionType } from '#app/features/actions/action-types.ts'
import { configFields } from '#app/features/actions/config-fields.ts'
import { listAutomations } from '#app/features/automations/automations.server.ts'
import { listCommands } from '#app/features/commands/manage.server.ts'
import { channelTypes } from '#app/features/directory/blocks.ts'
import { directoryOf, requestMissing, type KnownDirectory } from '#app/features/directory/directory.server.ts'
import { listEvents } from '#app/features/events/log.server.ts'
import type { EventType } from '#app/features/events/labels.ts'
import { runnerPresence } from '#app/features/runners/presence.server.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import type { Directory, DirectoryEntry, DirectoryKind } from '#app/ui/forms/directory.tsx'

const kindOfTarget: Record<string, DirectoryKind> = {
  channel: 'channel',
  thread: 'channel',
  role: 'role',
  user: 'user',
  member: 'user',
}

/** Event types that name channels and roles that rarely appear in other events. */
const namingTypes: readonly EventType[] = [
  'CHANNEL_CREATE',
  'CHANNEL_UPDATE',
  'MEMBER_ROLE_ADD',
  'MEMBER_ROLE_REMOVE',
]

/**
 * Returns the channels, categories, roles and users that pickers offer: those that the runner reported, and users and
 * threads of recent events. Without a reported directory, the ids in events, settings, automations and commands.
 */
export async function knownDirectory(ctx: Context, { guildId }: { guildId: string }): Promise<Directory> {
  await allowGuild(ctx, 'guild:read', guildId)
  const reported = await directoryOf(ctx, guildId)
  requestMissing(ctx, guildId, reported)
  const isReported = { channel: reported.channelsAt !== null, role: reported.rolesAt !== null }
  const found = emptyEntries()
  addReported(reported, found)
  const add = (kind: DirectoryKind, id: unknown, name: string | null, note: string) => {
    if (typeof id !== 'string' || !/^\d{17,20}$/.test(id)) return
    if (kind !== 'user' && note !== 'thread' && isReported[kind === 'role' ? 'role' : 'channel']) return
    if (!found[kind].get(id)?.name) found[kind].set(id, { id, name: name || null, note })
  }
  for (const { actor, target, channel } of await naming(ctx, guildId)) {
    if (actor) add('user', actor.id, actor.name, actor.is_bot ? 'bot' : '')
    if (channel) add('channel', channel.id, channel.name, '')
    const kind = target && Object.hasOwn(kindOfTarget, target.kind) && kindOfTarget[target.kind]
    if (kind) add(kind, target.id, target.name, target.kind === 'thread' ? 'thread' : '')
  }
  if (!isReported.channel || !isReported.role) await addUsed(ctx, guildId, add)
  return {
    channel: isReported.channel ? [...found.channel.values()] : sorted(found.channel),
    category: [...found.category.values()],
    role: isReported.role ? [...found.role.values()] : sorted(found.role),
    user: sorted(found.user),
    emoji: [...found.emoji.values()],
    searchUrl: isReported.role ? `/api/guilds/${guildId}/members` : null,
    asOf: await ageOf(ctx, guildId, reported),
  }
}

/** Returns the time until which a reported directory is current, or null if a runner updates the directory. */
async function ageOf(ctx: Context, guildId: string, { channelsAt, rolesAt }: KnownDirectory) {
  const { connected, lastSeenAt } = await runnerPresence(ctx, guildId)
  return connected ? null : channelsAt && (lastSeenAt ?? rolesAt ?? channelsAt)
}

type Entries = Record<DirectoryKind, Map<string, DirectoryEntry>>

const emptyEntries = (): Entries => ({
  channel: new Map(),
  category: new Map(),
  role: new Map(),
  user: new Map(),
  emoji: new Map(),
})

/** Adds the reported entries in Discord's order. */
function addReported(
  { channels, roles, emojis }: KnownDirectory,
  found: Record<DirectoryKind, Map<string, DirectoryEntry>>,
) {
  for (const { id, name, type, parent_id, hidden, blocks, deleted_at } of channels.values()) {
    const kind = type === channelTypes.category ? 'category' : 'channel'
    const category = (parent_id && channels.get(parent_id)?.name) || ''
    found[kind].set(id, {
      id,
      name: name || (hidden ? 'hidden channel' : null),
      note: hidden ? 'hidden from the bot' : category,
      type,
      ...(Object.keys(blocks).length ? { blocks } : {}),
      ...(deleted_at ? { isDeleted: true } : {}),
    })
  }
  for (const { id, name, color, blocks, deleted_at } of roles.values())
    found.role.set(id, {
      id,
      name,
      note: '',
      color,
      ...(blocks.assign ? { blocks } : {}),
      ...(deleted_at ? { isDeleted: true } : {}),
    })
  for (const { id, name, deleted_at } of emojis.values())
    found.emoji.set(id, { id, name, note: '', ...(deleted_at ? { isDeleted: true } : {}) })
}

/** Returns the reported entries whose ids are in a value, so that a page can show names without the whole directory. */
export async function namesIn(
  ctx: Context,
  { guildId, value }: { guildId: string; value: unknown },
): Promise<Directory> {
  await allowGuild(ctx, 'guild:read', guildId)
  const text = JSON.stringify(value)
  const { channels, roles, emojis, ...reported } = await directoryOf(ctx, guildId)
  // Custom emojis are stored as `name:id`.
  const isNamed = ([id]: [string, unknown]) => text.includes(`"${id}"`) || text.includes(`:${id}"`)
  const found = emptyEntries()
  addReported(
    {
      ...reported,
      channels: new Map([...channels].filter(isNamed)),
      roles: new Map([...roles].filter(isNamed)),
      emojis: new Map([...emojis].filter(isNamed)),
    },
    found,
  )
  return {
    channel: [...found.channel.values()],
    category: [...found.category.values()],
    role: [...found.role.values()],
    user: [],
    emoji: [...found.emoji.values()],
    searchUrl: null,
    asOf: null,
  }
}

type Add = (kind: DirectoryKind, id: unknown, name: string | null, note: string) => void

/** Adds the ids that settings, automations and commands use. */
async function addUsed(ctx: Context, guildId: string, add: Add) {
  const settings = await settingsOf(ctx, guildId)
  add('channel', settings.log_channel_id, null, 'log channel')
  for (const id of settings.excluded_channels) add('channel', id, null, 'excluded channel')
  for (const id of settings.ask_forum_channels) add('channel', id, null, 'forum with replies')
  for (const id of settings.excluded_categories) add('category', id, null, 'excluded category')
  for (const { name, actions } of await items(ctx, guildId)) {
    for (const [kind, id] of actions.flatMap(idsInAction)) add(kind, id, null, `used in ${name}`)
  }
}

/** Returns recent events that name channels, roles and users, newest first. */
async function naming(ctx: Context, guildId: string) {
  const recent = await listEvents(ctx, { guildId, limit: 100 })
  const lists = [recent]
  for (const type of namingTypes) lists.push(await listEvents(ctx, { guildId, type, limit: 50 }))
  return lists.flatMap(({ events }) => events)
}

type Item = { name: string; actions: readonly { type: ActionType; config: Record<string, unknown> }[] }

async function items(ctx: Context, guildId: string): Promise<Item[]> {
  const page = { guildId, limit: 100, offset: 0 }
  const { automations } = await listAutomations(ctx, page)
  const { commands } = await listCommands(ctx, page)
  return [...automations, ...commands]
}

const idsInAction = ({ type, config }: Item['actions'][number]) =>
  configFields[type].flatMap(({ name, picks }): [DirectoryKind, unknown][] =>
    picks ? [[picks, config[name]]] : [],
  )

/** Sorts named entries by name, before entries without a name. */
const sorted = (entries: Map<string, DirectoryEntry>) =>
  [...entries.values()].sort(
    (one, other) =>
      Number(one.name === null) - Number(other.name === null) ||
      (one.name ?? one.id).localeCompare(other.name ?? other.id),
  )
