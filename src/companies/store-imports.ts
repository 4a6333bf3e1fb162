/**
 * Stores prepared imports together, in few statements. The same items again find everything here and change nothing.
 */
import { chunksOf } from '../kernel/concurrency.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Run } from '../operation/operation.ts'
import type { DatedEntity } from '../upstreams/registries/memory.ts'
import { newId } from '../values/ids.ts'
import { frenchVat } from '../values/national-numbers.ts'
import { fullCapabilities, holdCompanies } from './company.ts'
import { identify } from './identify.ts'
import {
  type ExistingCompany,
  type CompanyIdentifier,
  type PreparedImport,
  ROWS_PER_STATEMENT,
  existingCompanies,
  identifiersOf,
  missingIn,
} from './imports.ts'
import { type CompanyDefaults, columnsOfDefaults, defaultsOf } from './brand.ts'
import { announceCompanies, newCompanyRow } from './new-company.ts'

export interface ImportedCompany {
  id: string
  siren: string
  siret: string | null
  name: string
  country: string
  imported: boolean
  warnings: string[]
}

/** The result of each item: a company, or why there is none. */
export const storeImports = async (
  run: Run,
  prepared: readonly (PreparedImport | AppError)[],
): Promise<(ImportedCompany | AppError)[]> => {
  const { organizationId } = run.actor
  const valid = prepared.flatMap((one) => (one instanceof AppError ? [] : [one]))
  const sirens = valid.map(({ siren }) => siren)
  const before = await existingCompanies(run.db, organizationId, sirens)
  const firsts = firstOfEachCompany(valid.filter(({ siren }) => !before.has(siren)))
  const made = await makeCompanies(run, [...firsts.values()])
  const companies = firsts.size === 0 ? before : await existingCompanies(run.db, organizationId, sirens)
  const isNew = (one: PreparedImport): boolean => made.has(one.siren) && firsts.get(one.siren) === one
  const additions = valid.flatMap((one) => {
    const company = companies.get(one.siren)
    return company && !isNew(one) && missingIn(company, one).length > 0 ? [{ id: company.id, one }] : []
  })
  const added = await addIdentifiers(run, additions)
  return prepared.map((one) =>
    one instanceof AppError ? one : resultOf(one, companies.get(one.siren), isNew(one) || added.has(one)),
  )
}

const firstOfEachCompany = (items: readonly PreparedImport[]): Map<string, PreparedImport> => {
  const firsts = new Map<string, PreparedImport>()
  for (const one of items) if (!firsts.has(one.siren)) firsts.set(one.siren, one)
  return firsts
}

const resultOf = (
  { siren, siret, warnings }: PreparedImport,
  company: ExistingCompany | undefined,
  imported: boolean,
): ImportedCompany | AppError => {
  if (!company)
    return new AppError('CONFLICT', { message: 'The company was removed during the import. Import it again.' })
  const { id, name, country } = company
  return { id, siren, siret, name, country, imported, warnings }
}

/** Makes the companies that are not here yet; the first item of each says how it is called. Answers their SIRENs. */
const makeCompanies = async (run: Run, items: readonly PreparedImport[]): Promise<Set<string>> => {
  const made = new Set<string>()
  if (items.length === 0) return made
  const defaults = await defaultsOf(run.db, run.actor.organizationId)
  // In one order, so that two imports of the same companies never wait for each other in a circle.
  const inOrder = items.toSorted((one, other) => (one.siren < other.siren ? -1 : 1))
  for (const some of chunksOf(inOrder, ROWS_PER_STATEMENT)) {
    const rows = some.flatMap((one) => (one.told === null ? [] : [rowsOf(run, one, one.told, defaults)]))
    const companies = await insertCompanies(run.db, run.actor.organizationId, rows)
    await announceCompanies(run, companies)
    for (const { vatNumber } of companies) made.add(vatNumber.slice(4))
  }
  return made
}

const rowsOf = (
  { now, actor: { organizationId } }: Run,
  prepared: PreparedImport,
  told: DatedEntity,
  defaults: CompanyDefaults,
) => {
  const { siren, item } = prepared
  const [vatNumber, legalAddressId] = [frenchVat(siren), newId('address')]
  const identity = identify(vatNumber)
  const name = item.companyName ?? undefined
  return {
    address: { organizationId, id: legalAddressId, ...told.entity.address },
    company: {
      ...newCompanyRow({ organizationId, vatNumber, identity, told, legalAddressId, now, name }),
      additionalIdentifiers: identifiersOf(prepared) as object[],
      ...columnsOfDefaults(defaults),
      capabilities: { ...fullCapabilities, ...defaults.capabilities },
      settings: { ...defaults.settings, ...(item.mode && { importMode: item.mode }) } as object,
    },
  }
}

/** Inserts companies with their addresses, and answers those that nobody else has inserted at the same moment. */
const insertCompanies = async (db: Db, organizationId: string, rows: readonly ReturnType<typeof rowsOf>[]) => {
  await db.address.createMany({ data: rows.map(({ address }) => address) })
  const companies = await db.company.createManyAndReturn({
    data: rows.map(({ company }) => company),
    skipDuplicates: true,
    select: { organizationId: true, id: true, vatNumber: true, peppolId: true, legalAddressId: true },
  })
  const used = new Set(companies.map(({ legalAddressId }) => legalAddressId))
  const idle = rows.map(({ address }) => address.id).filter((id) => !used.has(id))
  if (idle.length > 0) await db.address.deleteMany({ where: { organizationId, id: { in: idle } } })
  return companies
}

/** Adds the identifiers that items know to companies that are here. Answers the items that have added something. */
const addIdentifiers = async (
  run: Run,
  additions: readonly { id: string; one: PreparedImport }[],
): Promise<Set<PreparedImport>> => {
  const added = new Set<PreparedImport>()
  if (additions.length === 0) return added
  const held = await holdAndRead(
    run,
    additions.map(({ id }) => id),
  )
  const changed = new Map<string, CompanyIdentifier[]>()
  for (const { id, one } of additions) {
    const company = held.get(id)
    const missing = company ? missingIn(company, one) : []
    if (!company || missing.length === 0) continue
    const identifiers = [...(company.additionalIdentifiers as CompanyIdentifier[]), ...missing]
    held.set(id, { ...company, additionalIdentifiers: identifiers })
    changed.set(id, identifiers)
    added.add(one)
  }
  await writeIdentifiers(run, changed)
  return added
}

/** The companies, held against other changes until the transaction ends. */
const holdAndRead = async (
  { db, actor: { organizationId } }: Run,
  companyIds: readonly string[],
): Promise<Map<string, ExistingCompany>> => {
  const ids = [...new Set(companyIds)]
  await holdCompanies(db, organizationId, ids)
  const companies = await db.company.findMany({
    where: { organizationId, id: { in: ids } },
    select: { id: true, name: true, country: true, additionalIdentifiers: true },
  })
  return new Map(companies.map((company) => [company.id, company]))
}

const writeIdentifiers = async (
  { db, now, actor: { organizationId }, emit, enqueue }: Run,
  changed: ReadonlyMap<string, CompanyIdentifier[]>,
): Promise<void> => {
  const rows = JSON.stringify([...changed].map(([id, identifiers]) => ({ id, identifiers })))
  await db.$executeRaw`
    UPDATE companies SET "additionalIdentifiers" = changed.identifiers, "updatedAt" = ${now}
    FROM json_to_recordset(${rows}::json) AS changed(id text, identifiers jsonb)
    WHERE companies."organizationId" = ${organizationId} AND companies.id = changed.id`
  for (const companyId of changed.keys()) {
    const change = { companyId, changes: ['additionalIdentifiers'] }
    emit('company.updated', change, { companyId })
    // An establishment has an address of its own.
    enqueue({ kind: 'company.publish', companyId, subjectId: companyId })
  }
}
