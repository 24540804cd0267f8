import { BlockList, isIP } from 'node:net'

/** Networks outside the public internet (IANA special-purpose registries), and addresses of cloud services. */
const nonPublicNetworks = listOf(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
)

/** Only allocated range of public IPv6 addresses. */
const global = listOf('2000::/3')

/**
 * IPv6 ranges that embed an IPv4 address, with the byte offset of that address: IPv4-compatible, mapped, NAT64, 6to4.
 */
const embeddedIpv4Prefixes = [
  { list: listOf('::/96'), at: 12 },
  { list: listOf('::ffff:0:0/96'), at: 12 },
  { list: listOf('64:ff9b::/96'), at: 12 },
  { list: listOf('2002::/16'), at: 2 },
]

function listOf(...nets: string[]) {
  const list = new BlockList()
  for (const net of nets) {
    const [address = '', bits] = net.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Checks whether an address is outside the public internet. Services at such addresses may trust every caller. */
export function isPrivateAddress(text: string): boolean {
  const [address = ''] = text.replace(/^\[|\]$/g, '').split('%')
  const kind = isIP(address)
  if (kind === 4) return nonPublicNetworks.check(address, 'ipv4')
  if (kind !== 6) return true
  const leads = embeddedIpv4Prefixes.find(({ list }) => list.check(address, 'ipv6'))
  if (leads)
    return isPrivateAddress(
      bytesOf(address)
        .slice(leads.at, leads.at + 4)
        .join('.'),
    )
  return !global.check(address, 'ipv6') || nonPublicNetworks.check(address, 'ipv6')
}

/** Checks whether a URL host is private regardless of DNS: a private address, or a local name. */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare)) return isPrivateAddress(bare)
  return /(^|\.)(localhost|local|internal)\.?$/i.test(bare)
}

/** Returns the sixteen bytes of an IPv6 address. */
function bytesOf(address: string): number[] {
  const hex = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = [], after] = hex.split('::').map((half) => (half ? half.split(':') : []))
  const gap = after ? Array<string>(8 - before.length - after.length).fill('0') : []
  return [...before, ...gap, ...(after ?? [])].flatMap((group) => {
    const value = parseInt(group, 16)
    return [value >> 8, value & 255]
  })
}
