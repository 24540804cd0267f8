import { expect, test } from 'vitest'
import { table } from '#app/cli/command.server.ts'
import { titleFor } from '#app/features/cms/import/names.ts'
import { newEntryForm } from '#app/features/cms/form.ts'
import { entryInput } from '#app/features/cms/schema.ts'
import { addGuildInput } from '#app/features/guilds/schema.ts'
import { createKeyInput, declineInput, keyRequestInput } from '#app/features/keys/schema.ts'

const lineError = 'Use one line without control characters, such as text direction overrides.'
const textError = 'Remove the control characters, such as text direction overrides.'
const invisibleError = 'Use at least one visible character.'

type Field = { safeParse: (text: unknown) => { error?: { issues: { message: string }[] } | undefined } }
const messagesOf = (field: Field, text: string) =>
  field.safeParse(text).error?.issues.map(({ message }) => message) ?? []

const lineFields: [string, Field][] = [
  ['the name of a guild', addGuildInput.shape.name],
  ['the name of a key', createKeyInput.shape.name],
  ['the title of a new entry', newEntryForm.shape.title],
  ['the title of an entry', entryInput.shape.title],
  ['the author of an entry', entryInput.shape.author],
]
const textFields: [string, Field][] = [
  ['the description of an entry', entryInput.shape.description],
  ['the purpose of a requested key', keyRequestInput.shape.purpose],
  ['the reason of a declined request', declineInput.shape.reason],
]

test.each(lineFields)('%s refuses control characters and direction overrides', (_, field) => {
  for (const sign of ['\0', '\n', '\x1b', '\x85', '\u2028', '\u202e', '\u2066'])
    expect(messagesOf(field, `a${sign}b`)).toEqual([lineError])
})

test.each(textFields)('%s refuses direction overrides, but not line breaks', (_, field) => {
  for (const sign of ['\u202e', '\u2066']) expect(messagesOf(field, `a${sign}b`)).toEqual([textError])
  expect(messagesOf(field, 'a\r\n\tb')).toEqual([])
})

test('the description of an entry refuses control characters', () => {
  for (const sign of ['\0', '\x1b', '\x85'])
    expect(messagesOf(entryInput.shape.description, `a${sign}b`)).toEqual([textError])
})

test('the name of a requested key is one line without direction overrides', () => {
  const { name } = keyRequestInput.shape
  expect(name.parse('a\n\x1bb')).toBe('a b')
  expect(messagesOf(name, 'a\u202eb')).toEqual([lineError])
})

test.each([...lineFields, ...textFields])('%s needs a visible character', (_, field) => {
  for (const text of ['\u200b', '\u3164', '\u2800\u200d', '\u0301'])
    expect(messagesOf(field, text)).toEqual([invisibleError])
  for (const text of ['می‌خواهم', '👩‍💻', '李小龍', 'C++', '\u200fשלום'])
    expect(messagesOf(field, text)).toEqual([])
})

test('an imported title becomes one line that an entry accepts', () => {
  const title = titleFor('a\u202eb\x1b c', 'slug', () => {})
  expect(title).toBe('a b c')
  expect(messagesOf(entryInput.shape.title, title)).toEqual([])
  expect(titleFor('\u200b', 'about-us', () => {})).toBe('About us')
})

test('a value in the output of a command cannot add a row', () => {
  const rows = [{ name: 'a\nb\x1b[2J\u202ec', id: ['1', '2'] }]
  expect(table(rows, '')).toBe('name       id\na b [2J c  1,2')
})
