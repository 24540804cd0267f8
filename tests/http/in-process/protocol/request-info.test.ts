import fc from 'fast-check'
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config/config.server.ts'
import { createFactsReader, limitAddress } from '#app/http/protocol/request-info.server.ts'
import { tries } from '#tests/support/depth.ts'

type Asked = {
  peer?: string
  forwarded?: string
  proto?: string
  encrypted?: boolean
  version?: string
  more?: Record<string, string>
  env?: Record<string, string>
}

function facts(trust: string, asked: Asked) {
  const { peer = '10.0.0.9', forwarded, proto, encrypted, version = '1.1', more = {}, env = {} } = asked
  const headers = {
    host: '127.0.0.1:3000',
    ...more,
    ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
    ...(proto === undefined ? {} : { 'x-forwarded-proto': proto }),
  }
  const socket = { remoteAddress: peer, ...(encrypted ? { encrypted } : {}) }
  const request = { headers, socket, httpVersion: version } as unknown as IncomingMessage
  return createFactsReader(readConfig({ TRUST_PROXY: trust, ...env }))(request)
}

test.each([
  ['0', '198.51.100.1', '10.0.0.9'],
  ['1', '198.51.100.1', '198.51.100.1'],
  ['1', '203.0.113.66, 198.51.100.1', '198.51.100.1'],
  ['2', '203.0.113.66, 198.51.100.1, 10.0.0.8', '198.51.100.1'],
  ['2', '198.51.100.1', '198.51.100.1'],
  ['1', '', '10.0.0.9'],
  ['1', 'unknown', '10.0.0.9'],
  ['1', '::ffff:198.51.100.1', '198.51.100.1'],
  ['1', '2001:db8::1', '2001:db8::1'],
  ['10.0.0.0/8', '203.0.113.66, 198.51.100.1', '198.51.100.1'],
  ['10.0.0.0/8', '203.0.113.66, 198.51.100.1, 10.0.0.7, 10.0.0.8', '198.51.100.1'],
  ['192.168.0.0/16', '198.51.100.1', '10.0.0.9'],
  ['10.0.0.9', '198.51.100.1', '198.51.100.1'],
  ['::1,10.0.0.0/8', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.0/8', '', '10.0.0.9'],
])('with TRUST_PROXY=%s and X-Forwarded-For %j the client is %s', (trust, forwarded, expected) => {
  expect(facts(trust, { forwarded }).address).toBe(expected)
})

test('nobody who is not trusted can say who they are, however they write it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (forwarded) => {
      expect(facts('0', { forwarded }).address).toBe('10.0.0.9')
      expect(facts('192.168.0.0/16', { forwarded, proto: 'https' })).toMatchObject({
        address: '10.0.0.9',
        secure: false,
      })
    }),
    tries(),
  )
})

test('what a client writes left of the proxies’ own entries never counts', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (spoofed) => {
      const forwarded = `${spoofed}, 198.51.100.1`
      expect(facts('1', { forwarded }).address).toBe('198.51.100.1')
      expect(facts('10.0.0.0/8', { forwarded }).address).toBe('198.51.100.1')
    }),
    tries(),
  )
})

test.each(['unknown', '198.51.100.1:4711', '_hidden'])(
  'an invalid proxy entry %j does not let the client’s own take its place',
  (entry) => {
    for (const trust of ['1', '10.0.0.0/8']) {
      expect(facts(trust, { forwarded: `203.0.113.66, ${entry}` }).address).not.toBe('203.0.113.66')
    }
  },
)

test('a request is secure over TLS, and over a trusted proxy that says so', () => {
  expect(facts('0', { encrypted: true }).secure).toBe(true)
  expect(facts('0', { proto: 'https' }).secure).toBe(false)
  expect(facts('1', { proto: 'https' }).secure).toBe(true)
  expect(facts('1', { proto: 'http' }).secure).toBe(false)
  expect(facts('1', { proto: 'https, http' }).secure).toBe(false)
  expect(facts('1', {}).secure).toBe(false)
  expect(facts('10.0.0.0/8', { proto: 'https' }).secure).toBe(true)
})

test('an https SITE_URL makes every request secure, whatever a proxy says', () => {
  const env = { SITE_URL: 'https://bots.example' }
  for (const trust of ['0', '1', '10.0.0.0/8'])
    for (const proto of [undefined, 'http', 'https'])
      expect(facts(trust, { env, ...(proto ? { proto } : {}) }).secure).toBe(true)
  expect(facts('0', { env: { SITE_URL: 'http://bots.example' } }).secure).toBe(false)
})

const own = { peer: '127.0.0.1' }

test.each<[string, Asked, boolean]>([
  ['a program on this machine', own, true],
  ['a program on this machine by IPv6', { peer: '::1', more: { host: '[::1]:3000' } }, true],
  ['a program on this machine by name', { ...own, more: { host: 'localhost:3000' } }, true],
  ['another machine', { peer: '10.0.0.9' }, false],
  ['a listener on all addresses', { ...own, env: { HOST: '0.0.0.0' } }, false],
  ['a proxy that adds no header', { ...own, env: { SITE_URL: 'https://bots.example' } }, false],
  ['a proxy that keeps the Host', { ...own, more: { host: 'bots.example' } }, false],
  ['a Host that begins like a loopback name', { ...own, more: { host: 'localhost.evil.example' } }, false],
  ['the HTTP/1.0 of a bare proxy_pass', { ...own, version: '1.0' }, false],
  ['a header of a proxy', { ...own, more: { 'x-forwarded-host': 'bots.example' } }, false],
  ['the header of a client address', { ...own, forwarded: '192.0.2.1' }, false],
])('local access: %s', (_, asked, isLocal) => {
  expect(facts('0', asked).local).toBe(isLocal)
  expect(facts('1', asked).local).toBe(isLocal)
})

test('every request has an id of its own, and a mapped address is the plain one', () => {
  expect(facts('0', {}).requestId).not.toBe(facts('0', {}).requestId)
  expect(facts('0', { peer: '::ffff:127.0.0.1' }).address).toBe('127.0.0.1')
})

test.each([
  ['198.51.100.1', '198.51.100.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
])('limits count %s as %s', (address, expected) => {
  expect(limitAddress(address)).toBe(expected)
})

test('all addresses of one IPv6 network count as one, and those of another apart', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  const four = fc.tuple(group, group, group, group)
  const text = (groups: number[]) => groups.map((value) => value.toString(16)).join(':')
  fc.assert(
    fc.property(four, four, four, four, (network, other, host, guest) => {
      const [one, two] = [`${text(network)}:${text(host)}`, `${text(network)}:${text(guest)}`]
      expect(limitAddress(one)).toBe(limitAddress(two))
      expect(limitAddress(one)).toBe(limitAddress(new URL(`http://[${one}]/`).hostname.slice(1, -1)))
      fc.pre(text(network) !== text(other))
      expect(limitAddress(`${text(other)}:${text(host)}`)).not.toBe(limitAddress(one))
    }),
    tries(),
  )
})
