import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { type CompanyRow, companyRef, companyToChange, withAddress } from './company.ts'
import { companyToMove, tellRefusal } from './migration.ts'
import { callerAtAddress } from '../auth/actor.ts'
import { guarded } from '../auth/guesses.ts'
import { asSecret } from '../kernel/secret-input.ts'

export const redeemMigrationKey = operation({
  name: 'redeemMigrationKey',
  summary:
    'Takes over the participant of a company from another platform, with the key that the other platform has made, and ' +
    'publishes the company.',
  scope: 'companies.write',
  writes: true,
  input: z.strictObject({
    companyId: companyRef,
    migrationKey: asSecret(z.string().min(1).max(200))
      .describe('The key of the other platform.')
      .meta({ examples: ['Ab12$#xyZ9!kLm'] }),
  }),
  errors: ['COMPANY_NOT_FOUND', 'COMPANY_SUSPENDED', 'CONFLICT', 'MIGRATION_REFUSED', 'RATE_LIMITED'],
  async prepare(call, { companyId, migrationKey }): Promise<string> {
    const company = await companyToMove(call, companyId)
    const { platform, actor, trace } = call
    const subjects = [`migration:${callerAtAddress(actor)}`, `migration:${company.organizationId}:${company.id}`]
    await guarded(platform, subjects, 'MIGRATION_REFUSED', () =>
      tellRefusal(platform.upstreams.smp.takeOver(trace, company.peppolId, migrationKey)),
    )
    return company.id
  },
  async run({ db, actor, audit, enqueue }, _input, moved): Promise<CompanyRow> {
    const { organizationId, id, peppolId, smpStatus } = await companyToChange(db, actor, moved)
    enqueue({ kind: 'company.publish', companyId: id, subjectId: id })
    const change = { before: { smpStatus }, after: { smpStatus: 'pending', migratedTo: peppolId } }
    audit({ kind: 'company', subjectId: id, companyId: id, ...change })
    return db.company.update({
      where: { organizationId_id: { organizationId, id } },
      data: { receivesDocuments: true, smpStatus: 'pending', smpError: null },
      include: withAddress,
    })
  },
})
