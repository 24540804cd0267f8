import { expect, test } from 'vitest'
import { isPrivateAddress, isPrivateHost } from '#app/platform/security/private-addresses.server.ts'

test.each(
  `0.0.0.0 10.1.2.3 100.64.0.1 100.100.100.200 127.9.9.9 168.63.129.16 169.254.169.254 172.31.0.1 192.0.0.8
  192.168.1.1 198.18.0.1 203.0.113.9 224.0.0.1 255.255.255.255 :: ::1 fe80::1 fe80::1%eth0 fc00::1 fd00:ec2::254
  ff02::1 2001:db8::1 2001::1 2002:7f00:1:: 64:ff9b::a00:1 64:ff9b:1::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::127.0.0.1
  3fff::1 5f00::1 100::1 nonsense`.split(/\s+/),
)('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each([
  '93.184.216.34',
  '8.8.8.8',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2002:808:808::',
])('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false)
})

test('names that are never public are private too', () => {
  const hosts = [
    'localhost',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    'localhost.',
    '[::1]',
  ]
  expect(hosts.filter((host) => !isPrivateHost(host))).toEqual([])
  expect(isPrivateHost('example.com')).toBe(false)
})
