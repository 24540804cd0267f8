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

test('the challenge of the contact form needs what it is set up with, by name', () => {
  const keys = { TURNSTILE_SITE_KEY: '1x00000000000000000000AA', TURNSTILE_SECRET_KEY: 'hunter2'.repeat(5) }
  expect(readConfig({ CHALLENGE_PROVIDER: 'turnstile', ...keys }).challenge).toEqual({
    provider: 'turnstile',
    siteKey: keys.TURNSTILE_SITE_KEY,
    secretKey: keys.TURNSTILE_SECRET_KEY,
  })
  expect(readConfig({ CHALLENGE_PROVIDER: 'altcha', ...keys }).challenge).toEqual({ provider: 'altcha' })
  for (const missing of Object.keys(keys)) {
    const message = said({ CHALLENGE_PROVIDER: 'turnstile', ...keys, [missing]: '' })
    expect(message).toBe(`${missing} is missing: CHALLENGE_PROVIDER=turnstile requires both keys of the site`)
  }
  expect(said({ CHALLENGE_PROVIDER: 'turnstile' }).split('\n')).toHaveLength(2)
})

test('whom messages are mailed to are plain addresses, in small letters', () => {
  expect(readConfig({ CONTACT_MAIL_TO: ' Desk@Example.com,,ada@example.com ' }).contactMailTo).toEqual([
    'desk@example.com',
    'ada@example.com',
  ])
})
