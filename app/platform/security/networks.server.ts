import { BlockList, isIP } from 'node:net'

/**
 * Returns the network of an address: the first 24 bits of IPv4, or the first 48 bits of IPv6. Returns null for other
 * text.
 */
export function networkOf(address: string): string | null {
  if (isIP(address) === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  if (isIP(address) !== 6) return null
  const [head = ''] = address.toLowerCase().split('::')
  const groups = head ? head.split(':').slice(0, 3) : []
  while (groups.length < 3) groups.push('0')
  return `${groups.join(':')}::/48`
}

/** Returns the function that checks whether an address belongs to one of the networks. */
export function networkCheck(networks: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    trusted.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) => isIP(address) > 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
