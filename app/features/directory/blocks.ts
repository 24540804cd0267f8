import { permissionBits, type AssignBlock } from '#app/features/directory/permissions.ts'
import { FORUM_TYPE, type DirectoryBlock, type DirectoryNeed } from '#app/ui/forms/directory.tsx'

const { VIEW_CHANNEL, SEND_MESSAGES, READ_MESSAGE_HISTORY, MANAGE_MESSAGES } = permissionBits

/** Channel types: https://discord.com/developers/docs/resources/channel#channel-object-channel-types */
export const channelTypes = { category: 4, forum: FORUM_TYPE, media: 16, directory: 14 } as const
const withoutMessages: readonly number[] = Object.values(channelTypes)
/** Forum and media channels have threads too, but Discord creates those only with a first message. */
const withThreads: readonly number[] = [0, 5]

type ChannelNeed = Exclude<DirectoryNeed, 'assign'>

const channelNeeds: Record<ChannelNeed, { bits: bigint; without: string }> = {
  write: {
    bits: SEND_MESSAGES,
    without: 'The bot cannot send messages here: it needs the Send Messages permission',
  },
  thread: {
    bits: permissionBits.CREATE_PUBLIC_THREADS,
    without: 'The bot cannot open threads here: it needs the Create Public Threads permission',
  },
  reply: {
    bits: permissionBits.SEND_MESSAGES_IN_THREADS,
    without: 'The bot cannot reply to posts here: it needs the Send Messages in Threads permission',
  },
  react: {
    bits: READ_MESSAGE_HISTORY | permissionBits.ADD_REACTIONS,
    without:
      'The bot cannot add reactions here: it needs the permissions Read Message History and Add Reactions',
  },
  delete: {
    bits: MANAGE_MESSAGES,
    without: 'The bot cannot delete messages here: it needs the Manage Messages permission',
  },
}

export type Blocks = Partial<Record<DirectoryNeed, DirectoryBlock>>

/** Returns what the bot cannot do in a channel. Without permissions, only what no bot can do. */
export function blocksOfChannel({ type, hidden }: { type: number; hidden: boolean }, granted: bigint | null) {
  const blocks: Blocks = {}
  for (const need of Object.keys(channelNeeds) as ChannelNeed[]) {
    // Other channels are never offered for replies, and a block on each of them would only make pages larger.
    if (need === 'reply' && type !== channelTypes.forum) continue
    const { bits, without } = channelNeeds[need]
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
    else if (granted !== null && (granted & bits) !== bits) blocks[need] = { reason: without }
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
