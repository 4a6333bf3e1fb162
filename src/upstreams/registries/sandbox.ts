import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../kernel/errors/app-error.ts'
import { vatOfNumber } from '../../values/national-numbers.ts'
import { identityOfVat } from '../../values/vat-number.ts'
import { madeUpCompany, pick } from '../made-up.ts'
import type { Registry, RegistryEntity } from './port.ts'

/** Numbers whose last nine digits are these make the registry behave so. Listed in the README. */
const magicEndings: Readonly<Record<string, (signal: AbortSignal) => Promise<void>>> = {
  '000000404': () => Promise.reject(new AppError('VAT_NOT_FOUND')),
  '000000410': () => Promise.reject(new AppError('VAT_INACTIVE')),
  '000000502': () =>
    Promise.reject(new AppError('UPSTREAM_ERROR', { message: 'The registry answered with status 500.' })),
  '000000503': () =>
    Promise.reject(new AppError('UPSTREAM_UNAVAILABLE', { message: 'The registry cannot be reached.', retryAfter: 5 })),
  '000000504': (signal) => wait(60_000, undefined, { signal, ref: false }),
}

const STREETS = [
  'Station Road',
  'Mill Lane',
  'Harbour Street',
  'Market Square',
  'Linden Avenue',
  'Old Bridge',
  'School Street',
  'Garden Row',
]

const cities: Readonly<Record<string, [city: string, postalCode: string]>> = {
  FR: ['Lyon', '69002'],
  BE: ['Gent', '9000'],
  IT: ['Torino', '10121'],
  DE: ['Köln', '50667'],
  NL: ['Utrecht', '3511'],
  ES: ['Valencia', '46002'],
  AT: ['Graz', '8010'],
  DK: ['Aarhus', '8000'],
  PL: ['Gdynia', '81-364'],
  GR: ['Patra', '26221'],
  GB: ['Bristol', 'BS1 4DJ'],
  SE: ['Göteborg', '411 03'],
}

const addressFor = (bytes: Buffer, country: string): RegistryEntity['address'] => {
  const [city, postalCode] = cities[country] ?? ['Port Town', String(1_000 + (bytes.readUInt16BE(4) % 9_000))]
  return {
    street: `${1 + ((bytes[2] ?? 0) % 180)} ${pick(STREETS, bytes[3])}`,
    streetLine2: null,
    city,
    postalCode,
    country,
  }
}

/** The registry tells no mailbox and no domain of a company whose number ends so. Listed in the README. */
const SILENT = /000000460$/

/**
 * The number in the national register: the SIREN is part of a VAT number, and a Dutch company has a number of the
 * chamber of commerce that does not follow from it. Elsewhere it is what the VAT number says.
 */
const registrationOf = (vatNumber: string, country: string, bytes: Buffer): string =>
  country === 'NL'
    ? String(10_000_000 + (bytes.readUInt32BE(8) % 90_000_000))
    : vatNumber.slice(country === 'FR' ? 4 : 2).replace(/MVA$/, '')

/** A made-up entity for every well-formed number: always the same one for the same number. */
const entityFor = (vatNumber: string): RegistryEntity => {
  const identity = identityOfVat(vatNumber)
  const country = typeof identity === 'string' ? vatNumber.slice(0, 2) : identity.country
  const { name, legalName, bytes } = madeUpCompany(vatNumber, country)
  return {
    name,
    legalName,
    vatNumber,
    registrationNumber: registrationOf(vatNumber, country, bytes),
    taxNumber: null,
    establishment: null,
    address: addressFor(bytes, country),
    email: SILENT.test(vatNumber) ? null : `office@${vatNumber.toLowerCase()}.example`,
    domain: SILENT.test(vatNumber) ? null : `${vatNumber.toLowerCase()}.example`,
    provider: 'sandbox-registry',
  }
}

/** An establishment has the name of its company, and an address of its own. */
const establishmentFor = (siret: string, company: RegistryEntity): RegistryEntity => ({
  ...company,
  establishment: siret,
  address: addressFor(madeUpCompany(siret, 'FR').bytes, 'FR'),
})

const behaveAs = async (number: string, signal: AbortSignal): Promise<void> => magicEndings[number.slice(-9)]?.(signal)

export const sandboxRegistry = (): Registry => ({
  async find(question, signal) {
    signal.throwIfAborted()
    if ('vatNumber' in question) {
      await behaveAs(question.vatNumber, signal)
      return entityFor(question.vatNumber)
    }
    const { country, number } = question
    await behaveAs(number, signal)
    const vatNumber = vatOfNumber(country, number)
    if (vatNumber === undefined)
      throw new AppError('VAT_NOT_FOUND', { message: `The registry of ${country} does not know ${number}.` })
    const isSiret = country === 'FR' && number.length === 14
    if (!isSiret) return entityFor(vatNumber)
    await behaveAs(number.slice(0, 9), signal)
    return establishmentFor(number, entityFor(vatNumber))
  },
})
