import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseCoding, chooseRepresentation, matchesEtag } from '#app/http/protocol/negotiate.ts'
import { tries } from '#tests/support/depth.ts'
import { anyCharacters } from '#tests/support/documents/any-characters.ts'

const chrome =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7'

test.each([
  [undefined, 'html'],
  ['', 'html'],
  ['  ', 'html'],
  ['*/*', 'html'],
  ['text/*', 'html'],
  [chrome, 'html'],
  ['text/markdown', 'markdown'],
  ['text/markdown, text/html, */*', 'markdown'],
  ['text/html, text/markdown', 'html'],
  ['text/markdown, text/plain;q=0.9, */*;q=0.8', 'markdown'],
  ['text/html;q=0, */*', 'markdown'],
  ['text/html;q=0.2, text/*;q=0.8', 'markdown'],
  ['text/markdown;q=0.2, text/*;q=0.8', 'html'],
  ['text/markdown;q=0.5, */*', 'html'],
  ['text/markdown;variant=GFM', 'markdown'],
  ['text/markdown;charset=utf-8', 'markdown'],
  ['text/markdown;charset=utf-8;q=0.4, text/html;q=0.5', 'html'],
  ['TEXT/MARKDOWN;Q=1', 'markdown'],
  ['text/x-markdown', 'markdown'],
  ['text/plain', 'markdown'],
  ['text/html, text/plain', 'html'],
  ['text/plain, text/html', 'markdown'],
  ['application/xhtml+xml', 'html'],
  ['application/json', null],
  ['image/*, application/*', null],
  ['*/*;q=0', null],
  ['text/html;q=0, text/markdown;q=0, */*', null],
  ['text/markdown;q=0', null],
  ['text/markdown;q=2', null],
  ['text/markdown;q=-1', null],
  ['text/markdown;q=0.1234', null],
  [',,', null],
] as const)('Accept %j is answered with %j', (accept, expected) => {
  expect(chooseRepresentation(accept)).toBe(expected)
})

test('any text in a header is decided, never an error', () => {
  const soup = fc.array(
    fc.constantFrom('text/', 'html', 'markdown', '*', '/', ',', ';', 'q=', '0', '.', '1', ' ', '"'),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        anyCharacters(),
        soup.map((parts) => parts.join('')),
      ),
      (text) => {
        expect(['html', 'markdown', null]).toContain(chooseRepresentation(text))
        expect(['br', 'gzip', 'identity']).toContain(chooseCoding(text))
      },
    ),
    tries(300),
  )
})

const types = [
  'text/html',
  'application/xhtml+xml',
  'text/markdown',
  'text/x-markdown',
  'text/plain',
] as const
const weights = ['', ';q=0', ';q=0.3', ';q=0.7', ';q=1', ';charset=utf-8;q=0.3']
const header = fc
  .uniqueArray(
    fc.record({
      type: fc.constantFrom(...types, 'text/*', '*/*', 'image/png', 'application/*'),
      weight: fc.constantFrom(...weights),
    }),
    { selector: ({ type }) => type, minLength: 1 },
  )
  .map((list) => list.map(({ type, weight }) => type + weight).join(', '))

const says = (accept: string, type: string) =>
  accept.split(', ').find((range) => range === type || range.startsWith(`${type};`))
const isRefused = (range: string | undefined) => range !== undefined && /;q=0$/.test(range)

test('a representation whose own type has q=0 is never chosen', () => {
  fc.assert(
    fc.property(header, (accept) => {
      const chosen = chooseRepresentation(accept)
      if (isRefused(says(accept, 'text/html'))) expect(chosen).not.toBe('html')
      if (isRefused(says(accept, 'text/markdown'))) expect(chosen).not.toBe('markdown')
    }),
    tries(300),
  )
})

test('what is chosen is acceptable, and nothing is chosen only when neither is', () => {
  fc.assert(
    fc.property(header, (accept) => {
      const takes = (own: readonly string[]) => {
        const named = own.map((type) => says(accept, type)).filter((range) => range !== undefined)
        const wide = says(accept, 'text/*') ?? says(accept, '*/*')
        return named.length
          ? named.some((range) => !isRefused(range))
          : wide !== undefined && !isRefused(wide)
      }
      const chosen = chooseRepresentation(accept)
      if (chosen === 'html') expect(takes(types.slice(0, 2))).toBe(true)
      if (chosen === 'markdown') expect(takes(types.slice(2))).toBe(true)
      if (chosen === null) {
        const open = (own: readonly string[]) => takes(own) && !isRefused(says(accept, own[0]!))
        expect([open(types.slice(0, 2)), open(types.slice(2))]).toEqual([false, false])
      }
    }),
    tries(300),
  )
})

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['deflate', 'identity'],
  ['identity, br;q=0.5', 'identity'],
  ['BR', 'br'],
] as const)('Accept-Encoding %j is answered with %j', (accept, expected) => {
  expect(chooseCoding(accept)).toBe(expected)
})

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
  [null, false],
])('If-None-Match %j against "a" is %j', (header, expected) => {
  expect(matchesEtag(header, '"a"')).toBe(expected)
})
