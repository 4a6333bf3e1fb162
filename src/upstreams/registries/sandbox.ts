import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../errors/app-error.ts'
import { identityOfVat } from '../../values/vat-number.ts'
import { madeUpCompany, pick } from '../made-up.ts'
import type { Registries, RegistryEntity } from './port.ts'

/** VAT numbers whose last nine digits are these make the registry behave so. Listed in the README. */
export const magicEndings: Readonly<Record<string, (signal: AbortSignal) => Promise<void>>> = {
  '000000404': () => Promise.reject(new AppError('VAT_NOT_FOUND')),
  '000000410': () => Promise.reject(new AppError('VAT_INACTIVE')),
  '000000502': () => Promise.reject(new AppError('UPSTREAM_ERROR', { message: 'The registry answered with status 500.' })),
  '000000503': () => Promise.reject(new AppError('UPSTREAM_UNAVAILABLE', { message: 'The registry cannot be reached.', retryAfter: 5 })),
  '000000504': (signal) => wait(60_000, undefined, { signal, ref: false }),
}

const STREETS = ['Station Road', 'Mill Lane', 'Harbour Street', 'Market Square', 'Linden Avenue', 'Old Bridge', 'School Street', 'Garden Row']

const cities: Readonly<Record<string, [city: string, postalCode: string]>> = {
  FR: ['Lyon', '69002'], BE: ['Gent', '9000'], IT: ['Torino', '10121'], DE: ['Köln', '50667'], NL: ['Utrecht', '3511'], ES: ['Valencia', '46002'], GB: ['Bristol', 'BS1 4DJ'], SE: ['Göteborg', '411 03'],
}

/** A made-up entity for every well-formed number: always the same one for the same number. */
const entityFor = (vatNumber: string): RegistryEntity => {
  const identity = identityOfVat(vatNumber)
  const country = typeof identity === 'string' ? vatNumber.slice(0, 2) : identity.country
  const { name, legalName, bytes } = madeUpCompany(vatNumber, country)
  const [city, postalCode] = cities[country] ?? ['Port Town', String(1_000 + (bytes.readUInt16BE(4) % 9_000))]
  return {
    name,
    legalName,
    registrationNumber: vatNumber.slice(country === 'FR' ? 4 : 2),
    taxNumber: null,
    address: { street: `${1 + ((bytes[2] ?? 0) % 180)} ${pick(STREETS, bytes[3])}`, streetLine2: null, city, postalCode, country },
    provider: 'sandbox-registry',
  }
}

export const sandboxRegistries = (): Registries => ({
  async byVat(vatNumber, signal) {
    await magicEndings[vatNumber.slice(-9)]?.(signal)
    return entityFor(vatNumber)
  },
})
