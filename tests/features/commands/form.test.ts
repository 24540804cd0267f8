import fc from 'fast-check'
import { PermissionFlagsBits } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { commandTemplates, copyCommand } from '#app/features/commands/drafts.ts'
import { audienceOf, withSubmittedFields } from '#app/features/commands/fields.ts'
import { commandForm } from '#app/features/commands/form.ts'
import { bitfieldOf, bitsOf, isFullyKnown, knownBits } from '#app/features/commands/permissions.ts'
import { commandInput, type Command } from '#app/features/commands/schema.ts'
import { tries } from '#tests/support/depth.ts'

const fields = (over: Record<string, string> = {}) => ({
  intent: 'save',
  version: '3',
  type: '1',
  name: 'hello',
  description: 'Says hello',
  enabled: 'yes',
  audience: 'everyone',
  'contexts.0': 'yes',
  cooldown_seconds: '0',
  'response.type': 'message',
  'response.content': 'Hello\r\nthere',
  'response.embed': '',
  options: '[]',
  actions: '[]',
  components: '[]',
  modal: 'null',
  ...over,
})

const issuesOf = (over: Record<string, string>) =>
  commandForm
    .safeParse(fields(over))
    .error?.issues.map(({ path, message }) => [path.join('.'), message] as const) ?? []

test('the fields of a form make the command that they show', () => {
  expect(
    commandForm.parse(fields({ 'mentions.roles': 'yes', 'contexts.1': 'yes', ephemeral: 'yes' })),
  ).toEqual({
    ...commandInput.parse({
      name: 'hello',
      description: 'Says hello',
      ephemeral: true,
      contexts: [0, 1],
      allowed_mentions: ['roles'],
      response: { type: 'message', content: 'Hello\nthere', embed: null },
    }),
    version: 3,
  })
})

test('a box that is not ticked is off, and a place is needed', () => {
  const { enabled: _, ...rest } = fields()
  expect(commandForm.parse(rest).enabled).toBe(false)
  expect(issuesOf({ 'contexts.0': 'no' })).toEqual([['contexts', 'Select at least one context.']])
})

test('what is no JSON and what does not fit is said where it is', () => {
  expect(issuesOf({ options: '[{' })[0]).toEqual(['options', expect.stringContaining('Enter valid JSON: ')])
  const option = JSON.stringify([{ type: 3, name: 'To Pic', description: '', colour: 1 }])
  expect(issuesOf({ options: option }).map(([path]) => path)).toEqual([
    'options.0.name',
    'options.0.name',
    'options.0.description',
    'options.0.colour',
  ])
  expect(issuesOf({ cooldown_seconds: 'soon', name: 'Hello' }).map(([path]) => path)).toEqual([
    'cooldown_seconds',
    'name',
  ])
})

test('what another kind of answer left behind is not kept', () => {
  const embed = '{"title":"Rules"}'
  const { response } = commandForm.parse(fields({ 'response.embed': embed }))
  expect(response.embed).toBeNull()
  expect(
    commandForm.parse(fields({ 'response.embed': embed, 'response.type': 'embed' })).response.embed,
  ).toEqual({
    title: 'Rules',
  })
})

test('who may use it is everybody, those with what is ticked, or a bitfield as it is', () => {
  const allowed = (over: Record<string, string>) => commandForm.parse(fields(over)).default_member_permissions
  expect(allowed({ audience: 'everyone', 'permissions.13': 'yes' })).toBeNull()
  expect(allowed({ audience: 'picked' })).toBe('0')
  expect(allowed({ audience: 'picked', 'permissions.13': 'yes', 'permissions.1': 'yes' })).toBe('8194')
  expect(allowed({ audience: 'bitfield', default_member_permissions: ' 36028797018963968 ' })).toBe(
    '36028797018963968',
  )
  expect(issuesOf({ audience: 'bitfield', default_member_permissions: 'all' })).toHaveLength(1)
})

test('every permission that Discord has has a name here, and no other', () => {
  const bits = Object.values(PermissionFlagsBits).map((flag) => flag.toString(2).length - 1)
  expect(new Set(knownBits)).toEqual(new Set(bits))
  expect(new Set(knownBits).size).toBe(knownBits.length)
})

test('bits go into a bitfield and come back', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 60 })), (bits) => {
      expect(bitsOf(bitfieldOf(bits))).toEqual([...bits].sort((one, other) => one - other))
    }),
    tries(),
  )
  expect([bitsOf(null), bitsOf('x'), isFullyKnown(bitfieldOf([47]))]).toEqual([[], [], false])
  expect([audienceOf(null), audienceOf('0'), audienceOf(bitfieldOf([47]))]).toEqual([
    'everyone',
    'picked',
    'bitfield',
  ])
})

test.each(commandTemplates.map((template) => [template.id, template.draft] as const))(
  'the beginning “%s” can be saved as it is',
  (_, draft) => {
    expect(commandInput.safeParse(draft).error?.issues ?? []).toEqual([])
  },
)

test('a copy is off, is called otherwise and keeps to the length of a name', () => {
  const command = { ...commandTemplates[0].draft, name: 'x'.repeat(32) } as unknown as Command
  expect(copyCommand(command)).toMatchObject({ name: `${'x'.repeat(27)}-copy`, enabled: false })
})

test('a returned form keeps its plain fields and drops invalid nested ones', () => {
  const base = commandTemplates[0].draft
  const kept = withSubmittedFields(
    base,
    fields({ name: 'Bad Name', options: '{"not":"a list"}', 'response.type': 'embed' }),
  )
  expect(kept).toMatchObject({ name: 'Bad Name', options: base.options, type: 1 })
  expect(kept.response).toEqual({ type: 'embed', content: 'Hello\nthere', embed: null })
})
