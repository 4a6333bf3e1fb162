/** Reports to the French authorities with one change each, made at random from a seed: of form, of a text, or of an attribute. */
import { DOMParser, XMLSerializer } from '@xmldom/xmldom'
import { paymentsReport, transactionsReport } from './french-reports.ts'
import { mutantOf, randomFrom } from './mutants.ts'

type Random = ReturnType<typeof randomFrom>

/** Values near the one that is there, and values that some rule asks for. */
const NEAR: readonly ((value: string, random: Random) => string)[] = [
  (value) => `${value} `,
  (value) => ` ${value}`,
  (value) => `${value}\n`,
  (value) => value.toLowerCase(),
  (value) => value.toUpperCase(),
  (value) => `-${value}`,
  (value) => `+${value}`,
  (value) => `0${value}`,
  (value) => `${value}0`,
  (value) => `${value}.0000001`,
  (value) => `${value}.001`,
  (value) => `${value}€`,
  (value) => `${value}  ${value}`,
  (value) => value.slice(1),
  (value) => value.slice(0, -1),
  (value) => value.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
  (value, random) => value.replace(/\d(?=\D*$)/, () => String(random(10))),
  (value) => value.repeat(9),
  () => '',
]
const ASKED = [
  [
    '20260831',
    '20260910',
    '20260931',
    '20000101',
    '20991231',
    '21000101',
    '19991231',
    '2026-09-10',
    '20260910Z',
    '2026',
  ],
  [
    '380',
    '381',
    '384',
    '386',
    '261',
    '471',
    '500',
    '503',
    '262',
    'S1',
    'S4',
    'B4',
    'M4',
    'S8',
    'BY',
    'SE',
    'WK',
    'RE',
    'IN',
  ],
  [
    '0',
    '0.00',
    '5.5',
    '20',
    '20.0',
    '20.00',
    '2.1',
    '8.5',
    '7',
    '19.6',
    '-1',
    '1e2',
    'NaN',
    'INF',
    '.5',
    '5.',
    '99999999999999999999',
  ],
  [
    'EUR',
    'eur',
    'USD',
    'XXX',
    'FR',
    'DE',
    'fr',
    'UK',
    'S',
    'E',
    'AE',
    'K',
    'G',
    'O',
    'Z',
    'L',
    'M',
    'X',
    'TLB1',
    'TPS1',
    'TNT1',
    'TMA1',
  ],
  [
    '0002',
    '0009',
    '0223',
    '0224',
    '0227',
    '0228',
    '0229',
    '0238',
    'VAT',
    'SIREN',
    'VATEX-EU-132',
    'VATEX-FR-CNWVAT',
    '5',
    '29',
    '72',
  ],
].flat()

const pick = <T>(items: readonly T[], random: Random): T => items[random(items.length)] as T
const other = (value: string, random: Random): string =>
  random(2) === 0 ? pick(NEAR, random)(value, random) : pick(ASKED, random)

const leavesOf = (document: Document): Element[] =>
  Array.from(document.getElementsByTagName('*')).filter((one) =>
    Array.from(one.childNodes).every(({ nodeType }) => nodeType !== 1),
  )

/** A comment inside a text belongs to no value. */
const withComment = (element: Element, random: Random): void => {
  const text = element.textContent ?? ''
  const at = random(text.length + 1)
  while (element.firstChild) element.removeChild(element.firstChild)
  const document = element.ownerDocument
  const parts = [
    document.createTextNode(text.slice(0, at)),
    document.createComment('x'),
    document.createTextNode(text.slice(at)),
  ]
  for (const part of parts) element.appendChild(part)
}

export const reportMutant = (seed: number): string => {
  const random = randomFrom(seed)
  const report = pick([transactionsReport, paymentsReport], random)
  const kind = random(8)
  if (kind < 2) return mutantOf(report, random)
  const document = new DOMParser().parseFromString(report, 'text/xml')
  const leaves = leavesOf(document)
  const attributes = leaves.flatMap((one) => Array.from(one.attributes)).filter(({ name }) => !name.startsWith('xmlns'))
  const leaf = pick(leaves, random)
  if (kind === 2) withComment(leaf, random)
  else if (kind === 3) {
    const attribute = pick(attributes, random)
    attribute.ownerElement?.setAttribute(attribute.name, other(attribute.value, random))
  } else leaf.textContent = other(leaf.textContent ?? '', random)
  return new XMLSerializer().serializeToString(document)
}
