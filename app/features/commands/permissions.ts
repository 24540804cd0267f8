type Permission = { bit: number; name: string }

/** Discord's permissions by topic, with bit and display name. */
export const permissionGroups: readonly { title: string; permissions: readonly Permission[] }[] = [
  {
    title: 'The server',
    permissions: [
      { bit: 3, name: 'Administrator' },
      { bit: 5, name: 'Manage Server' },
      { bit: 4, name: 'Manage Channels' },
      { bit: 28, name: 'Manage Roles' },
      { bit: 29, name: 'Manage Webhooks' },
      { bit: 30, name: 'Manage Expressions' },
      { bit: 43, name: 'Create Expressions' },
      { bit: 33, name: 'Manage Events' },
      { bit: 44, name: 'Create Events' },
      { bit: 7, name: 'View Audit Log' },
      { bit: 19, name: 'View Server Insights' },
      { bit: 41, name: 'View Monetization Analytics' },
      { bit: 10, name: 'View Channels' },
      { bit: 0, name: 'Create Invite' },
    ],
  },
  {
    title: 'Members',
    permissions: [
      { bit: 1, name: 'Kick Members' },
      { bit: 2, name: 'Ban Members' },
      { bit: 40, name: 'Time Out Members' },
      { bit: 27, name: 'Manage Nicknames' },
      { bit: 26, name: 'Change Nickname' },
    ],
  },
  {
    title: 'Text',
    permissions: [
      { bit: 11, name: 'Send Messages' },
      { bit: 38, name: 'Send Messages in Threads' },
      { bit: 35, name: 'Create Public Threads' },
      { bit: 36, name: 'Create Private Threads' },
      { bit: 34, name: 'Manage Threads' },
      { bit: 13, name: 'Manage Messages' },
      { bit: 51, name: 'Pin Messages' },
      { bit: 52, name: 'Bypass Slowmode' },
      { bit: 14, name: 'Embed Links' },
      { bit: 15, name: 'Attach Files' },
      { bit: 6, name: 'Add Reactions' },
      { bit: 18, name: 'Use External Emoji' },
      { bit: 37, name: 'Use External Stickers' },
      { bit: 17, name: 'Mention Everyone' },
      { bit: 16, name: 'Read Message History' },
      { bit: 12, name: 'Send Text-to-Speech Messages' },
      { bit: 46, name: 'Send Voice Messages' },
      { bit: 49, name: 'Create Polls' },
      { bit: 31, name: 'Use Application Commands' },
      { bit: 39, name: 'Use Activities' },
      { bit: 50, name: 'Use External Apps' },
    ],
  },
  {
    title: 'Voice',
    permissions: [
      { bit: 20, name: 'Connect' },
      { bit: 21, name: 'Speak' },
      { bit: 9, name: 'Video' },
      { bit: 42, name: 'Use Soundboard' },
      { bit: 45, name: 'Use External Sounds' },
      { bit: 25, name: 'Use Voice Activity' },
      { bit: 8, name: 'Priority Speaker' },
      { bit: 22, name: 'Mute Members' },
      { bit: 23, name: 'Deafen Members' },
      { bit: 24, name: 'Move Members' },
      { bit: 32, name: 'Request to Speak' },
      { bit: 48, name: 'Set Voice Channel Status' },
    ],
  },
]

/** Bits of all permissions in `permissionGroups`. */
export const knownBits = permissionGroups.flatMap(({ permissions }) => permissions.map(({ bit }) => bit))

/** Returns the bits set in a bitfield, or an empty array if the text is not a number. */
export function bitsOf(bitfield: string | null): number[] {
  if (!bitfield || !/^\d{1,20}$/.test(bitfield)) return []
  const value = BigInt(bitfield)
  return Array.from({ length: 67 }, (_, bit) => bit).filter((bit) => (value >> BigInt(bit)) & 1n)
}

/** Returns the bitfield of the given bits as a decimal string, as Discord expects. */
export const bitfieldOf = (bits: readonly number[]): string =>
  bits.reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n).toString()

/** Returns true if checkboxes can show every bit that is set. */
export const isFullyKnown = (bitfield: string | null): boolean =>
  bitsOf(bitfield).every((bit) => knownBits.includes(bit))
