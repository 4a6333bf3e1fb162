/** Records of the French directory as rows of its copy. */
import { Prisma } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import {
  type AnnuaireAddress,
  type AnnuaireFacility,
  type AnnuaireLine,
  type AnnuairePortion,
  type AnnuaireRoutingCode,
  type RecordKind,
  codeKeyOf,
  identifierOf,
} from '../../upstreams/annuaire/records.ts'
import { joinedLines } from './joined-lines.ts'

const addressText = ({ addressLine1, addressLine2, addressLine3 }: AnnuaireAddress): string =>
  [addressLine1, addressLine2, addressLine3].filter((line) => line !== undefined).join(' ')

const facilityRow = (one: AnnuaireFacility) => ({
  ...one,
  siren: one.siret.slice(0, 9),
  addressText: addressText(one),
  prospectingForbidden: one.prospectingForbidden ?? false,
})

const codeRow = (one: AnnuaireRoutingCode) => ({
  ...one,
  managesLegalCommitment: one.managesLegalCommitment ?? false,
  addressText: addressText(one),
})

interface Table {
  name: string
  key: readonly string[]
  /** What identifies a row, in SQL. */
  identity: string
  columns: Readonly<Record<string, 'text' | 'boolean' | 'date'>>
  /** Which rows are not to be touched. */
  kept?: string
}

const addressColumns = {
  addressLine1: 'text',
  addressLine2: 'text',
  addressLine3: 'text',
  postalCode: 'text',
  countrySubdivision: 'text',
  locality: 'text',
  countryCode: 'text',
  addressText: 'text',
  edition: 'text',
} as const

const tables: Readonly<Record<RecordKind, Table>> = {
  units: {
    name: 'french_units',
    key: ['siren'],
    identity: 'siren',
    columns: {
      siren: 'text',
      businessName: 'text',
      entityType: 'text',
      administrativeStatus: 'text',
      prospectingForbidden: 'boolean',
      edition: 'text',
    },
  },
  facilities: {
    name: 'french_facilities',
    key: ['siret'],
    identity: 'siret',
    columns: {
      siret: 'text',
      siren: 'text',
      name: 'text',
      facilityType: 'text',
      administrativeStatus: 'text',
      prospectingForbidden: 'boolean',
      ...addressColumns,
    },
  },
  routingCodes: {
    name: 'french_routing_codes',
    key: ['siret', 'routingIdentifier'],
    identity: `siret || '_' || "routingIdentifier"`,
    columns: {
      siret: 'text',
      routingIdentifier: 'text',
      routingCodeName: 'text',
      managesLegalCommitment: 'boolean',
      administrativeStatus: 'text',
      ...addressColumns,
    },
  },
  lines: {
    name: 'french_lines',
    key: ['addressingIdentifier'],
    identity: '"addressingIdentifier"',
    columns: {
      addressingIdentifier: 'text',
      siren: 'text',
      siret: 'text',
      routingIdentifier: 'text',
      addressingSuffix: 'text',
      platformType: 'text',
      startsOn: 'date',
      endsOn: 'date',
      edition: 'text',
    },
    kept: '"companyId" IS NOT NULL',
  },
}

const quoted = (names: readonly string[], before = ''): string => names.map((name) => `${before}"${name}"`).join(', ')

/** A row that is there becomes the new one. */
const upsert = async (db: Db, { name, key, columns, kept }: Table, rows: readonly object[]): Promise<void> => {
  if (rows.length === 0) return
  const names = Object.keys(columns)
  const types = Object.entries(columns).map(([column, type]) => `"${column}" ${type}`)
  const changed = names.filter((column) => !key.includes(column)).map((column) => `"${column}" = EXCLUDED."${column}"`)
  await db.$executeRaw`
    INSERT INTO ${Prisma.raw(name)} (${Prisma.raw(quoted(names))})
    SELECT ${Prisma.raw(quoted(names, 'told.'))}
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS told (${Prisma.raw(types.join(', '))})
    ON CONFLICT (${Prisma.raw(quoted(key))}) DO UPDATE SET ${Prisma.raw(changed.join(', '))}
    ${Prisma.raw(kept === undefined ? '' : `WHERE (${name}.${kept}) IS NOT TRUE`)}`
}

const remove = async (db: Db, { name, identity, kept }: Table, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return
  await db.$executeRaw`
    DELETE FROM ${Prisma.raw(name)} WHERE ${Prisma.raw(identity)} = ANY(${[...keys]})
      AND (${Prisma.raw(kept ?? 'FALSE')}) IS NOT TRUE`
}

/** Of rows that are told twice the last counts: one statement cannot write a row twice. */
const distinct = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]

/** What companies of this deployment have said of themselves stays. `edition` is the day and time of the portal. */
export const storePortion = async (db: Db, portion: AnnuairePortion, edition: string): Promise<void> => {
  const { units, facilities, routingCodes, lines, removed } = portion
  for (const kind of Object.keys(tables) as RecordKind[]) await remove(db, tables[kind], removed[kind])
  const of = (rows: readonly object[]) => rows.map((row) => ({ ...row, edition }))
  const plainUnits = units.map((unit) => ({ ...unit, prospectingForbidden: unit.prospectingForbidden ?? false }))
  await upsert(db, tables.units, of(distinct(plainUnits, ({ siren }) => siren)))
  await upsert(db, tables.facilities, of(distinct(facilities.map(facilityRow), ({ siret }) => siret)))
  await upsert(db, tables.routingCodes, of(distinct(routingCodes.map(codeRow), codeKeyOf)))
  await upsert(db, tables.lines, of(await linesOf(db, lines, edition)))
}

/** Lines of one address that the same edition tells, in this portion or an earlier one, are one. */
const linesOf = async (db: Db, lines: readonly AnnuaireLine[], edition: string): Promise<object[]> => {
  const byIdentifier = Map.groupBy(lines, identifierOf)
  const before = await db.frenchLine.findMany({
    where: { addressingIdentifier: { in: [...byIdentifier.keys()] }, edition, companyId: null },
    select: { addressingIdentifier: true, platformType: true, startsOn: true, endsOn: true },
  })
  const told = new Map(before.map((row) => [row.addressingIdentifier, row]))
  return [...byIdentifier].map(([addressingIdentifier, some]) => ({
    ...some[0],
    addressingIdentifier,
    ...joinedLines([told.get(addressingIdentifier), ...some], edition),
  }))
}

/** What a complete edition does not tell any more is gone. */
export const forgetOthers = async (db: Db, edition: string): Promise<void> => {
  for (const { name, kept } of Object.values(tables))
    await db.$executeRaw`
      DELETE FROM ${Prisma.raw(name)} WHERE edition <> ${edition} AND (${Prisma.raw(kept ?? 'FALSE')}) IS NOT TRUE`
}
