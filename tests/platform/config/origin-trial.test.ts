import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config/config.server.ts'
import { publicPageHeaders } from '#app/http/protocol/security-headers.server.ts'
import { parseOriginTrial, originTrialProblem } from '#app/platform/config/origin-trial.ts'

const now = new Date('2026-11-22T00:00:00Z')
const days = (count: number) => Math.floor(now.getTime() / 1_000) + count * 86_400

function aToken({
  origin = 'https://example.com:443',
  feature = 'WebMCP',
  expiry = days(90) as unknown,
} = {}) {
  const said = Buffer.from(JSON.stringify({ origin, feature, expiry }))
  const head = Buffer.alloc(69, 3)
  head.writeUInt32BE(said.length, 65)
  return Buffer.concat([head, said]).toString('base64')
}
const trouble = (token: string) => originTrialProblem(token, { siteUrl: 'https://example.com', now })

test('a token says what it is for and until when', () => {
  expect(parseOriginTrial(aToken())).toEqual({
    ...{ origin: 'https://example.com:443', feature: 'WebMCP' },
    expiresAt: new Date(days(90) * 1_000),
  })
})

test.each([
  ['too short', 'AAAA'],
  ['of another length', `${aToken()}AAAA`],
  ['without an end', aToken({ expiry: 'never' })],
])('a text that is %s is no token', (_, text) => {
  expect(parseOriginTrial(text)).toBeNull()
})

test('a token that expires soon, has expired or is for another site gets a warning', () => {
  expect(trouble(aToken())).toBeNull()
  expect(trouble(aToken({ expiry: days(13) }))).toContain('ends on 2026-12-05')
  expect(trouble(aToken({ expiry: days(-5) }))).toContain('ended on 2026-11-17')
  expect(trouble(aToken({ origin: 'https://other.example:443' }))).toContain('https://other.example')
})

test('pages carry the tokens that are set, and none otherwise', () => {
  const [one, other] = [aToken(), aToken({ feature: 'Another' })]
  const config = readConfig({ ORIGIN_TRIAL_TOKEN: `${one}, ${other}` })
  expect(publicPageHeaders('', config)).toMatchObject({ 'Origin-Trial': `${one}, ${other}` })
  expect(publicPageHeaders('', readConfig({}))).not.toHaveProperty('Origin-Trial')
  expect(publicPageHeaders('', readConfig({}))).toMatchObject({
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': 'tools=(self)',
  })
})
