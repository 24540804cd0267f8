import { expect, test } from 'vitest'
import { eventPlaceholders } from '#app/features/automations/placeholders.ts'

const guild = { id: '100000000000000001', name: 'The guild' }
const namesFor = (...types: Parameters<typeof eventPlaceholders>[0]) =>
  eventPlaceholders(types, guild).map(({ name }) => name)

test('a trigger offers the placeholders that have a value, mentions first', () => {
  expect(namesFor('MEMBER_JOIN')).toEqual(['user.mention', 'user.name', 'guild.name', 'guild.id', 'user.id'])
  expect(namesFor('MESSAGE_CREATE')).toContain('event.data.content')
  expect(namesFor('MEMBER_JOIN', 'MESSAGE_CREATE').filter((name) => name === 'user.name')).toHaveLength(1)
})

test('each placeholder has a description and a sample', () => {
  expect(eventPlaceholders(['MEMBER_ROLE_ADD'], guild)).toContainEqual({
    name: 'target.name',
    says: 'name of the role',
    sample: 'Newcomer',
  })
})
