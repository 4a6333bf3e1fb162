/**
 * Whose account a statement is of: the companies that say it is theirs, state it on what they sell, or have ordered
 * transfers from it.
 */
import { electronicFormatIBAN } from 'ibantools'
import type { Actor } from '../auth/actor.ts'
import { comparableSql } from '../kernel/database/like.ts'
import type { Db } from '../kernel/database/open.ts'

export interface ChosenCompanies {
  /** Null: nothing tells, so that all are looked at. */
  ids: ReadonlySet<string> | null
  isSure: boolean
}

const OWN_IBAN = comparableSql('d."paymentIban"')

/** Enough to know that an organization has more than one. */
const MORE_THAN_ONE = 2

const companiesOf = async (db: Db, organizationId: string, account: string): Promise<string[]> => {
  const iban = electronicFormatIBAN(account) ?? account
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT c.id FROM companies c
    WHERE c."organizationId" = ${organizationId} AND (
      ${comparableSql(`c.settings -> 'account' ->> 'iban'`)} = ${iban} OR EXISTS (
        SELECT 1 FROM documents d
        WHERE d."organizationId" = ${organizationId} AND ${OWN_IBAN} = ${iban} AND d."companyId" = c.id
          AND d."paymentIban" IS NOT NULL AND d.direction = 'outgoing' AND NOT d."selfBilled"
          AND d.type IN ('invoice', 'debit-note'))
      OR EXISTS (
        SELECT 1 FROM payment_exports e
        WHERE e."organizationId" = ${organizationId} AND e."companyId" = c.id AND e."debtorIban" = ${iban}))`
  return rows.map(({ id }) => id)
}

/** For one import: each account is asked for once. `companyId`: whose account the caller says that it is. */
export const companiesByAccount = (
  db: Db,
  { organizationId, companyId: ownId }: Actor,
  companyId: string | undefined,
): ((account: string) => Promise<ChosenCompanies>) => {
  const known = new Map<string, ChosenCompanies>()
  const find = async (account: string): Promise<ChosenCompanies> => {
    if (companyId !== undefined) return { ids: new Set([companyId]), isSure: true }
    const owners = account === '' ? [] : await companiesOf(db, organizationId, account)
    if (owners.length > 0) return { ids: new Set(owners), isSure: true }
    const all = await db.company.findMany({ where: { organizationId }, select: { id: true }, take: MORE_THAN_ONE })
    return { ids: ownId === null ? null : new Set([ownId]), isSure: ownId !== null || all.length < MORE_THAN_ONE }
  }
  return async (account) => {
    const chosen = known.get(account) ?? (await find(account))
    known.set(account, chosen)
    return chosen
  }
}
