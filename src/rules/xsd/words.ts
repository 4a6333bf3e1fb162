/** How findings about the form name elements, and what is expected in their place. */
import { namespaces, type XmlElement } from '../../formats/xml/tree.ts'
import type { Row } from './model.ts'

const NAMES_NAMED = 8

export const nameAt = ({ particles }: Row, place: number): string => short(particles[place]?.element.qname ?? '')

/** The names from a place of a row to the next that is required. */
export const expectedFrom = ({ particles, nextRequired }: Row, here: number, times: number): string[] => {
  const first = times > 0 && times >= (particles[here]?.most ?? 0) ? here + 1 : here
  const last = nextRequired[times > 0 ? here + 1 : here] ?? particles.length
  return particles.slice(first, last + 1).map(({ element }) => element.qname)
}

/** True where the name follows among the neighbours: then that one is reported, which stands too late. */
export const comesLater = ({ children }: XmlElement, child: XmlElement, qname: string | undefined): boolean =>
  children.some((other) => other.qname === qname && child.isBefore(other))

export const named = ({ qname, name }: XmlElement): string =>
  qname.startsWith('{') ? `The element ${name}` : `The element ${qname}`

export const listed = (names: readonly string[]): string => {
  if (names.length === 0) return 'Expected nothing more.'
  const rest = names.length - NAMES_NAMED
  return `Expected: ${names.slice(0, NAMES_NAMED).map(short).join(', ')}${rest > 0 ? ` or ${rest} others` : ''}.`
}
const short = (qname: string): string => qname.replace(/^\{[^}]*\}/, '')
const localName = (qname: string): string => qname.slice(Math.max(qname.lastIndexOf(':'), qname.lastIndexOf('}')) + 1)

export const namespaceFault = ({ qname, name, names }: XmlElement, expected: readonly string[]): string | undefined => {
  const meant = expected.find((other) => other !== qname && localName(other) === name)
  if (meant === undefined) return undefined
  const prefix = meant.includes(':') && !meant.startsWith('{') ? meant.slice(0, meant.indexOf(':')) : ''
  const right = prefix === '' ? 'no namespace' : (namespaces as Record<string, string>)[prefix]
  return `its namespace is ${names.namespace === '' ? 'none' : names.namespace} and must be ${right ?? 'another'}`
}
