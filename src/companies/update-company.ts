import { z } from 'zod'
import { changeHeld } from '../kernel/database/held-rows.ts'
import type { Db } from '../kernel/database/open.ts'
import { json } from '../kernel/database/rows.ts'
import { mergedMetadata } from '../kernel/metadata.ts'
import { withOwnWords } from './reporting-standing.ts'
import { type Run, operation } from '../operation/operation.ts'
import { changedAt, ifUpdatedAt, refuseChanged } from '../operation/precondition.ts'
import { newId } from '../values/ids.ts'
import {
  type CompanyRow,
  companyFields,
  companyRef,
  companyToChange,
  fullCapabilities,
  refuseTakenExternalId,
  searchTextOf,
  slugOf,
} from './company.ts'

const input = z.strictObject({
  companyId: companyRef,
  externalId: companyFields.externalId.nullish(),
  name: companyFields.name.optional(),
  address: companyFields.address.nullish(),
  capabilities: companyFields.capabilities.nullish(),
  settings: companyFields.settings.nullish(),
  compliance: companyFields.compliance.nullish(),
  metadata: companyFields.metadata.nullish(),
  ifUpdatedAt,
})

export const replaceAddress = async (
  db: Db,
  company: CompanyRow,
  address: z.output<typeof companyFields.address>,
): Promise<NonNullable<CompanyRow['legalAddress']>> => {
  const data = { street: null, streetLine2: null, city: null, postalCode: null, ...address }
  const { organizationId, legalAddressId } = company
  if (legalAddressId === null) return db.address.create({ data: { organizationId, id: newId('address'), ...data } })
  return db.address.update({ where: { organizationId_id: { organizationId, id: legalAddressId } }, data })
}

const removeAddress = async (db: Db, { organizationId, id, legalAddressId }: CompanyRow): Promise<null> => {
  await db.company.update({ where: { organizationId_id: { organizationId, id } }, data: { legalAddressId: null } })
  if (legalAddressId !== null)
    await db.address.delete({ where: { organizationId_id: { organizationId, id: legalAddressId } } })
  return null
}

const auditSettings = (audit: Run['audit'], before: CompanyRow, after: CompanyRow): void =>
  audit({
    kind: 'settings',
    subjectId: after.id,
    companyId: after.id,
    before: before.settings as object,
    after: after.settings as object,
  })

export const updateCompany = operation({
  name: 'updateCompany',
  summary:
    'Changes a company. A given field replaces the old value, and null ' +
    'clears it. `metadata` is merged: a value of null deletes a name.',
  scope: 'companies.write',
  writes: true,
  input,
  errors: ['COMPANY_NOT_FOUND', 'INVALID_CURRENCY', 'CONFLICT', 'PRECONDITION_FAILED'],
  async run(
    { db, actor, now, emit, enqueue, audit },
    { companyId, ifUpdatedAt, address, metadata, capabilities, ...changes },
  ) {
    const company = await companyToChange(db, actor, companyId)
    refuseChanged(company, ifUpdatedAt)
    const { organizationId, id } = company
    const name = changes.name ?? company.name
    const externalId = changes.externalId === undefined ? company.externalId : changes.externalId
    if (externalId !== company.externalId) await refuseTakenExternalId(db, organizationId, externalId, id)
    const legalAddress =
      address === undefined
        ? company.legalAddress
        : address === null
          ? await removeAddress(db, company)
          : await replaceAddress(db, company, address)
    const changed = await changeHeld(db, 'companies', company, {
      legalAddressId: legalAddress?.id ?? null,
      updatedAt: changedAt(company, now),
      externalId,
      ...(changes.name !== undefined && { name, slug: slugOf(name) }),
      searchText: searchTextOf({ ...company, name, externalId }),
      ...(changes.settings !== undefined && { settings: json(changes.settings ?? {}) }),
      ...(changes.compliance !== undefined && {
        compliance: json(withOwnWords(company.country, company.compliance, changes.compliance)),
      }),
      ...(capabilities !== undefined && { capabilities: json({ ...fullCapabilities, ...capabilities }) }),
      ...(metadata !== undefined && { metadata: json(mergedMetadata(company.metadata as object, metadata)) }),
    })
    const updated = { ...changed, legalAddress }
    if (
      updated.status === 'active' &&
      company.smpStatus !== 'none' &&
      [changes.name, address, capabilities].some((value) => value !== undefined)
    )
      enqueue({ kind: 'company.publish', companyId: id, subjectId: id })
    if (changes.settings !== undefined) auditSettings(audit, company, updated)
    const named = Object.entries({ ...changes, address, metadata, capabilities })
      .filter(([, value]) => value !== undefined)
      .map(([field]) => field)
    const about = { companyId: id, updatedAt: updated.updatedAt }
    if (named.length > 0) emit('company.updated', { companyId: id, changes: named.sort() }, about)
    return updated
  },
})
