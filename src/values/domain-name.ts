/** Names of the DNS that somebody can have for themselves. */
import { parse } from 'tldts'

const MOST_CHARACTERS = 253
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
/** Names that no public DNS leads to (RFC 6761, RFC 7686, RFC 8375, RFC 9476). */
const NOWHERE = new Set(['localhost', 'local', 'internal', 'invalid', 'onion', 'alt', 'arpa', 'lan', 'home', 'corp'])

/** Why a text is no domain of somebody's own; undefined where it is one. */
const faultIn = (name: string): string | undefined => {
  const labels = name.split('.')
  if (name === '' || !labels.every((label) => LABEL.test(label))) return 'Expected a domain such as pay.example.com'
  // A text such as 2130706433 or 0x7f.1 has become an address by now.
  if (/^\d+$/.test(labels.at(-1) ?? '')) return 'Expected a domain, and not an address'
  if (labels.length < 2 || NOWHERE.has(labels.at(-1) ?? '')) return 'No public DNS leads to this name'
  // The longest name that is asked for has the label of the proof before it.
  if (name.length > MOST_CHARACTERS - '_invoice-exchange.'.length) return 'The name is too long'
  return parse(name, { allowPrivateDomains: true }).domain === null
    ? 'This is a public suffix: domains below it belong to others'
    : undefined
}

/** As browsers write a host; empty where it is none. */
const asciiOf = (host: string): string => {
  try {
    return new URL(`http://${host}`).hostname
  } catch {
    return ''
  }
}

/** A domain in the letters of the DNS (IDNs as `xn--…`), or what is wrong with it. */
export const readDomainName = (text: string): { name: string } | { fault: string } => {
  const given = text.trim().replace(/\.$/, '')
  const name = /[\s/:@?#%\\[\]*_]/.test(given) ? '' : asciiOf(given)
  const fault = faultIn(name)
  return fault === undefined ? { name } : { fault }
}

/** Whether one name is the other, or below it. */
export const isWithin = (name: string, other: string): boolean => name === other || name.endsWith(`.${other}`)
