import { permissionBits, type AssignBlock } from '#app/features/directory/permissions.ts'
import { joinList } from '#app/primitives/text.ts'
import { FORUM_TYPE, type DirectoryBlock, type DirectoryNeed } from '#app/ui/forms/directory.tsx'

const { VIEW_CHANNEL, SEND_MESSAGES, READ_MESSAGE_HISTORY, MANAGE_MESSAGES } = permissionBits

/** Channel types: https://discord.com/developers/docs/resources/channel#channel-object-channel-types */
export const channelTypes = { category: 4, forum: FORUM_TYPE, media: 16, directory: 14 } as const
const withoutMessages: readonly number[] = Object.values(channelTypes)
/** Forum and media channels have threads too, but Discord creates those only with a first message. */
const withThreads: readonly number[] = [0, 5]

type ChannelNeed = Exclude<DirectoryNeed, 'assign'>

/** What the bot does in a channel, and the permissions it needs, by name. */
const channelNeeds: Record<ChannelNeed, { act: string; permissions: Record<string, bigint> }> = {
  write: { act: 'send messages', permissions: { 'Send Messages': SEND_MESSAGES } },
  thread: {
    act: 'open threads',
    permissions: { 'Create Public Threads': permissionBits.CREATE_PUBLIC_THREADS },
  },
  reply: {
    act: 'reply to posts',
    permissions: { 'Send Messages in Threads': permissionBits.SEND_MESSAGES_IN_THREADS },
  },
  react: {
    act: 'add reactions',
    permissions: {
      'Read Message History': READ_MESSAGE_HISTORY,
      'Add Reactions': permissionBits.ADD_REACTIONS,
    },
  },
  delete: { act: 'delete messages', permissions: { 'Manage Messages': MANAGE_MESSAGES } },
}

/** Returns why the bot cannot act in a channel, with the missing permissions, or null. */
function lackOf({ act, permissions }: (typeof channelNeeds)[ChannelNeed], granted: bigint): string | null {
  const missing = Object.keys(permissions).filter((name) => !(granted & permissions[name]!))
  if (!missing.length) return null
  const needs =
    missing.length > 1 ? `the permissions ${joinList(missing)}` : `the ${missing.join('')} permission`
  return `The bot cannot ${act} here: it needs ${needs}`
}

export type Blocks = Partial<Record<DirectoryNeed, DirectoryBlock>>

/** Returns what the bot cannot do in a channel. Without permissions, only what no bot can do. */
export function blocksOfChannel({ type, hidden }: { type: number; hidden: boolean }, granted: bigint | null) {
  const blocks: Blocks = {}
  for (const need of Object.keys(channelNeeds) as ChannelNeed[]) {
    // Other channels are never offered for replies, and a block on each of them would only make pages larger.
    if (need === 'reply' && type !== channelTypes.forum) continue
    const lack = granted === null ? null : lackOf(channelNeeds[need], granted)
    const isPossible =
      need === 'reply' || (need === 'thread' ? withThreads.includes(type) : !withoutMessages.includes(type))
    if (!isPossible)
      blocks[need] = {
        reason:
          need === 'thread'
            ? 'The bot cannot open threads in channels of this type'
            : 'This channel has no messages',
        final: true,
      }
    else if (hidden || (granted !== null && !(granted & VIEW_CHANNEL)))
      blocks[need] = { reason: 'The bot cannot see this channel: it needs the View Channel permission' }
    else if (lack) blocks[need] = { reason: lack }
  }
  return blocks
}

const assignReasons: Record<AssignBlock, DirectoryBlock> = {
  everyone: { reason: 'All members have this role', final: true },
  managed: { reason: 'Discord or an integration assigns this role', final: true },
  above: { reason: 'This role is above the bot’s highest role' },
  permission: { reason: 'The bot needs the Manage Roles permission' },
}

/** Returns why the bot cannot give a role, if it cannot. */
export const blocksOfRole = (block: AssignBlock | null): Blocks =>
  block ? { assign: assignReasons[block] } : {}
