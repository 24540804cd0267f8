import { expect, test } from 'vitest'
import { newMember } from '#app/features/invitations/schema.ts'
import { cleanLabel, cleanName } from '#app/primitives/clean-name.ts'
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
  ['Ad\u180b\u180f\u2065\ufe00\ufe0e\ufe0f\ufff0\ufff8\u{e0000}\u{e0100}\u{e0fff}min', 'Admin'],
  ['Admin1\ufe0f', 'Admin1'],
  ['x\u0327\u200cy', 'x\u0327y'],
  ['e\u200b\u0301', 'é'],
  ['❤\ufe0f 🏳\ufe0f\u200d🌈 1\ufe0f\u20e3', '❤\ufe0f 🏳\ufe0f\u200d🌈 1\ufe0f\u20e3'],
  [`x${'\u0489'.repeat(90)}yz`, `x${'\u0489'.repeat(4)}yz`],
  ['မြှို့ သို့ שָׁלוֹם tiếng Việt', 'မြှို့ သို့ שָׁלוֹם tiếng Việt'.normalize('NFC')],
  ['\u200b\u2060', ''],
  ['\u3164\u2800', ''],
  ['\u0301', ''],
])('the name %j is stored as %j', (text, stored) => {
  expect(cleanName(text)).toBe(stored)
  expect(cleanName(stored)).toBe(stored)
})

const invisible = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /\p{Default_Ignorable_Code_Point}/u.test(character))

test('no invisible character remains inside a word', () => {
  expect(invisible.length).toBeGreaterThan(4_000)
  expect(invisible.filter((character) => cleanName(`Ad${character}min`) !== 'Admin')).toEqual([])
})

test('a label is cut without half a character', () => {
  expect(cleanLabel('  ab 👩 ', 4)).toBe('ab')
  expect(cleanLabel('\ufb2c'.repeat(200), 200).length).toBeLessThanOrEqual(200)
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
