import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compilePatterns, matcherFor } from '#app/features/automations/evaluation/patterns.ts'
import { foldText, hasRequired, requiredTexts } from '#app/features/automations/evaluation/required-texts.ts'
import { tries } from '#tests/support/depth.ts'

test.each([
  ['(?i)free nitro', [['free nitro']]],
  ['(?i)\\b(free|gift)\\s+(?:nitro)+', [['nitro'], ['free', 'gift']]],
  ['https?://[a-z]+\\.example', [['.example'], ['http'], ['://']]],
  ['free|a.', []],
  ['(free)?', []],
  ['[a-z]+@', []],
  ['straße', [['stra']]],
])('%s requires %j', (source, lists) => {
  expect(requiredTexts(source)).toEqual(lists)
})

test('letters with a third form are found where patterns find them', () => {
  const lists = requiredTexts('(?i)kiss')
  for (const text of ['kiss', 'KISS', '\u212aiss', 'ki\u017fs']) {
    expect(hasRequired(foldText(text), lists), text).toBe(true)
    expect(hits(['(?i)kiss'], text, true), text).toEqual([true])
  }
})

const letters = fc.string({ unit: fc.constantFrom(...'abkKsSßİΣς\u212a\u017f .-'), maxLength: 8 })
const literal = letters.map((text) => text.replace(/[.-]/g, '\\$&'))
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    literal,
    fc.constantFrom('.', '\\w', '[ab]', '\\b', '^', '$', ''),
    fc.tuple(tie('pattern'), tie('pattern')).map((both) => both.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map((both) => `(${both.join('|')})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,}'))
      .map(([one, times]) => `(?:${one})${times}`),
    tie('pattern').map((one) => `(?i:${one})`),
  ),
}))

const rulesOf = (sources: string[]) =>
  sources.map((value) => ({ field: 'text', op: 'matches' as const, value }))
function hits(sources: string[], text: string, trial: boolean): boolean[] {
  const rules = rulesOf(sources)
  const matches = matcherFor(compilePatterns(rules), { trial })
  return rules.map((rule) => matches(rule, text))
}

test('a text that is not read has no match, whatever the patterns', () => {
  fc.assert(
    fc.property(
      fc.array(pattern, { minLength: 1, maxLength: 4 }),
      fc.array(letters, { minLength: 1, maxLength: 10 }),
      (sources, texts) => {
        fc.pre(!compilePatterns(rulesOf(sources)).fault)
        for (const text of texts) expect(hits(sources, text, false)).toEqual(hits(sources, text, true))
      },
    ),
    tries(500),
  )
})

test('a text that is a match is read', () => {
  fc.assert(
    fc.property(letters, letters, letters, (before, text, after) => {
      const source = `(?i)${text.toLowerCase().replace(/[.-]/g, '\\$&')}`
      const whole = before + text + after
      expect(hits([source], whole, false)).toEqual(hits([source], whole, true))
    }),
    tries(500),
  )
})
