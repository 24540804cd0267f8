import { expect, test } from 'vitest'
import { customEmoji, emojiIdIn, isUnicodeEmoji } from '#app/primitives/emoji.ts'

const id = '500000000000000001'

test('custom emojis are read in the formats of the API and of messages', () => {
  for (const text of [`wave:${id}`, `<:wave:${id}>`, `<a:wave:${id}>`]) {
    expect(customEmoji(text), text).toEqual({ id, name: 'wave', value: `wave:${id}` })
    expect(emojiIdIn(text), text).toBe(id)
  }
  for (const text of ['👍', 'wave', `:${id}`, 'wave:12', `${'x'.repeat(33)}:${id}`, `wa ve:${id}`])
    expect(customEmoji(text), text).toBeUndefined()
})

test('Unicode emojis are distinguished from other text', () => {
  for (const text of ['👍', '👍🏽', '❤️', '🇫🇷', '3️⃣', '👩‍👩‍👧']) expect(isUnicodeEmoji(text), text).toBe(true)
  for (const text of ['', 'x', '3', 'ok 👍', ':wave:', '👍'.repeat(20)])
    expect(isUnicodeEmoji(text), text).toBe(false)
})
