/** By what callers without credentials are told apart. */
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Who has one address of IPv6 has at least the 2^64 around it, and could be a new caller with each request. */
const networkOf = (text: string): string => {
  if (!ipaddr.isValid(text)) return text
  const address = ipaddr.process(text)
  return 'parts' in address
    ? `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : address.toString()
}

/**
 * Each proxy in front adds the address that has called it to those that it was told. What our own proxies have added stands
 * at the end; whatever is before that, the caller may have made up.
 */
export const callerAddress = (
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  proxies: number,
): string => {
  const told = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const way = [...told, socket.remoteAddress ?? '']
  return networkOf(way.at(-1 - proxies) ?? way[0] ?? '')
}
