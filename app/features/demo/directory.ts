import type { Insertable } from 'kysely'
import { demoChannels } from '#app/features/demo/content.ts'
import { permissionBits } from '#app/features/directory/permissions.ts'
import type { DirectoryBot, ReportedChannel, ReportedRole } from '#app/features/directory/schema.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

const bits = (...names: (keyof typeof permissionBits)[]) =>
  String(names.reduce((sum, name) => sum | permissionBits[name], 0n))

const everyone = bits('VIEW_CHANNEL', 'SEND_MESSAGES', 'READ_MESSAGE_HISTORY', 'ADD_REACTIONS')
const none = '0'

/** Roles of the demo guild, lowest first. The bot has the last one. */
const roles: [name: string, color: number, permissions: string][] = [
  ['Newcomer', 0x2f6f4f, none],
  ['Member', 0x3498db, none],
  ['Artist', 0xe67e22, none],
  ['Events', 0x9b59b6, none],
  ['Helper', 0x1abc9c, none],
  ['Moderator', 0xf1c40f, bits('MANAGE_MESSAGES')],
  ['Admin', 0xe74c3c, bits('ADMINISTRATOR')],
  ['Signpost', 0, bits('ADMINISTRATOR')],
]

/** Categories of the demo guild, with the last digits of their channels. */
const categories: [name: string, channels: number[]][] = [
  ['Information', [7, 6]],
  ['Community', [1, 2, 3, 4, 5, 9]],
  ['Moderators', [8]],
]

const channelId = (digits: number) => `3000000000000000${String(digits).padStart(2, '0')}`
const roleId = (digits: number) => `4000000000000000${String(digits).padStart(2, '0')}`
const others: Record<string, string> = { [channelId(8)]: 'moderator-log', [channelId(9)]: 'Lounge' }

/** Returns the roles and channels of the demo guild, as a runner would report them at a time. */
export function demoDirectory(guildId: string, now: Date): Insertable<Tables['directories']>[] {
  const row = (kind: 'roles' | 'channels', items: unknown[], bot: DirectoryBot | null = null) => ({
    ...{ guild_id: guildId, kind, rev: now.getTime(), items: JSON.stringify(items), deleted: 0 },
    ...{ bot: bot && JSON.stringify(bot), updated_at: now.toISOString() },
  })
  const bot = roleId(roles.length + 1)
  return [
    row('roles', demoRoles(guildId), { id: '100000000000000009', roles: [bot] }),
    row('channels', demoChannelList(guildId)),
  ]
}

const demoRoles = (guildId: string): ReportedRole[] => [
  { id: guildId, name: '@everyone', color: 0, position: 0, permissions: everyone, managed: false },
  ...roles.map(([name, color, permissions], index) => ({
    ...{ id: roleId(index + 2), name, color, permissions },
    ...{ position: index + 1, managed: index === roles.length - 1 },
  })),
]

function demoChannelList(guildId: string): ReportedChannel[] {
  const names = { ...others, ...Object.fromEntries(demoChannels.map(({ id, name }) => [id, name])) }
  const hide = { id: guildId, type: 0 as const, allow: none, deny: bits('VIEW_CHANNEL') }
  return categories.flatMap(([category, list], position) => {
    const parent_id = channelId(20 + position)
    const overwrites = category === 'Moderators' ? [hide] : []
    const common = { hidden: false, overwrites }
    return [
      { id: parent_id, name: category, type: 4, position, parent_id: null, ...common },
      ...list.map((digits, index) => {
        const id = channelId(digits)
        return { id, name: names[id]!, type: digits === 9 ? 2 : 0, position: index, parent_id, ...common }
      }),
    ]
  })
}
