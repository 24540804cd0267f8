import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { readPage } from '#agent-tools/everyone/pages.ts'
import { sanitize, OUTPUT_BUDGET } from '#agent-tools/tool/text.ts'
import { tries } from '#tests/support/depth.ts'
import { anyCharacters } from '#tests/support/documents/any-characters.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

type Part = { ok: true; markdown: string; next_offset: number | null; length: number }

function serving(text: string, type = 'text/markdown; charset=utf-8', status = 200) {
  const fetch = vi.fn(
    async (_: string, __?: RequestInit) => new Response(text, { status, headers: { 'Content-Type': type } }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const read = (offset = 0, path = '/docs/x') => readPage.execute({ path, offset }) as Promise<Part>

/** Reads on from part to part until there is none. */
async function readAll() {
  const parts: string[] = []
  for (let offset: number | null = 0; offset !== null;) {
    const part: Part = await read(offset)
    expect(part.ok).toBe(true)
    expect(JSON.stringify(part).length).toBeLessThanOrEqual(OUTPUT_BUDGET)
    if (part.next_offset !== null) expect(part.next_offset).toBeGreaterThan(offset)
    parts.push(part.markdown)
    offset = part.next_offset
  }
  return parts.join('')
}

const anyText = fc
  .array(
    fc.oneof(
      fc.string({ maxLength: 300 }),
      anyCharacters(300),
      fc.constantFrom(
        '\n',
        '"'.repeat(900),
        '\\'.repeat(900),
        '\n'.repeat(900),
        '\t'.repeat(900),
        '\u2028',
        '🙂'.repeat(400),
        'é'.repeat(1_500),
      ),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''))

test('the parts of a page, put together, are the whole page, whatever it holds', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      serving(text)
      // What arrives is what UTF-8 can carry.
      expect(await readAll()).toBe(sanitize(await new Response(text).text()))
    }),
    tries(60),
  )
})

test('parts end at the ends of lines where there are any', async () => {
  serving(Array.from({ length: 200 }, (_, n) => `| row ${n} | of a table |`).join('\n'))
  const { markdown, next_offset } = await read()
  expect(markdown.endsWith('|\n')).toBe(true)
  expect((await read(next_offset!)).markdown.startsWith('| row')).toBe(true)
})

test('a part never ends within a character', async () => {
  serving(`a${'🙂'.repeat(3_000)}`)
  for (let offset: number | null = 0; offset !== null;) {
    const part: Part = await read(offset)
    expect(await new Response(part.markdown).text()).toBe(part.markdown)
    offset = part.next_offset
  }
})

test('a long path leaves the answer within the budget', async () => {
  serving('"'.repeat(10_000))
  const path = `/${'a'.repeat(499)}`
  expect(JSON.stringify(await read(0, path)).length).toBeLessThanOrEqual(OUTPUT_BUDGET)
})

test('an offset behind the end gives nothing and says so', async () => {
  serving('short')
  expect(await read(5)).toEqual({ ok: true, path: '/docs/x', markdown: '', next_offset: null, length: 5 })
  expect(await read(5_000)).toMatchObject({ ok: true, markdown: '', next_offset: null })
})

test('it asks for Markdown, and what is no Markdown is not returned', async () => {
  const fetch = serving('# Title')
  await read()
  expect(fetch.mock.calls[0]).toMatchObject(['/docs/x', { headers: { Accept: 'text/markdown' } }])
  serving('<h1>Title</h1>', 'text/html')
  expect(await read()).toMatchObject({ ok: false, error: { code: 'not_public', path: 'path' } })
})

test('a page that is not there leads to the search', async () => {
  serving('# Not found', 'text/markdown; charset=utf-8', 404)
  expect(await read()).toMatchObject({
    ok: false,
    error: {
      code: 'not_found',
      path: 'path',
      hint: expect.stringContaining('search_site'),
      retryable: false,
    },
  })
})

test.each([429, 500, 503])(
  'a page that is answered with %d is an error, in whatever form it comes',
  async (status) => {
    for (const type of ['text/markdown; charset=utf-8', 'text/html', 'application/json']) {
      serving('# Not now', type, status)
      expect(await read(), type).toMatchObject({ ok: false, error: { retryable: true } })
    }
  },
)

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'docs/x',
  '/a b',
  '/a?b',
  '/a#b',
  '',
  '/a\nb',
])('the path %j is refused', async (path) => {
  const fetch = serving('# Title')
  expect(await read(0, path)).toMatchObject({ ok: false, error: { code: 'invalid_request', path: 'path' } })
  expect(fetch).not.toHaveBeenCalled()
})

test('characters that could hide text are removed, line ends and tabs stay', () => {
  expect(sanitize('a\u202eb\u2066c\u0000d\u001be\u007ff\u200fg')).toBe('abcdefg')
  expect(sanitize('a\n\tb é 🙂 العربية')).toBe('a\n\tb é 🙂 العربية')
})
