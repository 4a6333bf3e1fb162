/** French companies of this deployment in the copy of the French directory, where they say themselves what they are. */
import type { Address, Company } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import { sirenOfVat } from '../../values/national-numbers.ts'

type FrenchCompany = Pick<Company, 'id' | 'name' | 'vatNumber' | 'additionalIdentifiers'> & {
  legalAddress: Pick<Address, 'city' | 'postalCode' | 'street'> | null
}

const NAME_CHARACTERS = 150
const FACILITY_CHARACTERS = 100

/** The establishments that the company has told of, of its own SIREN. */
const siretsOf = ({ additionalIdentifiers }: FrenchCompany, siren: string): string[] => [
  ...new Set(
    (additionalIdentifiers as { scheme: string; value: string }[])
      .map(({ value }) => value.replace(/^0009:/, ''))
      .filter((value) => /^\d{14}$/.test(value) && value.startsWith(siren)),
  ),
]

const unitOf = ({ name }: FrenchCompany, siren: string) => ({
  siren,
  businessName: name.slice(0, NAME_CHARACTERS),
  entityType: 'PrivateVatRegistered',
  administrativeStatus: 'A',
})

const facilityOf = ({ name, legalAddress }: FrenchCompany, siret: string, index: number) => ({
  siret,
  siren: siret.slice(0, 9),
  name: name.slice(0, FACILITY_CHARACTERS),
  facilityType: index === 0 ? 'P' : 'S',
  administrativeStatus: 'A',
  countryCode: 'FR',
  // Only of the seat is the address known.
  ...(index === 0 && {
    addressLine1: legalAddress?.street ?? null,
    postalCode: legalAddress?.postalCode ?? null,
    locality: legalAddress?.city ?? null,
    addressText: legalAddress?.street ?? '',
  }),
})

export const unlistLines = (db: Db, { id: companyId }: { id: string }): Promise<unknown> =>
  db.frenchLine.deleteMany({ where: { companyId } })

/** Its lines are written anew: one for the company, and one for each of its establishments. */
export const listLines = async (db: Db, company: FrenchCompany, now: Date): Promise<void> => {
  const siren = sirenOfVat(company.vatNumber)
  if (siren === undefined) return
  const sirets = siretsOf(company, siren)
  const earlier = await db.frenchLine.findMany({ where: { companyId: company.id } })
  const began = new Map(earlier.map((line) => [line.addressingIdentifier, line.startsOn]))
  const lines = [{ siren }, ...sirets.map((siret) => ({ siren, siret }))].map((line) => {
    const addressingIdentifier = Object.values(line).join('_')
    const startsOn = began.get(addressingIdentifier) ?? now
    return { ...line, addressingIdentifier, platformType: 'WK', startsOn, companyId: company.id }
  })
  const identifiers = lines.map(({ addressingIdentifier }) => addressingIdentifier)
  await db.frenchLine.deleteMany({
    where: { OR: [{ companyId: company.id }, { addressingIdentifier: { in: identifiers } }] },
  })
  await db.frenchLine.createMany({ data: lines })
  const { siren: _key, ...unit } = unitOf(company, siren)
  await db.frenchUnit.upsert({
    where: { siren },
    create: { siren, ...unit },
    update: { businessName: unit.businessName },
  })
  const facilities = sirets.map((siret, index) => facilityOf(company, siret, index))
  await db.frenchFacility.createMany({ data: facilities, skipDuplicates: true })
}
