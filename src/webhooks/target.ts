/**
 * Which addresses events may be posted to. The form of an address is judged when it is given; what its name stands for
 * is judged when a connection is made, on the very address that is dialled, for names can change their mind.
 */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Where HTTPS is offered. Other ports belong to other protocols, and requests to them are attacks. */
export const ALLOWED_PORTS: readonly number[] = [443, 4443, 8443, 9443]

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

const LOCAL_NAMES = /^(?:[^.]+|.*\.(?:localhost|local|internal|intranet|lan|home|corp|private|localdomain|arpa|test|invalid|onion))\.?$/i

/** The host of an address as the resolver and the dialler see it. */
export const hostOf = ({ hostname }: { hostname: string }): string => hostname.replace(/^\[|\]$/g, '')

const isLocalHost = (host: string): boolean => (isIP(host) === 0 ? LOCAL_NAMES.test(host) : !isPublicAddress(host))

interface Rule { broken(url: URL): boolean; message: string }

const always: readonly Rule[] = [
  { broken: ({ username, password }) => username !== '' || password !== '', message: 'An address carries no user name or password: whoever reads it would have them.' },
  { broken: ({ hash }) => hash !== '', message: 'An address carries no fragment: it would not be sent.' },
]

const inPublic: readonly Rule[] = [
  { broken: ({ protocol }) => protocol !== 'https:', message: 'Expected an https address.' },
  { broken: ({ port }) => port !== '' && !ALLOWED_PORTS.includes(Number(port)), message: `Expected one of the ports ${ALLOWED_PORTS.join(', ')}.` },
  { broken: (url) => isLocalHost(hostOf(url)), message: 'The host must be public: no address or name of a private network, of this machine or of a cloud\'s own services.' },
]

const inPrivate: readonly Rule[] = [{ broken: ({ protocol }) => protocol !== 'https:' && protocol !== 'http:', message: 'Expected an http or https address.' }]

/** What is wrong with an address that events are to be posted to, in words for its owner. */
export const faultOfTarget = (text: string, allowPrivate: boolean): string | undefined => {
  if (!/^[a-z]+:\/\/[^/?#\\\s]/i.test(text) || /[\s\\]/.test(text) || !URL.canParse(text)) return 'Expected an address such as https://example.com/hooks.'
  const url = new URL(text)
  return [...always, ...(allowPrivate ? inPrivate : inPublic)].find((rule) => rule.broken(url))?.message
}
