/** The networks that a key may be used from. */
import ipaddr from 'ipaddr.js'

type Network = ReturnType<typeof ipaddr.parseCIDR>

/** Of IPv6, the caller's network of 64 bits is all that is known of its address. */
const LONGEST = { ipv4: 32, ipv6: 64 } as const

const parsed = (text: string): Network | undefined => {
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? LONGEST.ipv6 : LONGEST.ipv4}`
  return ipaddr.isValidCIDR(cidr) ? ipaddr.parseCIDR(cidr) : undefined
}

export const isNetwork = (text: string): boolean => {
  const network = parsed(text)
  return network !== undefined && network[1] <= LONGEST[network[0].kind()]
}

const holds = ([outer, outerBits]: Network, [inner, innerBits]: Network): boolean =>
  outer.kind() === inner.kind() && innerBits >= outerBits && inner.match(outer as never, outerBits)

/** Whether a network, or an address, is a part of one of these. */
export const liesWithin = (networks: readonly string[], inner: string): boolean => {
  const network = parsed(inner)
  return (
    network !== undefined &&
    networks.some((one) => {
      const outer = parsed(one)
      return outer !== undefined && holds(outer, network)
    })
  )
}
