/** What is noticed of an object: words with a prefix that says of what kind. Pure. */
import type { Company, Document, Partner } from '../generated/prisma/client.ts'
import { schemeOf } from '../values/peppol-schemes.ts'
import { toAscii } from '../values/transliterate.ts'

const MOST_WORDS = 80

/** Words of three letters and more; numbers are seldom the same twice. */
const words = (text: string): string[] =>
  [
    ...new Set(
      toAscii(text)
        .toLowerCase()
        .match(/[a-z]{3,30}/g),
    ),
  ]
    .slice(0, MOST_WORDS)
    .map((word) => `word:${word}`)

const plain = (text: string): string => toAscii(text).toLowerCase().trim().slice(0, 60)

const one = (kind: string, value: string | null | undefined): string[] =>
  value === null || value === undefined || value === '' ? [] : [`${kind}:${plain(value)}`]

/** Amounts of the same order: two bands to a power of ten. */
const band = (amount: number): string[] =>
  Number.isFinite(amount)
    ? [`amount:${amount === 0 ? 'zero' : Math.sign(amount) * Math.floor(2 * Math.log10(Math.abs(amount)))}`]
    : []

/** The whole reference, and its beginning without the number that counts up. */
const reference = (text: string | null | undefined): string[] =>
  text ? [...one('reference', text), ...one('series', /^[^\d]*/.exec(text)?.[0])] : []

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const weekday = (date: Date | null): string[] =>
  date === null || Number.isNaN(date.getTime()) ? [] : [`weekday:${WEEKDAYS[date.getUTCDay()]}`]

const party = (peppolId: string | null, name: string | null, vatNumber: string | null): string[] => [
  ...one('party', peppolId ?? vatNumber ?? name),
  ...one('country', (peppolId === null ? undefined : schemeOf(peppolId)?.country) ?? vatNumber?.slice(0, 2)),
]

type FeatureColumns = Pick<
  Document,
  | 'direction'
  | 'type'
  | 'currency'
  | 'grossAmount'
  | 'issueDate'
  | 'orderReference'
  | 'buyerReference'
  | 'searchText'
  | 'senderPeppolId'
  | 'senderName'
  | 'senderVatNumber'
  | 'receiverPeppolId'
  | 'receiverName'
  | 'receiverVatNumber'
>

export const documentFeatures = (row: FeatureColumns): string[] => [
  ...new Set([
    `type:${row.type}`,
    `direction:${row.direction}`,
    ...one('currency', row.currency),
    ...(row.direction === 'incoming'
      ? party(row.senderPeppolId, row.senderName, row.senderVatNumber)
      : party(row.receiverPeppolId, row.receiverName, row.receiverVatNumber)),
    ...(row.grossAmount === null ? [] : band(Number(row.grossAmount))),
    ...reference(row.orderReference),
    ...reference(row.buyerReference),
    ...weekday(row.issueDate),
    ...words(row.searchText),
  ]),
]

export const partnerFeatures = (
  row: Pick<Partner, 'peppolId' | 'vatNumber' | 'name' | 'role' | 'country' | 'tags'>,
): string[] => [
  ...new Set([
    ...party(row.peppolId, row.name, row.vatNumber),
    ...one('country', row.country),
    `role:${row.role}`,
    ...row.tags.flatMap((tag) => one('tagged', tag)),
    ...words(row.name),
  ]),
]

export const companyFeatures = (row: Pick<Company, 'name' | 'legalName' | 'country'>): string[] => [
  ...new Set([...one('country', row.country), ...words(`${row.name} ${row.legalName ?? ''}`)]),
]

/** What each name of a context stands for; any other text is read as words. */
const said: Readonly<Record<string, (text: string) => string[]>> = {
  supplier: (text) => [...one('party', text), ...words(text)],
  amount: (text) => band(Number(text)),
  reference,
  country: (text) => one('country', text),
  currency: (text) => one('currency', text),
  date: (text) => weekday(new Date(text)),
}

/** What a caller says besides. */
export const contextFeatures = (context: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(context).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number'
      ? ((Object.hasOwn(said, name) ? said[name]?.(String(value)) : undefined) ?? words(String(value)))
      : [],
  )
