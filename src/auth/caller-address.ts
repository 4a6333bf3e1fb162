/** The address by which callers without credentials are told apart. */
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** A caller with one IPv6 address has at least the 2^64 around it, so all of these count as one caller. */
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
 * Each proxy appends the address that has called it to X-Forwarded-For. Our own proxies have added the last entries;
 * the caller may have made up whatever is before them.
 */
export const callerAddress = (
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  proxies: number,
): string => {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const addresses = [...forwarded, socket.remoteAddress ?? '']
  return networkOf(addresses.at(-1 - proxies) ?? addresses[0] ?? '')
}
