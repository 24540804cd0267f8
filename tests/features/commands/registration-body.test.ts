import { expect, test } from 'vitest'
import {
  isRegistered,
  registrationBody,
  registrationHash,
  type RegistrationFields,
} from '#app/features/commands/registration/body.server.ts'
import { remoteCommands } from '#app/features/commands/registration/difference.server.ts'
import { discordCommands, discordIssues, limitIssues } from '#app/features/commands/registration/response.ts'

const row = (over: Partial<RegistrationFields> = {}): RegistrationFields => ({
  name: 'hello',
  type: 1,
  description: 'Says hello',
  options: '[]',
  default_member_permissions: null,
  contexts: '[0]',
  ...over,
})
const withOptions = (...options: object[]) => row({ options: JSON.stringify(options) })

test('a typed command goes with its description and its options', () => {
  const option = { type: 3, name: 'who', description: 'Whom', required: true, max_length: 20 }
  expect(registrationBody({ ...withOptions(option), default_member_permissions: '08192' })).toEqual({
    name: 'hello',
    type: 1,
    description: 'Says hello',
    options: [option],
    default_member_permissions: '8192',
    contexts: [0],
  })
})

test.each([2, 3])('a command of type %i goes without both', (type) => {
  expect(Object.keys(registrationBody(row({ type, name: 'Report this', description: '' })))).toEqual([
    'name',
    'type',
    'default_member_permissions',
    'contexts',
  ])
})

test('choices beside autocomplete stay here, at any depth', () => {
  const leaf = { type: 3, name: 'town', description: 'Which', choices: [{ name: 'Rome', value: 'r' }] }
  const group = (...options: object[]) => ({
    type: 2,
    name: 'g',
    description: 'G',
    options: [{ type: 1, name: 's', description: 'S', options }],
  })
  const { choices: _choices, ...bare } = { ...leaf, autocomplete: true }
  expect(registrationBody(withOptions(group({ ...leaf, autocomplete: true }))).options).toEqual([group(bare)])
  expect(registrationBody(withOptions(group(leaf))).options).toEqual([group(leaf)])
})

test('the hash goes by what Discord is told, and not by how it is written', () => {
  const one = withOptions({
    type: 7,
    name: 'where',
    description: 'W',
    required: false,
    channel_types: [5, 0],
  })
  const other = withOptions({ channel_types: [0, 5], description: 'W', name: 'where', type: 7, choices: [] })
  expect(registrationHash(one)).toBe(registrationHash(other))
  expect(registrationHash(one)).toMatch(/^[0-9a-f]{64}$/)
  const changes: Partial<RegistrationFields>[] = [
    { name: 'other' },
    { type: 2 },
    { description: 'Other' },
    { options: '[]' },
    { default_member_permissions: '0' },
    { contexts: '[0,1]' },
  ]
  const hashes = [one, ...changes.map((change) => ({ ...one, ...change }))].map(registrationHash)
  expect(new Set(hashes).size).toBe(hashes.length)
})

test('a command is registered while it is enabled and stands as it was sent', () => {
  const sent = { ...row(), enabled: 1, registered_hash: registrationHash(row()) }
  expect(isRegistered(sent)).toBe(true)
  expect(isRegistered({ ...sent, enabled: 0 })).toBe(false)
  expect(isRegistered({ ...sent, description: 'Other' })).toBe(false)
  expect(isRegistered({ ...sent, registered_hash: null })).toBe(false)
})

test('Discord’s response is read as what was sent, despite extra fields and nulls', () => {
  const sent = withOptions({
    type: 3,
    name: 'who',
    description: 'Whom',
    choices: [{ name: 'A', value: 'a' }],
  })
  const body = registrationBody(sent)
  const hash = registrationHash(sent)
  const answer = {
    ...body,
    id: '1',
    application_id: '2',
    version: '3',
    nsfw: false,
    name_localizations: null,
    contexts: null,
    options: [
      {
        ...body.options![0],
        name_localizations: null,
        required: false,
        choices: [{ name: 'A', name_localizations: null, value: 'a' }],
      },
    ],
  }
  const here = [{ row: {} as never, body, hash, key: '1 hello' }]
  expect(remoteCommands(discordCommands.parse([answer]), here)).toEqual([
    { id: '1', name: 'hello', type: 1, hash },
  ])
  const [bent] = remoteCommands(discordCommands.parse([{ ...answer, description: 'Bent' }]), here)
  expect(bent!.hash).not.toBe(hash)
})

test('each type of command has a number that Discord takes', () => {
  const many = (type: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `c${index}`, type }))
  expect(limitIssues([...many(1, 100), ...many(2, 15), ...many(3, 15)])).toEqual([])
  for (const [type, count] of [
    [1, 101],
    [2, 16],
    [3, 16],
  ] as const) {
    const [issue, ...rest] = limitIssues(many(type, count))
    expect(issue).toMatchObject({ path: 'commands' })
    expect(issue!.message).toContain(String(count))
    expect(rest).toEqual([])
  }
})

test('the faults that Discord finds stand under the name of the command, at any depth', () => {
  const errors = {
    1: {
      name: { _errors: [{ code: 'A', message: 'Too long' }] },
      options: { 0: { choices: { 2: { value: { _errors: [{ code: 'B', message: 'Wrong type' }] } } } } },
    },
    _errors: [{ code: 'C', message: 'Too many' }],
  }
  expect(
    discordIssues(errors, [
      { name: 'one', type: 1 },
      { name: 'two', type: 1 },
    ]),
  ).toEqual([
    { path: 'commands.two.name', message: 'Too long' },
    { path: 'commands.two.options.0.choices.2.value', message: 'Wrong type' },
    { path: 'commands', message: 'Too many' },
  ])
  for (const odd of [null, 'x', [], { 9: { _errors: [null] } }])
    expect(() => discordIssues(odd, [])).not.toThrow()
})
