/** French companies of this deployment in the copy of the French directory, where they say themselves what they are. */
import type { Address, Company, CompanyAddress } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import { type FrenchAddress, frenchAddressOf } from '../../values/french-address.ts'
import { sirenOfVat } from '../../values/national-numbers.ts'
import { type Period, dayIn } from '../../values/period.ts'

type FrenchCompany = Pick<Company, 'organizationId' | 'id' | 'name' | 'vatNumber' | 'additionalIdentifiers'> & {
  legalAddress: Pick<Address, 'city' | 'postalCode' | 'street'> | null
}

const NAME_CHARACTERS = 150
const FACILITY_CHARACTERS = 100

/** A line of a company: its SIREN, or one of its further addresses. */
type Line = FrenchAddress & Period

/** What begins last is what a line tells; a line that has not begun waits for one that has not ended. */
const linesOf = (addresses: readonly CompanyAddress[], today: string): Line[] => {
  const lines = new Map<string, Line>()
  for (const { address, startsOn, endsOn } of addresses.toSorted((a, b) => Number(a.startsOn) - Number(b.startsOn))) {
    const parts = address.startsWith('0225:') ? frenchAddressOf(address) : undefined
    const before = lines.get(address)
    const lasts =
      before !== undefined && dayIn(startsOn) > today && (before.endsOn === null || dayIn(before.endsOn) > today)
    if (parts && !lasts) lines.set(address, { ...parts, startsOn, endsOn })
  }
  return [...lines.values()]
}

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

const listPlaces = async (db: Db, company: FrenchCompany, siren: string, lines: readonly Line[]): Promise<void> => {
  const { siren: _key, ...unit } = unitOf(company, siren)
  await db.frenchUnit.upsert({
    where: { siren },
    create: { siren, ...unit },
    update: { businessName: unit.businessName },
  })
  const sirets = [...new Set(lines.flatMap(({ siret }) => (siret === undefined ? [] : [siret])))]
  const facilities = sirets.map((siret, index) => facilityOf(company, siret, index))
  await db.frenchFacility.createMany({ data: facilities, skipDuplicates: true })
  const codes = lines.flatMap(({ siret, routingIdentifier }) =>
    siret === undefined || routingIdentifier === undefined
      ? []
      : [{ siret, routingIdentifier, routingCodeName: routingIdentifier, administrativeStatus: 'A' }],
  )
  await db.frenchRoutingCode.createMany({ data: codes, skipDuplicates: true })
}

/** Its lines are written anew: one for the company, and one for each of its further addresses. */
export const listLines = async (db: Db, company: FrenchCompany, now: Date): Promise<void> => {
  const siren = sirenOfVat(company.vatNumber)
  if (siren === undefined) return
  const { organizationId, id: companyId } = company
  const own = await db.frenchLine.findFirst({ where: { companyId, addressingIdentifier: siren } })
  const addresses = await db.companyAddress.findMany({ where: { organizationId, companyId } })
  const further = linesOf(addresses, dayIn(now))
  const lines = [{ siren, startsOn: own?.startsOn ?? now, endsOn: null }, ...further].map((line) => {
    const { siren: first, siret, routingIdentifier, addressingSuffix } = line as Line
    const parts = [first, siret, routingIdentifier, addressingSuffix].filter((part) => part !== undefined)
    return { ...line, addressingIdentifier: parts.join('_'), platformType: 'WK', companyId }
  })
  const identifiers = lines.map(({ addressingIdentifier }) => addressingIdentifier)
  await db.frenchLine.deleteMany({
    where: { OR: [{ companyId }, { addressingIdentifier: { in: identifiers } }] },
  })
  await db.frenchLine.createMany({ data: lines })
  await listPlaces(db, company, siren, further)
}
