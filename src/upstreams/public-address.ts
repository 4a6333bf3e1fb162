/** Which addresses are out on the Internet, and which are inside of somebody's network. */
import ipaddr from 'ipaddr.js'

/** The unicast space of the Internet; everything else of IPv6 is local, reserved or another address in disguise. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Public by their number, and yet inside somebody's cloud. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16'])

/** True for an address that anybody on the Internet could reach. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text) || text.includes('%')) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast' || METADATA.has(address.toString())) return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6)
}

/** The host of an address as the resolver and the dialler see it. */
export const hostOf = ({ hostname }: { hostname: string }): string => hostname.replace(/^\[|\]$/g, '')
