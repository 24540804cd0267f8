import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import type { ActionType } from '#app/features/actions/action-types.ts'
import { configFields } from '#app/features/actions/config-fields.ts'
import { listAutomations } from '#app/features/automations/automations.server.ts'
import { listCommands } from '#app/features/commands/manage.server.ts'
import { listEvents } from '#app/features/events/log.server.ts'
import type { EventType } from '#app/features/events/labels.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import type { Directory, DirectoryKind } from '#app/ui/forms/directory.tsx'

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
 * Collects the channels, roles and users that a guild's stored data mentions: recent events, settings, automations and
 * commands. Only events contain names.
 */
export async function knownDirectory(ctx: Context, { guildId }: { guildId: string }): Promise<Directory> {
  allow(ctx, 'guild:read', guildId)
  const found = { channel: new Map(), role: new Map(), user: new Map() }
  const add = (kind: DirectoryKind, id: unknown, name: string | null, note: string) => {
    if (typeof id !== 'string' || !/^\d{17,20}$/.test(id)) return
    if (!found[kind].get(id)?.name) found[kind].set(id, { id, name: name || null, note })
  }
  for (const { actor, target, channel } of await naming(ctx, guildId)) {
    if (actor) add('user', actor.id, actor.name, actor.is_bot ? 'bot' : '')
    if (channel) add('channel', channel.id, channel.name, '')
    const kind = target && Object.hasOwn(kindOfTarget, target.kind) && kindOfTarget[target.kind]
    if (kind) add(kind, target.id, target.name, target.kind === 'thread' ? 'thread' : '')
  }
  const settings = await settingsOf(ctx, guildId)
  add('channel', settings.log_channel_id, null, 'log channel')
  for (const id of settings.excluded_channels) add('channel', id, null, 'excluded channel')
  for (const { name, actions } of await items(ctx, guildId)) {
    for (const [kind, id] of actions.flatMap(idsInAction)) add(kind, id, null, `used in ${name}`)
  }
  return { channel: sorted(found.channel), role: sorted(found.role), user: sorted(found.user) }
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
const sorted = (entries: Map<string, Directory[DirectoryKind][number]>) =>
  [...entries.values()].sort(
    (one, other) =>
      Number(one.name === null) - Number(other.name === null) ||
      (one.name ?? one.id).localeCompare(other.name ?? other.id),
  )
