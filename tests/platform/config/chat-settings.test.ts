import { expect, test } from 'vitest'
import { readConfig, InvalidSettings } from '#app/platform/config/config.server.ts'

const said = (env: Record<string, string>) => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof InvalidSettings) return error.message
    throw error
  }
  throw new Error('nothing was refused')
}

test('a model elsewhere takes an address and a name, and a key where it wants one', () => {
  const chat = { CHAT_BASE_URL: 'http://127.0.0.1:11434/v1/', CHAT_MODEL: 'llama3.2:3b' }
  const kept = { baseUrl: 'http://127.0.0.1:11434/v1', model: 'llama3.2:3b' }
  expect(readConfig(chat).chat).toEqual({ ...kept, apiKey: undefined })
  expect(readConfig({ ...chat, CHAT_API_KEY: 'sk-1' }).chat).toEqual({ ...kept, apiKey: 'sk-1' })
})

test.each([
  [{ CHAT_BASE_URL: 'https://api.example.com/v1' }, 'CHAT_MODEL'],
  [{ CHAT_MODEL: 'hunter2' }, 'CHAT_BASE_URL'],
  [{ CHAT_API_KEY: 'hunter2' }, 'CHAT_BASE_URL'],
  [{ CHAT_BASE_URL: 'https://api.example.com/v1', CHAT_MODEL: 'site-search' }, 'CHAT_MODEL'],
  [{ CHAT_BASE_URL: 'https://api.example.com/v1', CHAT_MODEL: 'hunter2 x' }, 'CHAT_MODEL'],
  ...['hunter2', 'ftp://hunter2', 'https://hunter2/v1?a=1', 'https://hunter2@api.example.com/v1'].map(
    (CHAT_BASE_URL) =>
      [{ CHAT_BASE_URL, CHAT_MODEL: 'x' }, 'CHAT_BASE_URL'] as [Record<string, string>, string],
  ),
  [{ CHAT_BASE_URL: 'https://a.example', CHAT_MODEL: 'x', CHAT_API_KEY: 'hunter2 x' }, 'CHAT_API_KEY'],
])('%o is not enough or not right, which %s says', (env, name) => {
  const message = said(env)
  expect(message).toMatch(new RegExp(`^${name} is invalid. Use `))
  expect(message).not.toContain('hunter2')
})
