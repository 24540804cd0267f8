/** Permission bits by Discord's name: https://discord.com/developers/docs/topics/permissions */
export const permissionBits = {
  ADMINISTRATOR: 1n << 3n,
  MANAGE_GUILD: 1n << 5n,
  ADD_REACTIONS: 1n << 6n,
  VIEW_CHANNEL: 1n << 10n,
  SEND_MESSAGES: 1n << 11n,
  SEND_TTS_MESSAGES: 1n << 12n,
  MANAGE_MESSAGES: 1n << 13n,
  EMBED_LINKS: 1n << 14n,
  ATTACH_FILES: 1n << 15n,
  READ_MESSAGE_HISTORY: 1n << 16n,
  MENTION_EVERYONE: 1n << 17n,
  MANAGE_ROLES: 1n << 28n,
  CREATE_PUBLIC_THREADS: 1n << 35n,
  SEND_MESSAGES_IN_THREADS: 1n << 38n,
} as const

/** All permissions, which the owner and administrators have. */
export const ALL_PERMISSIONS = (1n << 64n) - 1n

type Role = { id: string; position: number; permissions: string; managed: boolean }
/** Overwrite of a role (type 0) or a member (type 1), as in Discord's API. */
type Overwrite = { id: string; type: 0 | 1; allow: string; deny: string }
type Member = { id: string; roles: readonly string[]; isTimedOut?: boolean }

type Question = {
  guildId: string
  ownerId?: string | null | undefined
  roles: readonly Role[]
  member: Member
  /** Overwrites of the channel. For a thread, those of its parent. Without a channel, the result is for the guild. */
  channel?: { overwrites: readonly Overwrite[]; isThread?: boolean }
}

const { ADMINISTRATOR, VIEW_CHANNEL, SEND_MESSAGES, READ_MESSAGE_HISTORY } = permissionBits
/** Permissions that have no effect without `SEND_MESSAGES`. */
const withSending =
  permissionBits.SEND_TTS_MESSAGES |
  permissionBits.EMBED_LINKS |
  permissionBits.ATTACH_FILES |
  permissionBits.MENTION_EVERYONE

/** Computes the permissions of a member in a guild or in one of its channels, in Discord's order. */
export function permissionsIn({ guildId, ownerId, roles, member, channel }: Question): bigint {
  if (member.id === ownerId) return ALL_PERMISSIONS
  const held = new Set([guildId, ...member.roles])
  let granted = 0n
  for (const { id, permissions } of roles) if (held.has(id)) granted |= BigInt(permissions)
  if (granted & ADMINISTRATOR) return ALL_PERMISSIONS
  if (channel) granted = applyOverwrites(granted, channel, { guildId, member, held })
  return member.isTimedOut ? granted & (VIEW_CHANNEL | READ_MESSAGE_HISTORY) : granted
}

function applyOverwrites(
  granted: bigint,
  { overwrites, isThread = false }: NonNullable<Question['channel']>,
  { guildId, member, held }: { guildId: string; member: Member; held: ReadonlySet<string> },
) {
  const everyone = overwrites.filter(({ type, id }) => type === 0 && id === guildId)
  const ofRoles = overwrites.filter(({ type, id }) => type === 0 && id !== guildId && held.has(id))
  const own = overwrites.filter(({ type, id }) => type === 1 && id === member.id)
  // All denials of a step count before its permissions.
  for (const step of [everyone, ofRoles, own]) {
    for (const { deny } of step) granted &= ~BigInt(deny)
    for (const { allow } of step) granted |= BigInt(allow)
  }
  if (!(granted & VIEW_CHANNEL)) return 0n
  if (isThread) {
    const sends = granted & permissionBits.SEND_MESSAGES_IN_THREADS
    granted = sends ? granted | SEND_MESSAGES : granted & ~SEND_MESSAGES
  }
  return granted & SEND_MESSAGES ? granted : granted & ~withSending
}

type Ranked = Pick<Role, 'id' | 'position'>

/** Compares two roles by rank. A higher position ranks higher, and on a tie the lower id. */
export function compareRoles(one: Ranked, other: Ranked): number {
  if (one.position !== other.position) return one.position - other.position
  if (one.id === other.id) return 0
  return BigInt(one.id) < BigInt(other.id) ? 1 : -1
}

/** Reason why a member cannot give a role. */
export type AssignBlock = 'everyone' | 'managed' | 'above' | 'permission'

/** Returns why a member cannot give a role, or null if the member can. Reasons that never change come first. */
export function assignBlock(
  role: Pick<Role, 'id' | 'position' | 'managed'>,
  question: Omit<Question, 'channel'>,
): AssignBlock | null {
  const { guildId, ownerId, roles, member } = question
  if (role.id === guildId) return 'everyone'
  if (role.managed) return 'managed'
  if (member.id === ownerId) return null
  if (!(permissionsIn(question) & permissionBits.MANAGE_ROLES)) return 'permission'
  const held = roles.filter(({ id }) => member.roles.includes(id))
  return held.some((one) => compareRoles(one, role) > 0) ? null : 'above'
}

/** Checks whether a member can give a role. */
export const assignable = (...question: Parameters<typeof assignBlock>): boolean =>
  assignBlock(...question) === null
