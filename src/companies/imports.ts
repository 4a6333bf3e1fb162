/**
 * The preparation of imports, one or many: each item is checked, and looked up in the registry where that is needed.
 */
import { mapLimited, chunksOf } from '../kernel/concurrency.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { settle } from '../operation/batch.ts'
import type { Preparation } from '../operation/operation.ts'
import type { DatedEntity } from '../upstreams/registries/memory.ts'
import { hasWrongDigits } from '../values/check-digits.ts'
import { type ImportItem, type NumberedItem, numbersOf } from './import-input.ts'
import type { ImportProgress } from './import-progress.ts'

/** How many questions the registry is asked at the same time. */
const AT_ONCE = 8
/** How many rows one statement reads or writes. */
export const ROWS_PER_STATEMENT = 500

export const IMPORT_ERRORS = [
  'VAT_NOT_FOUND',
  'VAT_INACTIVE',
  'UPSTREAM_ERROR',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
] as const

/** An item that can be stored. */
export interface PreparedImport extends NumberedItem {
  /** The answer of the registry; null where the company is here already with all that the item says. */
  told: DatedEntity | null
  warnings: string[]
}

export interface CompanyIdentifier {
  scheme: string
  value: string
}

export interface ExistingCompany {
  id: string
  name: string
  country: string
  additionalIdentifiers: unknown
}

export const identifiersOf = ({ siren, siret, item }: NumberedItem): CompanyIdentifier[] => [
  { scheme: '0225', value: siren },
  ...(siret === null ? [] : [{ scheme: 'SIRET', value: siret }]),
  ...(item.sovosOrganizationId ? [{ scheme: 'SOVOS', value: item.sovosOrganizationId }] : []),
]

/** The identifiers that an item would add to a company. */
export const missingIn = (company: ExistingCompany, numbered: NumberedItem): CompanyIdentifier[] => {
  const existing = company.additionalIdentifiers as CompanyIdentifier[]
  return identifiersOf(numbered).filter(
    ({ scheme, value }) => !existing.some((one) => one.scheme === scheme && one.value === value),
  )
}

/** The companies of the organization with these SIRENs, by SIREN. */
export const existingCompanies = async (
  db: Db,
  organizationId: string,
  sirens: Iterable<string>,
): Promise<Map<string, ExistingCompany>> => {
  const found = new Map<string, ExistingCompany>()
  for (const some of chunksOf([...new Set(sirens)], ROWS_PER_STATEMENT)) {
    const rows = await db.company.findMany({
      where: { organizationId, peppolId: { in: some.map((siren) => `0225:${siren}`) } },
      select: { id: true, name: true, country: true, additionalIdentifiers: true, peppolId: true },
    })
    for (const { peppolId, ...row } of rows) found.set(peppolId.slice(5), row)
  }
  return found
}

const warningsOn = async ({ siren, siret }: NumberedItem): Promise<string[]> =>
  (await hasWrongDigits('FR', siret ?? siren))
    ? [`The check digit of ${siret ?? siren} is wrong. The number may be mistyped.`]
    : []

/** Prepares the items, a few at a time. What is here already is not looked up again, so a retry costs little. */
export const prepareImports = async (
  call: Preparation,
  items: readonly ImportItem[],
  progress?: ImportProgress,
): Promise<(PreparedImport | AppError)[]> => {
  const numbered = await Promise.all(items.map((item) => settle(async () => numbersOf(item))))
  const sirens = numbered.flatMap((one) => (one instanceof AppError ? [] : one.siren))
  const existing = await existingCompanies(call.db, call.actor.organizationId, sirens)
  return mapLimited(numbered, AT_ONCE, async (one) => {
    const prepared = one instanceof AppError ? one : await prepareItem(call, one, existing.get(one.siren))
    await progress?.note(prepared instanceof AppError)
    return prepared
  })
}

const prepareItem = async (
  { platform, trace }: Preparation,
  numbered: NumberedItem,
  existing: ExistingCompany | undefined,
): Promise<PreparedImport | AppError> => {
  const warnings = await warningsOn(numbered)
  if (existing && missingIn(existing, numbered).length === 0) return { ...numbered, told: null, warnings }
  return settle(async () => ({
    ...numbered,
    told: await platform.upstreams.registries.byNumber(trace, 'FR', numbered.siret ?? numbered.siren),
    warnings,
  }))
}
