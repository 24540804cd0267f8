import { isIP } from 'node:net'

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
