/** French companies of this deployment in the copy of the French directory, where they say themselves what they are. */
import type { Address, Company, CompanyAddress } from '../../generated/prisma/client.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import { quoted } from '../../kernel/database/rows.ts'
import { type FrenchAddress, frenchAddressOf, hasFurtherAddresses } from '../../values/french-address.ts'
import { dayOf } from '../../values/dates.ts'
import { type Period } from '../../values/period.ts'
import { atMost } from '../../values/text.ts'

type FrenchCompany = Pick<Company, 'id' | 'peppolId' | 'name'> & {
  legalAddress: Pick<Address, 'city' | 'postalCode' | 'street'> | null
}

const NAME_CHARACTERS = 150
const FACILITY_CHARACTERS = 100

/** A line of a company: its SIREN, or one of its further addresses. */
type Line = FrenchAddress & Period

/** What begins last is what a line tells; a line that has not begun waits for one that has not ended. */
const furtherLines = (addresses: readonly CompanyAddress[], today: string): Line[] => {
  const lines = new Map<string, Line>()
  for (const { address, startsOn, endsOn } of addresses.toSorted((a, b) => Number(a.startsOn) - Number(b.startsOn))) {
    const parts = address.startsWith('0225:') ? frenchAddressOf(address) : undefined
    const before = lines.get(address)
    const lasts =
      before !== undefined && dayOf(startsOn) > today && (before.endsOn === null || dayOf(before.endsOn) > today)
    if (parts && !lasts) lines.set(address, { ...parts, startsOn, endsOn })
  }
  return [...lines.values()]
}

const facilityOf = ({ name, legalAddress }: FrenchCompany, siret: string, index: number) => {
  // Only of the seat is the address known.
  const seat = index === 0 ? legalAddress : null
  return {
    siret,
    siren: siret.slice(0, 9),
    name: atMost(FACILITY_CHARACTERS, name),
    facilityType: index === 0 ? 'P' : 'S',
    administrativeStatus: 'A',
    countryCode: 'FR',
    addressLine1: seat?.street ?? null,
    postalCode: seat?.postalCode ?? null,
    locality: seat?.city ?? null,
    addressText: seat?.street ?? '',
  }
}

export const unlistLines = (db: Db, { id: companyId }: { id: string }): Promise<unknown> =>
  db.frenchLine.deleteMany({ where: { companyId } })

/** Rows of one table, all with the same columns. */
const inserted = (table: string, rows: readonly object[], onConflict: Prisma.Sql): Prisma.Sql[] => {
  const names = Object.keys(rows[0] ?? {})
  const [columns, given] = [quoted(names), names.map((name) => `given."${name}"`).join(', ')]
  if (rows.length === 0) return []
  return [
    Prisma.sql`
      INSERT INTO ${Prisma.raw(`${table} (${columns}) SELECT ${given} FROM json_populate_recordset(NULL::${table}, `)}
        ${JSON.stringify(rows)}::json) AS given ${onConflict}`,
  ]
}

const ONCE = Prisma.sql`ON CONFLICT DO NOTHING`

const places = (company: FrenchCompany, siren: string, lines: readonly Line[]): Prisma.Sql[] => {
  const unit = {
    siren,
    businessName: atMost(NAME_CHARACTERS, company.name),
    entityType: 'PrivateVatRegistered',
    administrativeStatus: 'A',
  }
  const sirets = [...new Set(lines.flatMap(({ siret }) => (siret === undefined ? [] : [siret])))]
  const codes = lines.flatMap(({ siret, routingIdentifier }) =>
    siret === undefined || routingIdentifier === undefined
      ? []
      : [{ siret, routingIdentifier, routingCodeName: routingIdentifier, administrativeStatus: 'A' }],
  )
  const renamed = Prisma.sql`ON CONFLICT (siren) DO UPDATE SET "businessName" = EXCLUDED."businessName"`
  return [
    ...inserted('french_units', [{ ...unit, prospectingForbidden: false }], renamed),
    ...inserted(
      'french_facilities',
      sirets.map((siret, index) => ({ ...facilityOf(company, siret, index), prospectingForbidden: false })),
      ONCE,
    ),
    ...inserted(
      'french_routing_codes',
      codes.map((code) => ({ ...code, managesLegalCommitment: false, addressText: '' })),
      ONCE,
    ),
  ]
}

/** Written anew, except that the line of the company itself lasts since the day on which it was first written. */
const REWRITTEN = Prisma.sql`
  ON CONFLICT ("addressingIdentifier") DO UPDATE SET siren = EXCLUDED.siren, siret = EXCLUDED.siret,
    "routingIdentifier" = EXCLUDED."routingIdentifier", "addressingSuffix" = EXCLUDED."addressingSuffix",
    "platformType" = EXCLUDED."platformType", "companyId" = EXCLUDED."companyId", edition = NULL,
    "endsOn" = EXCLUDED."endsOn", "startsOn" = CASE
      WHEN french_lines."companyId" = EXCLUDED."companyId" AND EXCLUDED."addressingIdentifier" = EXCLUDED.siren
      THEN french_lines."startsOn" ELSE EXCLUDED."startsOn" END`

/**
 * Its lines, as parts of a statement: one for the company, and one for each of its further addresses. A line belongs to
 * who owns the SIREN as a participant: a VAT number may be said by anybody.
 */
export const linesOf = (company: FrenchCompany, addresses: readonly CompanyAddress[], now: Date): Prisma.Sql[] => {
  const siren = hasFurtherAddresses(company.peppolId) ? frenchAddressOf(company.peppolId)?.siren : undefined
  if (siren === undefined) return []
  const { id: companyId } = company
  const further = furtherLines(addresses, dayOf(now))
  const own: Line = { siren, startsOn: now, endsOn: null }
  const lines = [own, ...further].map(({ startsOn, endsOn, ...line }) => {
    const { siren: first, siret = null, routingIdentifier = null, addressingSuffix = null } = line
    const parts = [first, siret, routingIdentifier, addressingSuffix].filter((part) => part !== null)
    return {
      siren: first,
      siret,
      routingIdentifier,
      addressingSuffix,
      addressingIdentifier: parts.join('_'),
      platformType: 'WK',
      companyId,
      startsOn: dayOf(startsOn),
      endsOn: endsOn && dayOf(endsOn),
    }
  })
  const identifiers = lines.map(({ addressingIdentifier }) => addressingIdentifier)
  const gone = Prisma.sql`
    DELETE FROM french_lines WHERE "companyId" = ${companyId} AND NOT "addressingIdentifier" = ANY(${identifiers})`
  return [gone, ...inserted('french_lines', lines, REWRITTEN), ...places(company, siren, further)]
}
