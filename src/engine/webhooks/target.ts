/**
 * Which addresses events may be posted to. The form of an address is judged when it is given; what its name stands for
 * is judged when a connection is made, on the very address that is dialled, for names can change their mind.
 */
import { isIP } from 'node:net'
import { hostOf, isPublicAddress } from '../../upstreams/public-address.ts'

/** Where HTTPS is offered. Other ports belong to other protocols, and requests to them are attacks. */
const ALLOWED_PORTS: readonly number[] = [443, 4443, 8443, 9443]

const LOCAL_NAMES =
  /^(?:[^.]+|.*\.(?:localhost|local|internal|intranet|lan|home|corp|private|localdomain|arpa|test|invalid|onion))\.?$/i

const isLocalHost = (host: string): boolean => (isIP(host) === 0 ? LOCAL_NAMES.test(host) : !isPublicAddress(host))

interface AddressRule {
  broken(url: URL): boolean
  message: string
}

const always: readonly AddressRule[] = [
  {
    broken: ({ username, password }) => username !== '' || password !== '',
    message: 'The address must not contain a user name or password, because everybody who can read it would know them.',
  },
  {
    broken: ({ hash }) => hash !== '',
    message: 'The address must not contain a fragment (`#…`), because it would not be sent.',
  },
]

const inPublic: readonly AddressRule[] = [
  { broken: ({ protocol }) => protocol !== 'https:', message: 'Expected an https address.' },
  {
    broken: ({ port }) => port !== '' && !ALLOWED_PORTS.includes(Number(port)),
    message: `Expected an address with one of the ports ${ALLOWED_PORTS.join(', ')}.`,
  },
  {
    broken: (url) => isLocalHost(hostOf(url)),
    message:
      'The host must be public. Addresses and names of private networks, of ' +
      "this server and of a cloud's internal services are not allowed.",
  },
]

const inPrivate: readonly AddressRule[] = [
  {
    broken: ({ protocol }) => protocol !== 'https:' && protocol !== 'http:',
    message: 'Expected an http or https address.',
  },
]

/** What is wrong with an address that events are to be posted to, in words for its owner. */
export const faultOfTarget = (text: string, allowPrivate: boolean): string | undefined => {
  if (!/^[a-z]+:\/\/[^/?#\\\s]/i.test(text) || /[\s\\]/.test(text) || !URL.canParse(text))
    return 'Expected an address such as https://example.com/hooks.'
  const url = new URL(text)
  return [...always, ...(allowPrivate ? inPrivate : inPublic)].find((rule) => rule.broken(url))?.message
}
