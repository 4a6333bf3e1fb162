/** Documents with one fault in their form, made at random from a seed: the same seed makes the same documents. */
import { DOMParser, XMLSerializer } from '@xmldom/xmldom'

/** A small generator of numbers (mulberry32): from 0 up to, and without, `below`. */
export const randomFrom = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Random = ReturnType<typeof randomFrom>
type Mutation = (element: Element, random: Random, all: readonly Element[]) => void

const TEXTS = [
  ['', 'x', '12,50', '12.5.0', '-1', '+.5', '1e5', 'NaN', 'TRUE', 'true', '0', '1', 'EUR', 'eur', '€', 'N4', '380'],
  ['2026-02-30', '2026-13-01', '2026-02-28', '20260228', '2026-02-28T10:00:00', '10:00:00', '25:00:00', '24:00:00'],
  ['2026-02-28Z', '2026-02-28+14:00', '2026-02-28+15:00', '0000-01-01', 'AAAA', 'AAA=', 'AA==', 'AB==', 'A', '=AAA'],
  [
    'x'.repeat(300),
    '9'.repeat(20),
    'http://example.com/a?b#c',
    '::',
    'http://[',
    'a b',
    'ù',
    '中',
    '1234567',
    '100.01',
  ],
].flat()

const pick = <T>(items: readonly T[], random: Random): T => items[random(items.length)] as T
const elementsIn = (element: Element): Element[] =>
  Array.from({ length: element.childNodes.length }, (_, index) => element.childNodes[index] as Element).filter(
    ({ nodeType }) => nodeType === 1,
  )
const neighbour = (element: Element): Element | undefined => {
  const all = element.parentNode ? elementsIn(element.parentNode as Element) : []
  return all[all.indexOf(element) + 1]
}
const replaceText = (element: Element, text: string): void => {
  while (element.firstChild) element.removeChild(element.firstChild)
  element.appendChild(element.ownerDocument.createTextNode(text))
}
/** The same element under another name. */
const renamed = (element: Element, namespace: string, name: string): void => {
  const other = element.ownerDocument.createElementNS(namespace, name)
  for (const { name: key, value, namespaceURI } of Array.from(element.attributes))
    if (!key.startsWith('xmlns')) other.setAttributeNS(namespaceURI, key, value)
  while (element.firstChild) other.appendChild(element.firstChild)
  element.parentNode?.replaceChild(other, element)
}

export const mutations: Readonly<Record<string, Mutation>> = {
  'swapped with its neighbour': (element) => {
    const next = neighbour(element)
    if (next) element.parentNode?.insertBefore(next, element)
  },
  'unknown name': (element) => renamed(element, element.namespaceURI ?? '', `${element.tagName}X`),
  'name of another': (element, random, all) => {
    const other = pick(all, random)
    renamed(element, other.namespaceURI ?? '', other.tagName)
  },
  removed: (element) => void element.parentNode?.removeChild(element),
  doubled: (element) => void element.parentNode?.insertBefore(element.cloneNode(true), element),
  'without its contents': (element) => replaceText(element, ''),
  'other text': (element, random) => replaceText(element, pick(TEXTS, random)),
  'text between elements': (element) => void element.appendChild(element.ownerDocument.createTextNode('text')),
  'unknown attribute': (element) => element.setAttribute('unknown', 'x'),
  'attribute of another': (element, random, all) => {
    const attributes = Array.from(pick(all, random).attributes).filter(({ name }) => !name.startsWith('xmlns'))
    const [attribute] = attributes
    if (attribute) element.setAttributeNS(attribute.namespaceURI, attribute.name, attribute.value)
  },
  'without an attribute': (element, random) => {
    const attributes = Array.from(element.attributes).filter(({ name }) => !name.startsWith('xmlns'))
    if (attributes.length > 0) element.removeAttribute(pick(attributes, random).name)
  },
  'other value of an attribute': (element, random) => {
    const attributes = Array.from(element.attributes).filter(({ name }) => !/^(xmlns|xsi:)/.test(name))
    if (attributes.length > 0) element.setAttribute(pick(attributes, random).name, pick(TEXTS, random))
  },
  'other namespace': (element) => renamed(element, 'urn:example:other', `other:${element.localName}`),
  'copied elsewhere': (element, random, all) => {
    const copy = element.cloneNode(true)
    const place = pick(all, random)
    if (place.parentNode?.nodeType === 1) place.parentNode.insertBefore(copy, place)
    else place.appendChild(copy)
  },
  'copied into another': (element, random, all) => {
    const copy = element.cloneNode(true)
    pick(all, random).appendChild(copy)
  },
}

const kinds = Object.values(mutations)

/** A document with one fault, or none where the change changes nothing; and what was done. */
export const mutantOf = (xml: string, random: Random): string => {
  const document = new DOMParser().parseFromString(xml, 'text/xml')
  const root = document.documentElement
  const all = [root, ...Array.from(root.getElementsByTagName('*'))]
  // The root stays: without it there is no document.
  const element = all[1 + random(all.length)]
  if (element) pick(kinds, random)(element, random, all)
  return new XMLSerializer().serializeToString(document)
}
