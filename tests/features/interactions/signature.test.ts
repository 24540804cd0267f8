import fc from 'fast-check'
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned } from '#app/features/interactions/signature.server.ts'
import { tries } from '#tests/support/depth.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const seconds = (offset = 0) => String(NOW.getTime() / 1000 + offset)

function aSigner() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const hex = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex')
  const signed = (body: Uint8Array, timestamp = seconds()) => ({
    body,
    timestamp,
    signature: sign(null, Buffer.concat([Buffer.from(timestamp), body]), privateKey).toString('hex'),
  })
  return { hex, signed }
}

const { hex, signed } = aSigner()
const ping = Buffer.from('{"type":1}')
const verify = (what: Parameters<typeof isSigned>[1], key = hex) => isSigned(key, what, NOW, 300)

test('a signature over timestamp and body is good, whatever bytes the body has', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (body) => verify(signed(body))),
    tries(),
  )
  expect(verify(signed(ping), hex.toUpperCase())).toBe(true)
  expect(verify({ ...signed(ping), signature: signed(ping).signature.toUpperCase() })).toBe(true)
})

test('any altered bit of the body or of the signature is refused', () => {
  const flip = (bytes: Uint8Array, bit: number) => {
    const copy = Buffer.from(bytes)
    const at = bit % (copy.length * 8)
    copy[at >> 3]! ^= 1 << (at & 7)
    return copy
  }
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), fc.nat(), (body, bit) => {
      const good = signed(body)
      expect(verify({ ...good, body: flip(body, bit) })).toBe(false)
      const signature = flip(Buffer.from(good.signature, 'hex'), bit).toString('hex')
      expect(verify({ ...good, signature })).toBe(false)
    }),
    tries(),
  )
})

test('another timestamp than the signed one is refused, even a second beside it', () => {
  expect(verify({ ...signed(ping), timestamp: seconds(1) })).toBe(false)
  expect(verify({ ...signed(ping), timestamp: `0${seconds()}` })).toBe(false)
})

test('a byte cannot move from the timestamp to the body', () => {
  const good = signed(Buffer.from('5{}'), seconds())
  expect(verify({ ...good, timestamp: `${seconds()}5`, body: Buffer.from('{}') })).toBe(false)
})

test('the signature of another key is refused', () => {
  expect(verify(aSigner().signed(ping))).toBe(false)
  expect(verify(signed(ping), aSigner().hex)).toBe(false)
})

test.each([-301, -300, 0, 300, 301])('a timestamp %d seconds off is taken only within 300', (offset) => {
  expect(verify(signed(ping, seconds(offset)))).toBe(Math.abs(offset) <= 300)
})

test('how far a timestamp may be off is a setting', () => {
  expect(isSigned(hex, signed(ping, seconds(-9)), NOW, 10)).toBe(true)
  expect(isSigned(hex, signed(ping, seconds(-11)), NOW, 10)).toBe(false)
})

test.each([null, '', 'x', '00'.repeat(63), '00'.repeat(65), 'zz'.repeat(64), ` ${'00'.repeat(63)}0`])(
  'the signature %j is refused, never an error',
  (signature) => {
    expect(verify({ ...signed(ping), signature })).toBe(false)
  },
)

test.each(['', 'now', '-1', '1.5', ' 1', '1e9', '9'.repeat(13)])(
  'the timestamp %j is refused though it is what was signed',
  (timestamp) => {
    expect(verify(signed(ping, timestamp))).toBe(false)
    expect(verify({ ...signed(ping), timestamp: null })).toBe(false)
  },
)

test('random bytes are never a signature', () => {
  for (let round = 0; round < 50; round++) {
    expect(verify({ ...signed(ping), signature: randomBytes(64).toString('hex') })).toBe(false)
  }
})
