import { expect, test } from 'vitest'
import { type Count, createReaderCounter, OTHER } from '#app/features/readers/counter.server.ts'
import { publicPath, publicText } from '#app/features/readers/public-text.ts'
import { OTHER_AGENTS, readerOf } from '#app/features/readers/reader.ts'
import { NOON } from '#tests/support/factories.ts'

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36'
const person = readerOf({ 'user-agent': browser })
const agent = readerOf({ 'user-agent': 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)' })
const now = new Date(NOON)

const counter = (isOn = true) => createReaderCounter({ isOn: () => isOn, ownHosts: ['example.com'] })

async function rowsOf(it: ReturnType<typeof counter>) {
  const rows: Count[] = []
  await it.flush(now, async (part) => void rows.push(...part.map((row) => ({ ...row }))))
  return rows.map(({ period, dimension, name, reader, count }) => [period, dimension, name, reader, count])
}

test('readers are people, named agents, and programs without a known name', () => {
  expect(person).toEqual({ kind: 'person', name: null })
  expect(agent).toEqual({ kind: 'agent', name: 'GPTBot' })
  for (const [sent, name] of [
    ['Mozilla/5.0 AppleWebKit/537.36; compatible; ClaudeBot/1.0; +claudebot@anthropic.com', 'ClaudeBot'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
    ['curl/8.5.0', OTHER_AGENTS],
    ['python-requests/2.31', OTHER_AGENTS],
    ['Mozilla/5.0 (compatible; SomethingBot/1.0)', OTHER_AGENTS],
    ['', OTHER_AGENTS],
  ])
    expect(readerOf({ 'user-agent': sent }), sent).toEqual({ kind: 'agent', name })
  expect(readerOf({ 'user-agent': browser, accept: 'text/markdown' })).toMatchObject({ kind: 'agent' })
})

test('people who send DNT or Sec-GPC are not counted, and agents are', () => {
  expect(readerOf({ 'user-agent': browser, dnt: '1' })).toBeNull()
  expect(readerOf({ 'user-agent': browser, 'sec-gpc': '1' })).toBeNull()
  expect(readerOf({ 'user-agent': browser, dnt: '0' })).toEqual(person)
  expect(readerOf({ 'user-agent': 'ClaudeBot/1.0', dnt: '1' })).toMatchObject({ kind: 'agent' })
})

test('a view counts by hour, and its page, agent and site by day', async () => {
  const it = counter()
  it.view(person, '/docs', 'html', 'https://www.search.example/?q=secret')
  it.view(person, '/docs', 'html')
  it.view(person, '/docs', 'html', 'https://example.com/blog')
  it.view(agent, '/docs', 'markdown', 'https://spam.example/')
  it.view(null, '/docs', 'html')
  expect(await rowsOf(it)).toEqual([
    ['2026-11-21', 'agent', 'GPTBot', 'agent', 1],
    ['2026-11-21', 'page', '/docs', 'agent', 1],
    ['2026-11-21', 'page', '/docs', 'person', 3],
    ['2026-11-21', 'site', 'search.example', 'person', 1],
    ['2026-11-21T12', 'views', 'html', 'person', 3],
    ['2026-11-21T12', 'views', 'markdown', 'agent', 1],
  ])
  expect(await rowsOf(it)).toEqual([])
})

test('an address, another scheme or a broken referrer is no site', async () => {
  const it = counter()
  for (const referer of [
    'http://192.0.2.1/',
    'android-app://a.example/',
    'x',
    'http://[::1]/',
    'http://intranet/',
  ])
    it.view(person, '/', 'html', referer)
  expect((await rowsOf(it)).filter(([, dimension]) => dimension === 'site')).toEqual([])
})

test('nothing is counted if the setting is off', async () => {
  const it = counter(false)
  it.view(person, '/', 'html')
  it.note(person, 'tool', 'search')
  it.text(person, 'search', 'words')
  expect(await rowsOf(it)).toEqual([])
})

test('names beyond the limit are counted together', async () => {
  const it = counter()
  for (let n = 0; n < 500; n++) it.note(person, 'missing', `/x${n}`)
  for (let n = 0; n < 30_000; n++) it.view(person, `/p${n}`, 'html')
  const rows = await rowsOf(it)
  const of = (dimension: string) => rows.filter((row) => row[1] === dimension)
  expect(of('missing')).toHaveLength(201)
  expect(of('missing')).toContainEqual(['2026-11-21', 'missing', OTHER, 'person', 300])
  expect(of('page').length).toBeLessThanOrEqual(10_001)
  expect(of('page').reduce((sum, row) => sum + Number(row[4]), 0)).toBe(30_000)
  expect(of('views')).toEqual([['2026-11-21T12', 'views', 'html', 'person', 30_000]])
})

test('counts that could not be written are written later, in their own hour', async () => {
  const it = counter()
  it.view(person, '/', 'html')
  await expect(it.flush(now, () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  it.view(person, '/', 'html')
  const rows: Count[] = []
  await it.flush(new Date('2026-11-21T13:00:00.000Z'), async (part) => void rows.push(...part))
  expect(rows.map(({ period, count }) => [period, count])).toEqual([
    ['2026-11-21', 2],
    ['2026-11-21T12', 1],
    ['2026-11-21T13', 1],
  ])
})

test('emails, numbers, ids and control characters are removed from texts', () => {
  expect(publicText('  mail ada@example.com\nor\u202e call +44 20 7946 0958 ')).toBe(
    'mail (email) or call (number)',
  )
  expect(publicText('key sgn_live_a1b2c3d4e5f6g7h8')).toBe('key (id)')
  expect(publicText('How do I configure automations?')).toBe('How do I configure automations?')
  expect(publicText('a'.repeat(500))).toHaveLength(120)
  expect(publicPath('/reset/01jd0000000000000000000000')).toBe('/reset/(id)')
  expect(publicPath('/%E0%A4%A')).toBe('/%E0%A4%A')
  expect(publicPath('/a%0Ab')).toBe('/a b')
})
