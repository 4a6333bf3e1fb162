/** What belongs to records of the French directory, read once for all rows. */
import type { FrenchFacility, FrenchLine, FrenchRoutingCode, FrenchUnit } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import { dayOf } from '../../values/dates.ts'

export interface FacilityRow extends FrenchFacility {
  legalUnit: FrenchUnit | null
}
export interface RoutingCodeRow extends FrenchRoutingCode {
  legalUnit: FrenchUnit | null
  facility: FrenchFacility | null
}
/** Which company receives there is nobody's business. */
export interface LineRow extends Omit<FrenchLine, 'companyId'> {
  today: string
  legalUnit: FrenchUnit | null
  facility: FrenchFacility | null
  routingCode: FrenchRoutingCode | null
}

const some = (values: readonly (string | null)[]): string[] => [...new Set(values.filter((one) => one !== null))]

const unitsOf = async (db: Db, sirens: readonly string[]): Promise<Map<string, FrenchUnit>> => {
  const found = await db.frenchUnit.findMany({ where: { siren: { in: some(sirens) } } })
  return new Map(found.map((one) => [one.siren, one]))
}

const facilitiesOf = async (db: Db, sirets: readonly (string | null)[]): Promise<Map<string, FrenchFacility>> => {
  const found = await db.frenchFacility.findMany({ where: { siret: { in: some(sirets) } } })
  return new Map(found.map((one) => [one.siret, one]))
}

export const facilitiesWith = async (db: Db, rows: readonly FrenchFacility[]): Promise<FacilityRow[]> => {
  const units = await unitsOf(
    db,
    rows.map(({ siren }) => siren),
  )
  return rows.map((row) => ({ ...row, legalUnit: units.get(row.siren) ?? null }))
}

/** The SIREN is the beginning of a SIRET. */
export const codesWith = async (db: Db, rows: readonly FrenchRoutingCode[]): Promise<RoutingCodeRow[]> => {
  const sirets = rows.map(({ siret }) => siret)
  const units = await unitsOf(
    db,
    sirets.map((siret) => siret.slice(0, 9)),
  )
  const facilities = await facilitiesOf(db, sirets)
  return rows.map((row) => ({
    ...row,
    legalUnit: units.get(row.siret.slice(0, 9)) ?? null,
    facility: facilities.get(row.siret) ?? null,
  }))
}

export const linesWith = async (db: Db, rows: readonly FrenchLine[], now: Date): Promise<LineRow[]> => {
  const units = await unitsOf(
    db,
    rows.map(({ siren }) => siren),
  )
  const facilities = await facilitiesOf(
    db,
    rows.map(({ siret }) => siret),
  )
  const wanted = rows.flatMap(({ siret, routingIdentifier }) =>
    siret !== null && routingIdentifier !== null ? [{ siret, routingIdentifier }] : [],
  )
  const codes = wanted.length > 0 ? await db.frenchRoutingCode.findMany({ where: { OR: wanted } }) : []
  const today = dayOf(now)
  return rows.map(({ companyId: _companyId, ...row }) => ({
    ...row,
    today,
    legalUnit: units.get(row.siren) ?? null,
    facility: facilities.get(row.siret ?? '') ?? null,
    routingCode:
      codes.find((code) => code.siret === row.siret && code.routingIdentifier === row.routingIdentifier) ?? null,
  }))
}
