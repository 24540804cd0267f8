import { expect, test } from 'vitest'
import { commandTemplates, type CommandDraft } from '#app/features/commands/drafts.ts'
import { commandInput } from '#app/features/commands/schema.ts'
import { unknownVariables } from '#app/features/commands/template-variables.ts'

const draft = (id: string, part: Partial<CommandDraft> = {}): CommandDraft => ({
  ...commandTemplates.find((one) => one.id === id)!.draft,
  ...part,
})
const embed = { type: 'embed', content: null, embed: { title: 'Answer: {option.topik}' } } as const

test('no template has an unknown placeholder', () => {
  expect(commandTemplates.flatMap(({ id }) => unknownVariables(draft(id)))).toEqual([])
})

test('misspelled placeholders in a response or an action are unknown', () => {
  const content = '{option.topik} {option.topic} {option.topik} {Name} {target.name}'
  const say = { type: 'message', content, embed: null } as const
  expect(unknownVariables(draft('option', { response: say }))).toEqual([
    'option.topik',
    'Name',
    'target.name',
  ])
  expect(unknownVariables(draft('option', { response: embed }))).toEqual(['option.topik'])
  const { actions } = commandInput.parse({
    name: 'tell',
    description: 'Tells',
    response: { type: 'action_only' },
    actions: [{ type: 'SEND_DM', config: { content: '{guild.nam}' } }],
  })
  const response = { ...embed, type: 'action_only' } as const
  expect(unknownVariables(draft('answer', { actions, response }))).toEqual(['guild.nam'])
})

test('every documented placeholder is known', () => {
  const unknownIn = (id: string, content: string, part: Partial<CommandDraft> = {}) =>
    unknownVariables(draft(id, { response: { type: 'message', content, embed: null }, ...part }))
  const file = { type: 11, name: 'map', description: 'A map', required: true } as CommandDraft['options'][0]
  expect(unknownIn('answer', '{option.map.name} {option.map.url}', { options: [file] })).toEqual([])
  expect(unknownIn('answer', '{control.id} {control.values} {event.data.command} {user.tag}')).toEqual([])
  expect(unknownIn('user', '{target.display_name} {target.tag} {target.id} {target.mention}')).toEqual([])
  expect(unknownIn('message', '{target.content} {target.url} {target.author.id}')).toEqual([])
})
