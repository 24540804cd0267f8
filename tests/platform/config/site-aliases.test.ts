import { expect, test } from 'vitest'
import { InvalidSettings, readConfig } from '#app/platform/config/config.server.ts'

const SITE_URL = 'https://new.example'
const aliasesOf = (SITE_ALIASES: string, more = {}) =>
  readConfig({ SITE_URL, SITE_ALIASES, ...more }).siteAliases

const refusalFor = (env: Record<string, string>) => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof InvalidSettings) return error.message
    throw error
  }
  throw new Error('nothing was refused')
}

test.each([
  ['old.example', ['old.example']],
  ['https://Old.example/, http://old.example:80', ['old.example']],
  ['old.example.,old.example:443', ['old.example']],
  ['http://bot.example:8080,[fd00::1]:9000', ['bot.example:8080', '[fd00::1]:9000']],
  ['https://grüße.example', ['xn--gre-6ka8l.example']],
  [' , ', []],
])('SITE_ALIASES=%s is understood', (value, expected) => {
  expect(aliasesOf(value)).toEqual(expected)
})

test.each([
  'https://old.example/path',
  'https://old.example/?a',
  'ftp://old.example',
  'https://ada@old.example',
  'old.example:99999',
  '*.old.example/',
  'old example',
  '*.old.example',
])('SITE_ALIASES=%s is refused', (value) => {
  expect(refusalFor({ SITE_URL, SITE_ALIASES: value })).toMatch(/^SITE_ALIASES is invalid. Use at most 20/)
})

test('more than twenty aliases are refused', () => {
  const list = Array.from({ length: 21 }, (_, at) => `old${at}.example`)
  expect(aliasesOf(list.slice(1).join(','))).toHaveLength(20)
  expect(refusalFor({ SITE_URL, SITE_ALIASES: list.join(',') })).toMatch(
    /^SITE_ALIASES is invalid. Use at most/,
  )
})

test.each(['new.example', 'http://NEW.example.', 'new.example:443', 'old.example,https://new.example'])(
  'the alias %s would redirect to itself and is refused',
  (value) => {
    expect(refusalFor({ SITE_URL, SITE_ALIASES: value })).toContain('would redirect to itself')
  },
)

test('aliases need SITE_URL, and the address of the server is not an alias', () => {
  expect(refusalFor({ SITE_ALIASES: 'old.example' })).toMatch(/^SITE_URL is missing: SITE_ALIASES/)
  expect(refusalFor({ SITE_URL, SITE_ALIASES: '127.0.0.1:3000' })).toContain('redirected in a loop')
  expect(aliasesOf('127.0.0.1:3000', { PORT: '3001' })).toEqual(['127.0.0.1:3000'])
})
