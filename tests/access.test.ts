import { expect, test } from 'vitest'
import {
  allow,
  allowAnyGuild,
  hasRole,
  outranks,
  requireUser,
  rolePermissions,
  roles,
  scopes,
  type Actor,
  type Permission,
} from '#app/access.ts'
import { anonymous, discord, keyOf, refusalOf, runner, system, userWith } from '#tests/support/factories.ts'

const machines = ['events:report', 'interactions:answer'] as const
const cliOnly = ['keys:manage', 'runners:manage', 'users:create'] as const
const all: Permission[] = [...rolePermissions, ...machines, ...scopes]

const administrator = [
  'profile:own',
  'chat:use',
  'console:open',
  'content:publish',
  'site:write',
  'cms:write',
  'users:read',
  'users:write',
  'audit:read',
  'mail:read',
  'contact:read',
  'contact:write',
  'guild:read',
  'guild:write',
  'guilds:write',
  'runners:read',
]
const matrix = {
  member: ['profile:own', 'chat:use'],
  editor: ['profile:own', 'chat:use', 'console:open', 'content:publish', 'cms:write'],
  admin: administrator,
  owner: [...administrator.slice(0, -1), 'guilds:policy', 'runners:read', 'bot:manage', 'keys:decide'],
}

const key = (...held: (typeof scopes)[number][]): Actor => ({
  kind: 'key',
  keyId: 'k',
  name: 'Program',
  guildId: 'g',
  scopes: held,
})
const granted = (actor: Actor) =>
  all.filter((permission) => {
    try {
      allowAnyGuild({ actor }, permission)
      return true
    } catch {
      return false
    }
  })

test.each(roles)('%s has exactly the permissions of the table', (role) => {
  expect(granted(userWith(role))).toEqual(matrix[role])
  expect(all.filter((permission) => hasRole(role, permission))).toEqual(matrix[role])
})

test('the service itself may do everything', () => {
  expect(granted(system)).toEqual(all)
})

test('a runner may only report events, and Discord may only have interactions answered', () => {
  expect(granted(runner())).toEqual(['events:report'])
  expect(granted(discord)).toEqual(['interactions:answer'])
})

test.each(scopes)('a key with %s may do that and nothing else', (scope) => {
  expect(granted(key(scope))).toEqual([scope])
})

test('a key without scopes may do nothing', () => {
  expect(granted(key())).toEqual([])
})

test('a key that lacks the scope is told which one, in the header and the sentence', async () => {
  const refusal = await refusalOf(() => allow({ actor: key('settings:read') }, 'stats:read'))
  expect(refusal).toMatchObject({ status: 403, code: 'insufficient_scope' })
  expect(refusal.message).toContain('stats:read')
  expect(refusal.headers['WWW-Authenticate']).toBe(
    'Bearer realm="api", error="insufficient_scope", scope="stats:read"',
  )
})

test.each(all)('an anonymous visitor is asked to sign in for %s', async (permission) => {
  const refusal = await refusalOf(() => allowAnyGuild({ actor: anonymous }, permission))
  expect(refusal).toMatchObject({ status: 401, code: 'unauthorized' })
})

test('a signed-in human without the role is refused with 403', async () => {
  const refusal = await refusalOf(() => allow({ actor: userWith('member') }, 'console:open'))
  expect(refusal).toMatchObject({ status: 403, code: 'forbidden' })
})

test('a guild manager may read and change that guild alone, whatever their role', async () => {
  const actor = { ...userWith('member'), guildIds: ['mine'] } as const
  expect(granted(actor)).toEqual(['profile:own', 'chat:use', 'console:open', 'guild:read', 'guild:write'])
  for (const permission of ['guild:read', 'guild:write'] as const) {
    allow({ actor }, permission, 'mine')
    expect(await refusalOf(() => allow({ actor }, permission, 'other'))).toMatchObject({ status: 403 })
    allow({ actor: userWith('admin') }, permission, 'other')
    expect(await refusalOf(() => allow({ actor: userWith('editor') }, permission, 'mine'))).toMatchObject({
      status: 403,
    })
    expect(await refusalOf(() => allow({ actor: keyOf('mine') }, permission, 'mine'))).toMatchObject({
      status: 403,
    })
  }
})

test('no role carries what only the command line may do', () => {
  for (const role of roles) for (const it of cliOnly) expect(hasRole(role, it)).toBe(false)
})

test('only a signed-in human is a user', async () => {
  expect(requireUser({ actor: userWith('member') })).toMatchObject({ userId: 'u' })
  for (const actor of [anonymous, key('stats:read'), runner(), discord, system]) {
    expect(await refusalOf(() => requireUser({ actor }))).toMatchObject({ status: 401, code: 'unauthorized' })
  }
})

test('administrators outrank those below, and only owners outrank their equals', () => {
  const pairs = roles.flatMap((role) =>
    roles.filter((other) => outranks(role, other)).map((other) => [role, other]),
  )
  expect(pairs).toEqual([
    ['editor', 'member'],
    ['admin', 'member'],
    ['admin', 'editor'],
    ...roles.map((other) => ['owner', other]),
  ])
})
