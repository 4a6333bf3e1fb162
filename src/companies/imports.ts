/** Imports, one or many: prepared item by item, stored together in few statements. */
import { settle } from '../operation/batch.ts'
import { mapLimited, chunksOf } from '../kernel/concurrency.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Db } from '../kernel/database/open.ts'
import type { Preparation, Run } from '../operation/operation.ts'
import type { DatedEntity } from '../upstreams/registries/memory.ts'
import { newId } from '../values/ids.ts'
import { hasWrongDigits } from '../values/check-digits.ts'
import { frenchVat } from '../values/national-numbers.ts'
import { identify } from './identify.ts'
import { holdCompanies } from './company.ts'
import type { Progress } from './import-progress.ts'
import { type ImportItem, type Wanted, wantedBy } from './import-input.ts'
import { announceCompanies, newCompanyRow } from './new-company.ts'

/** So many questions to the registry at the same time. */
const AT_ONCE = 8
/** So many rows in one statement. */
const AT_A_TIME = 500

export const IMPORT_ERRORS = [
  'VAT_NOT_FOUND',
  'VAT_INACTIVE',
  'UPSTREAM_ERROR',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
] as const

export interface Imported {
  id: string
  siren: string
  siret: string | null
  name: string
  country: string
  imported: boolean
  warnings: string[]
}
/** A company that the registry was asked about; null where it is here already with all that the item says. */
interface Ready extends Wanted {
  told: DatedEntity | null
  warnings: string[]
}

interface Identifier {
  scheme: string
  value: string
}
interface Present {
  id: string
  name: string
  country: string
  additionalIdentifiers: unknown
}

const identifiersOf = ({ siren, siret, item }: Wanted): Identifier[] => [
  { scheme: '0225', value: siren },
  ...(siret === null ? [] : [{ scheme: 'SIRET', value: siret }]),
  ...(item.sovosOrganizationId ? [{ scheme: 'SOVOS', value: item.sovosOrganizationId }] : []),
]

/** What an item would add to the identifiers that a company has. */
const missingIn = (company: Present, wanted: Wanted): Identifier[] => {
  const present = company.additionalIdentifiers as Identifier[]
  return identifiersOf(wanted).filter(
    ({ scheme, value }) => !present.some((one) => one.scheme === scheme && one.value === value),
  )
}

const presentCompanies = async (
  db: Db,
  organizationId: string,
  sirens: Iterable<string>,
): Promise<Map<string, Present>> => {
  const found = new Map<string, Present>()
  for (const some of chunksOf([...new Set(sirens)], AT_A_TIME)) {
    const rows = await db.company.findMany({
      where: { organizationId, peppolId: { in: some.map((siren) => `0225:${siren}`) } },
      select: { id: true, name: true, country: true, additionalIdentifiers: true, peppolId: true },
    })
    for (const { peppolId, ...row } of rows) found.set(peppolId.slice(5), row)
  }
  return found
}

const warningsOn = async ({ siren, siret }: Wanted): Promise<string[]> =>
  (await hasWrongDigits('FR', siret ?? siren))
    ? [`The check digit of ${siret ?? siren} does not fit. It may be mistyped.`]
    : []

export const requireImporter = ({ actor }: Preparation): void => {
  if (actor.companyId !== null)
    throw new AppError('COMPANY_FORBIDDEN', { message: 'A key of one company cannot import others.' })
}

/** Looks each item up, a few at a time. What is here already is not asked for again, so a retry costs little. */
export const prepareImports = async (
  { actor, db, platform, trace }: Preparation,
  items: readonly ImportItem[],
  progress?: Progress,
): Promise<(Ready | AppError)[]> => {
  const wanted = await Promise.all(items.map((item) => settle(async () => wantedBy(item))))
  const present = await presentCompanies(
    db,
    actor.organizationId,
    wanted.flatMap((one) => (one instanceof AppError ? [] : one.siren)),
  )
  const lookUp = async (one: Wanted | AppError): Promise<Ready | AppError> => {
    if (one instanceof AppError) return one
    const known = present.get(one.siren)
    const warnings = await warningsOn(one)
    if (known && missingIn(known, one).length === 0) return { ...one, told: null, warnings }
    return settle(async () => ({
      ...one,
      told: await platform.upstreams.registries.byNumber(trace, 'FR', one.siret ?? one.siren),
      warnings,
    }))
  }
  return mapLimited(wanted, AT_ONCE, async (one) => {
    const found = await lookUp(one)
    await progress?.note(found instanceof AppError)
    return found
  })
}

/** Makes the companies that are not here yet; the first item of each says how it is called. */
const makeCompanies = async (run: Run, ready: readonly Ready[]): Promise<Set<string>> => {
  const {
    db,
    now,
    actor: { organizationId },
  } = run
  const made = new Set<string>()
  for (const some of chunksOf(ready, AT_A_TIME)) {
    const rows = some.flatMap((one) => {
      const { siren, item, told } = one
      if (told === null) return []
      const [vatNumber, legalAddressId] = [frenchVat(siren), newId('address')]
      const company = newCompanyRow({
        organizationId,
        vatNumber,
        identity: identify(vatNumber),
        told,
        legalAddressId,
        now,
        name: item.companyName ?? undefined,
      })
      return [
        {
          address: { organizationId, id: legalAddressId, ...told.entity.address },
          company: {
            ...company,
            additionalIdentifiers: identifiersOf(one) as object[],
            settings: item.mode ? { importMode: item.mode } : {},
          },
        },
      ]
    })
    await db.address.createMany({ data: rows.map(({ address }) => address) })
    const companies = await db.company.createManyAndReturn({
      data: rows.map(({ company }) => company),
      skipDuplicates: true,
      select: { organizationId: true, id: true, vatNumber: true, peppolId: true, legalAddressId: true },
    })
    const used = new Set(companies.map(({ legalAddressId }) => legalAddressId))
    // Somebody else was first with the others, at this very moment.
    const idle = rows.map(({ address }) => address.id).filter((id) => !used.has(id))
    if (idle.length > 0) await db.address.deleteMany({ where: { organizationId, id: { in: idle } } })
    await announceCompanies(run, companies)
    for (const { vatNumber } of companies) made.add(vatNumber.slice(4))
  }
  return made
}

/** Adds what items know to companies that are here: another establishment, where it comes from. Answers the items that brought something. */
const complete = async (
  { db, now, actor: { organizationId }, emit }: Run,
  wanted: readonly { id: string; one: Ready }[],
): Promise<Set<Ready>> => {
  const brought = new Set<Ready>()
  if (wanted.length === 0) return brought
  const ids = [...new Set(wanted.map(({ id }) => id))]
  await holdCompanies(db, organizationId, ids)
  const held = new Map(
    (
      await db.company.findMany({
        where: { organizationId, id: { in: ids } },
        select: { id: true, name: true, country: true, additionalIdentifiers: true },
      })
    ).map((company) => [company.id, company as Present]),
  )
  const changed = new Map<string, Identifier[]>()
  for (const { id, one } of wanted) {
    const company = held.get(id)
    const missing = company ? missingIn(company, one) : []
    if (!company || missing.length === 0) continue
    const identifiers = [...(company.additionalIdentifiers as Identifier[]), ...missing]
    held.set(id, { ...company, additionalIdentifiers: identifiers })
    changed.set(id, identifiers)
    brought.add(one)
  }
  await db.$executeRaw`
    UPDATE companies SET "additionalIdentifiers" = changed.identifiers, "updatedAt" = ${now}
    FROM json_to_recordset(${JSON.stringify([...changed].map(([id, identifiers]) => ({ id, identifiers })))}::json) AS changed(id text, identifiers jsonb)
    WHERE companies."organizationId" = ${organizationId} AND companies.id = changed.id`
  for (const id of changed.keys())
    emit(
      'company.updated',
      { companyId: id, changes: ['additionalIdentifiers'], updatedAt: now.toISOString() },
      { companyId: id },
    )
  return brought
}

/** Stores what was found. The same items again find everything here and change nothing. */
export const storeImports = async (
  run: Run,
  prepared: readonly (Ready | AppError)[],
): Promise<(Imported | AppError)[]> => {
  const {
    db,
    actor: { organizationId },
  } = run
  const ready = prepared.flatMap((one) => (one instanceof AppError ? [] : [one]))
  const before = await presentCompanies(
    db,
    organizationId,
    ready.map(({ siren }) => siren),
  )
  const firsts = new Map<string, Ready>()
  for (const one of ready) if (!before.has(one.siren) && !firsts.has(one.siren)) firsts.set(one.siren, one)
  const made = await makeCompanies(run, [...firsts.values()])
  const after =
    firsts.size === 0
      ? before
      : await presentCompanies(
          db,
          organizationId,
          ready.map(({ siren }) => siren),
        )
  const isNew = (one: Ready): boolean => made.has(one.siren) && firsts.get(one.siren) === one
  const brought = await complete(
    run,
    ready.flatMap((one) => {
      const company = after.get(one.siren)
      return company && !isNew(one) && missingIn(company, one).length > 0 ? [{ id: company.id, one }] : []
    }),
  )
  return prepared.map((one) => {
    if (one instanceof AppError) return one
    const company = after.get(one.siren)
    if (!company)
      return new AppError('CONFLICT', { message: 'The company was removed at this moment. Import it again.' })
    return {
      id: company.id,
      siren: one.siren,
      siret: one.siret,
      name: company.name,
      country: company.country,
      imported: isNew(one) || brought.has(one),
      warnings: one.warnings,
    }
  })
}
