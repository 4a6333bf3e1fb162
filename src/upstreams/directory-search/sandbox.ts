/** A made-up directory: a few hundred entities that are always the same, and one for every number that is asked for. */
import { documentTypes } from '../../values/document-types.ts'
import { frenchVat } from '../../values/national-numbers.ts'
import { isPeppolId } from '../../values/peppol-id.ts'
import { schemeOf } from '../../values/peppol-schemes.ts'
import { VAT_PATTERN, identityOfVat, vatNumberOf } from '../../values/vat-number.ts'
import { SANDBOX_ACCESS_POINT } from '../access-point/sandbox-endings.ts'
import { UNKNOWN } from '../directory/sandbox.ts'
import { identifierBehind, madeUpCompany, pick } from '../made-up.ts'
import type { DirectorySearch, Listing } from './port.ts'

const TOWNS: Readonly<Record<string, readonly [city: string, postalCode: string][]>> = {
  FR: [
    ['Lyon', '69002'],
    ['Nantes', '44000'],
    ['Lille', '59000'],
    ['Toulouse', '31000'],
    ['Paris', '75011'],
  ],
  BE: [
    ['Gent', '9000'],
    ['Liège', '4000'],
    ['Bruxelles', '1000'],
    ['Antwerpen', '2000'],
  ],
  DE: [
    ['Köln', '50667'],
    ['Leipzig', '04109'],
    ['Bremen', '28195'],
  ],
  IT: [
    ['Torino', '10121'],
    ['Bologna', '40121'],
    ['Bari', '70121'],
  ],
  NL: [
    ['Utrecht', '3511'],
    ['Groningen', '9711'],
  ],
  ES: [
    ['Valencia', '46002'],
    ['Bilbao', '48001'],
  ],
  SE: [
    ['Göteborg', '411 03'],
    ['Uppsala', '753 20'],
  ],
  NO: [
    ['Bergen', '5003'],
    ['Trondheim', '7010'],
  ],
  DK: [
    ['Aarhus', '8000'],
    ['Odense', '5000'],
  ],
}
const NACE = [
  '01.11',
  '10.71',
  '13.20',
  '25.11',
  '35.11',
  '41.20',
  '46.19',
  '49.41',
  '56.10',
  '58.29',
  '62.01',
  '69.20',
  '71.12',
  '86.10',
]

const hash = (seed: string): Buffer => madeUpCompany(seed, null).bytes

const listing = (
  peppolId: string,
  vatNumber: string | null,
  country: string | null,
  more: Partial<Listing> = {},
): Listing => {
  const { name, bytes } = madeUpCompany(identifierBehind(peppolId), country)
  const [city, postalCode] = pick(TOWNS[country ?? ''] ?? [['Port Town', '1000']], bytes[6])
  return {
    peppolId,
    name,
    country,
    city,
    postalCode,
    vatNumber,
    identifiers: [peppolId, ...(vatNumber === null ? [] : [vatNumber])],
    entityKey: vatNumber ?? peppolId,
    head: true,
    naceCodes: [pick(NACE, bytes[7]), ...(bytes.readUInt8(8) % 3 === 0 ? [pick(NACE, bytes[9])] : [])].filter(
      (code, index, all) => all.indexOf(code) === index,
    ),
    documentTypes:
      bytes.readUInt8(10) % 4 === 0 ? ['invoice', 'credit-note'] : documentTypes.filter((type) => type !== 'event'),
    accessPoint: SANDBOX_ACCESS_POINT,
    detail: {
      street: `${1 + (bytes.readUInt8(2) % 180)} Station Road`,
      registeredOn: `20${15 + (bytes.readUInt8(11) % 10)}-0${1 + (bytes.readUInt8(12) % 9)}-15`,
    },
    ...more,
  }
}

/** A French company: its SIREN stands for it, and each of its establishments is a participant too. */
const french = (siren: string): Listing[] => {
  const vatNumber = frenchVat(siren)
  const establishments = 1 + (hash(siren).readUInt8(13) % 3)
  const own = listing(`0225:${siren}`, vatNumber, 'FR')
  const sites = Array.from({ length: establishments }, (_, nth) => {
    const siret = `${siren}${String(nth + 1).padStart(5, '0')}`
    const [city, postalCode] = pick(TOWNS['FR'] ?? [], hash(siret)[0])
    return listing(`0009:${siret}`, vatNumber, 'FR', {
      name: `${own.name} (${city})`,
      city,
      postalCode,
      identifiers: [`0009:${siret}`, siret, siren],
      head: false,
    })
  })
  return [{ ...own, identifiers: [own.peppolId, vatNumber, siren] }, ...sites]
}

const byVat = (vatNumber: string): Listing[] => {
  if (/^FR..\d{9}$/.test(vatNumber)) return french(vatNumber.slice(4))
  const identity = identityOfVat(vatNumber)
  return typeof identity === 'string' ? [] : [listing(identity.peppolId, vatNumber, identity.country)]
}

const digits = (seed: string, length: number): string =>
  String(hash(seed).readBigUInt64BE(16)).padStart(length, '7').slice(-length)
/** How many entities of each country the made-up directory lists. */
const population: Readonly<Record<string, [count: number, vat: (seed: string) => string]>> = {
  FR: [90, (seed) => frenchVat(digits(seed, 9).replace(/^0/, '3'))],
  BE: [60, (seed) => `BE0${digits(seed, 9)}`],
  DE: [60, (seed) => `DE${digits(seed, 9)}`],
  IT: [40, (seed) => `IT${digits(seed, 11)}`],
  NL: [40, (seed) => `NL${digits(seed, 9)}B01`],
  ES: [30, (seed) => `ESB${digits(seed, 8)}`],
  SE: [20, (seed) => `SE${digits(seed, 10)}01`],
  NO: [20, (seed) => `NO${digits(seed, 9)}`],
  DK: [20, (seed) => `DK${digits(seed, 8)}`],
}

const world: readonly Listing[] = Object.entries(population).flatMap(([country, [count, vat]]) =>
  Array.from({ length: count }, (_, nth) => byVat(vat(`${country} ${nth}`))).flat(),
)

const byNumber = (number: string): Listing[] => {
  if (UNKNOWN.test(number)) return []
  if (/^\d{9}$/.test(number)) return french(number)
  if (/^\d{14}$/.test(number))
    return [
      ...french(number.slice(0, 9)),
      listing(`0009:${number}`, frenchVat(number.slice(0, 9)), 'FR', {
        identifiers: [`0009:${number}`, number, number.slice(0, 9)],
        head: false,
      }),
    ]
  if (VAT_PATTERN.test(number)) return byVat(number)
  const scheme = isPeppolId(number) ? schemeOf(number) : undefined
  return scheme ? [listing(number, vatNumberOf(number) ?? null, scheme.country)] : []
}

export const sandboxDirectorySearch = (): DirectorySearch => ({
  async search({ text, number, country }, signal) {
    signal.throwIfAborted()
    const isOf = (one: Listing): boolean => country === undefined || one.country === country
    if (number !== undefined) return byNumber(number).filter(isOf)
    const wanted = text?.toLowerCase() ?? ''
    return world.filter((one) => isOf(one) && one.name.toLowerCase().includes(wanted))
  },
})
