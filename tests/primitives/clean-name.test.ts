import { expect, test } from 'vitest'
import { newMember } from '#app/features/invitations/schema.ts'
import { cleanName } from '#app/primitives/clean-name.ts'
import {
  createUserInput,
  setupInput,
  signupInput,
  updateProfileInput,
  verifyEmailInput,
} from '#app/features/accounts/schema.ts'

test.each([
  ['  Ada   Lovelace ', 'Ada Lovelace'],
  ['Ada\nLovelace', 'Ada Lovelace'],
  ['Ada\r\n\t Lovelace\u2028', 'Ada Lovelace'],
  ['A\u200bda\ufeff', 'Ada'],
  ['Ada\u202eecalevoL', 'AdaecalevoL'],
  ['A\u00adda \u200d', 'Ada'],
  ['A\u200dd\u200ca', 'Ada'],
  ['Zoe\u0308', 'Zoë'],
  ['می‌خواهم', 'می‌خواهم'],
  ['👩‍💻 Ada', '👩‍💻 Ada'],
  ['李小龍', '李小龍'],
  ['Anne-Marie O’Neill Jr.', 'Anne-Marie O’Neill Jr.'],
  ['Ada\ud83d', 'Ada'],
  ['\u200b\u2060', ''],
  ['\u3164\u2800', ''],
  ['\u0301', ''],
])('the name %j is stored as %j', (text, stored) => {
  expect(cleanName(text)).toBe(stored)
  expect(cleanName(stored)).toBe(stored)
})

test.each(
  Object.entries({
    signupInput,
    setupInput,
    createUserInput,
    newMember,
    verifyEmailInput,
    updateProfileInput,
  }),
)('%s cleans the name and refuses one that cannot be seen', (_, { shape }) => {
  expect(shape.name.parse(' Ada\n\u200bLovelace')).toBe('Ada Lovelace')
  for (const name of ['\u200b', '\n', '\u3164', ' ']) {
    const { error } = shape.name.safeParse(name)
    expect(error?.issues).toMatchObject([{ message: 'Enter a name.' }])
  }
  expect(shape.name.safeParse('a'.repeat(101)).success).toBe(false)
})
