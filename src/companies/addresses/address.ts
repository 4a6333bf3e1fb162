/** Further electronic addresses of a French company: `0225:<SIREN>_<SIRET>`, with a suffix, with a routing code, … */
import type { Company, CompanyAddress } from '../../generated/prisma/client.ts'
import type { Database, Db } from '../../kernel/database/open.ts'
import { refusal } from '../../kernel/errors/app-error.ts'
import { businessDate, oneOf } from '../../kernel/input.ts'
import { addressUses, companyBehind, frenchAddressOf, isFurtherAddress } from '../../values/french-address.ts'
import { newId } from '../../values/ids.ts'
import { limits } from '../../values/limits.ts'
import { dayOf, startOfDay } from '../../values/dates.ts'
import { isEnabledOn, overlap } from '../../values/period.ts'
import { holdCompany } from '../company.ts'

export const addressUse = oneOf('AddressUse', addressUses)

/** A day that has not come yet. */
export const inDays = (example: string, description: string) =>
  businessDate
    .meta({ examples: [example] })
    .nullish()
    .describe(description)

/** The row with the day on which it is looked at. */
export interface AddressRow extends CompanyAddress {
  today: string
}

export const on = (now: Date, row: CompanyAddress): AddressRow => ({ ...row, today: dayOf(now) })

export const keyOf = (address: string): string => address.toLowerCase()

const refuse = (message: string): never => {
  throw refusal('INVALID_REQUEST', 'address', message)
}

/** Only what begins with its own SIREN is an address of a company: who owns the SIREN owns its addresses. */
export const requireOwnAddress = ({ peppolId }: { peppolId: string }, address: string): void => {
  if (!frenchAddressOf(address))
    refuse(
      'Expected an address of a French company: 0225:<SIREN>_<SIRET>, 0225:<SIREN>_<SIRET>_<routing code>, ' +
        '0225:<SIREN>_<suffix> or 0009:<SIRET>.',
    )
  if (!isFurtherAddress(address)) refuse('This is the participant id of a company, which is no further address.')
  if (companyBehind(address) !== peppolId) refuse('The address does not begin with the SIREN of the company.')
}

export const requireFree = (
  rows: readonly CompanyAddress[],
  wanted: Pick<CompanyAddress, 'addressKey' | 'startsOn' | 'endsOn'>,
): void => {
  if (rows.length >= limits.companyAddresses)
    throw refusal('CONFLICT', 'address', `A company can have at most ${limits.companyAddresses} addresses.`)
  if (rows.some((row) => row.addressKey === wanted.addressKey && overlap(row, wanted)))
    throw refusal('CONFLICT', 'address', 'The company has this address already on some of these days.')
}

/**
 * The address that is in force on a day, whichever organization's. It counts where its company owns its participant,
 * which the caller has found out by `companyBehind`.
 */
export const addressOf = async (
  db: Db,
  { organizationId, companyId }: { organizationId: string; companyId: string },
  peppolId: string,
  now: Date,
): Promise<CompanyAddress | undefined> => {
  const rows = await db.companyAddress.findMany({
    where: { organizationId, companyId, addressKey: keyOf(peppolId) },
    orderBy: { id: 'desc' },
  })
  return rows.find((row) => isEnabledOn(dayOf(now), row))
}

/**
 * Establishments that the company has told of have an address each, from the day on which they are published. Answers
 * those that are new.
 */
export const adoptEstablishments = async (
  database: Database,
  company: Pick<Company, 'organizationId' | 'id' | 'peppolId' | 'additionalIdentifiers'>,
  known: readonly CompanyAddress[],
  now: Date,
): Promise<CompanyAddress[]> => {
  const { organizationId, id: companyId, peppolId, additionalIdentifiers } = company
  const sirets = (additionalIdentifiers as { value: string }[]).map(({ value }) => value.replace(/^0009:/, ''))
  const addresses = [...new Set(sirets.map((siret) => `${peppolId}_${siret}`))].filter(
    (address) => frenchAddressOf(address)?.siret !== undefined,
  )
  const missingIn = (rows: readonly CompanyAddress[]): string[] =>
    addresses
      .filter((address) => !rows.some(({ addressKey }) => addressKey === keyOf(address)))
      .slice(0, Math.max(0, limits.companyAddresses - rows.length))
  if (missingIn(known).length === 0) return []
  return database.transaction(async (db) => {
    // Read again now that it is held: an address may have been added meanwhile.
    await holdCompany(db, organizationId, companyId)
    const missing = missingIn(await db.companyAddress.findMany({ where: { organizationId, companyId } }))
    return db.companyAddress.createManyAndReturn({
      data: missing.map((address) => ({
        organizationId,
        id: newId('companyAddress'),
        companyId,
        address,
        addressKey: keyOf(address),
        takes: 'everything',
        startsOn: startOfDay(dayOf(now)),
        createdAt: now,
      })),
    })
  })
}
