import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocksOfChannel, channelTypes } from '#app/features/directory/blocks.ts'
import {
  ALL_PERMISSIONS,
  assignable,
  assignBlock,
  compareRoles,
  permissionBits,
  permissionsIn,
} from '#app/features/directory/permissions.ts'

const GUILD = '100000000000000001'
const { ADMINISTRATOR, VIEW_CHANNEL, SEND_MESSAGES, EMBED_LINKS, MANAGE_ROLES } = permissionBits
const anId = fc.integer({ min: 0, max: 6 }).map((n) => `40000000000000000${n}`)
const bits = fc.bigInt({ min: 0n, max: ALL_PERMISSIONS }).map((n) => n & ~ADMINISTRATOR)
const text = bits.map(String)
const aRole = fc.record({
  id: anId,
  position: fc.integer({ min: 0, max: 3 }),
  permissions: text,
  managed: fc.boolean(),
})
const roles = fc.uniqueArray(aRole, { selector: ({ id }) => id, maxLength: 7 })
const everyone = text.map((permissions) => ({ id: GUILD, position: 0, permissions, managed: false }))
const anOverwrite = fc.record({
  id: fc.oneof(anId, fc.constant(GUILD), fc.constant('200000000000000001')),
  type: fc.constantFrom(0 as const, 1 as const),
  allow: text,
  deny: text,
})
const aQuestion = fc
  .tuple(roles, everyone, fc.array(anId), fc.array(anOverwrite, { maxLength: 8 }))
  .map(([some, all, held, overwrites]) => ({
    guildId: GUILD,
    roles: [...some, all],
    member: { id: '200000000000000001', roles: held },
    channel: { overwrites },
  }))

const role = (id: string, position: number, over: object = {}) => ({
  id: `40000000000000000${id}`,
  position,
  permissions: '0',
  managed: false,
  ...over,
})

test('the owner and administrators have all permissions', () => {
  fc.assert(
    fc.property(aQuestion, (question) => {
      const owner = { ...question, ownerId: question.member.id }
      expect(permissionsIn(owner)).toBe(ALL_PERMISSIONS)
      const admin = role('9', 1, { permissions: String(ADMINISTRATOR) })
      const member = { ...question.member, roles: [admin.id], isTimedOut: true }
      expect(permissionsIn({ ...question, roles: [...question.roles, admin], member })).toBe(ALL_PERMISSIONS)
    }),
  )
})

test('the order of roles and overwrites does not matter', () => {
  fc.assert(
    fc.property(aQuestion, (question) => {
      const { roles, member, channel } = question
      const reversed = {
        ...question,
        roles: roles.toReversed(),
        member: { ...member, roles: member.roles.toReversed() },
        channel: { overwrites: channel.overwrites.toReversed() },
      }
      expect(permissionsIn(reversed)).toBe(permissionsIn(question))
    }),
  )
})

test('the member’s own overwrite takes precedence over those of roles', () => {
  fc.assert(
    fc.property(aQuestion, bits, (question, allowed) => {
      const rest = question.channel.overwrites.filter(({ type }) => type === 0)
      const own = (allow: bigint, deny: bigint) => ({
        overwrites: [
          ...rest,
          { id: question.member.id, type: 1 as const, allow: String(allow), deny: String(deny) },
        ],
      })
      const wanted = allowed | VIEW_CHANNEL | SEND_MESSAGES
      expect(permissionsIn({ ...question, channel: own(wanted, 0n) }) & wanted).toBe(wanted)
      const without = permissionsIn({ ...question, channel: own(VIEW_CHANNEL | SEND_MESSAGES, EMBED_LINKS) })
      expect(without & EMBED_LINKS).toBe(0n)
    }),
  )
})

test('without access to a channel, a member can do nothing there', () => {
  fc.assert(
    fc.property(aQuestion, (question) => {
      const granted = permissionsIn(question)
      if (!(granted & VIEW_CHANNEL)) expect(granted).toBe(0n)
      if (!(granted & SEND_MESSAGES)) expect(granted & EMBED_LINKS).toBe(0n)
      const timedOut = permissionsIn({ ...question, member: { ...question.member, isTimedOut: true } })
      expect(timedOut & ~(VIEW_CHANNEL | permissionBits.READ_MESSAGE_HISTORY)).toBe(0n)
    }),
  )
})

test('in a thread, only the permission for threads decides about messages', () => {
  const base = { guildId: GUILD, member: { id: '2', roles: [] } }
  const grant = (permissions: bigint, isThread: boolean) =>
    permissionsIn({
      ...base,
      roles: [{ id: GUILD, position: 0, permissions: String(permissions | VIEW_CHANNEL), managed: false }],
      channel: { overwrites: [], isThread },
    }) & SEND_MESSAGES
  const { SEND_MESSAGES_IN_THREADS } = permissionBits
  expect(grant(SEND_MESSAGES_IN_THREADS, true)).toBe(SEND_MESSAGES)
  expect(grant(SEND_MESSAGES, true)).toBe(0n)
  expect(grant(SEND_MESSAGES_IN_THREADS, false)).toBe(0n)
})

test('the rank of roles is a total order, with the lower id first on a tie', () => {
  fc.assert(
    fc.property(roles, (some) => {
      const sorted = some.toSorted(compareRoles)
      expect(some.toReversed().toSorted(compareRoles)).toEqual(sorted)
      for (const one of some)
        for (const other of some) expect(compareRoles(one, other)).toBe(-compareRoles(other, one) || 0)
    }),
  )
  expect(compareRoles(role('1', 2), role('2', 2))).toBe(1)
})

test('a bot gives only roles below its highest role', () => {
  const [low, mine, high] = [role('3', 1), role('2', 2, { permissions: String(MANAGE_ROLES) }), role('1', 3)]
  const question = { guildId: GUILD, roles: [low, mine, high], member: { id: '2', roles: [mine.id] } }
  expect(assignable(low, question)).toBe(true)
  expect(assignBlock(high, question)).toBe('above')
  expect(assignBlock(mine, question)).toBe('above')
  // On a tie, the lower id ranks higher.
  expect(assignable(role('4', 2), question)).toBe(true)
  expect(assignBlock(role('1', 2), question)).toBe('above')
  expect(assignBlock({ ...low, managed: true }, question)).toBe('managed')
  expect(assignBlock({ ...low, id: GUILD }, question)).toBe('everyone')
  expect(assignBlock(low, { ...question, member: { id: '2', roles: [high.id] } })).toBe('permission')
})

test.each([
  [channelTypes.forum, permissionBits.CREATE_PUBLIC_THREADS, 'cannot open threads in channels of this type'],
  [channelTypes.media, permissionBits.CREATE_PUBLIC_THREADS, 'cannot open threads in channels of this type'],
  [0, permissionBits.CREATE_PUBLIC_THREADS, undefined],
  [0, SEND_MESSAGES, 'it needs the Create Public Threads permission'],
])('a thread in a channel of type %i with the permission %i: %s', (type, granted, missing) => {
  const reason = blocksOfChannel({ type, hidden: false }, VIEW_CHANNEL | granted).thread?.reason
  if (missing) expect(reason).toContain(missing)
  else expect(reason).toBeUndefined()
})

test.each([
  [permissionBits.ADD_REACTIONS, 'it needs the Read Message History permission'],
  [permissionBits.READ_MESSAGE_HISTORY, 'it needs the Add Reactions permission'],
  [0n, 'it needs the permissions Read Message History and Add Reactions'],
])('the reason for a missing reaction with the permission %i: %s', (granted, needs) => {
  const { react } = blocksOfChannel({ type: 0, hidden: false }, VIEW_CHANNEL | granted)
  expect(react?.reason).toBe(`The bot cannot add reactions here: ${needs}`)
})
