import { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { companyRef } from './company.ts'
import { companyToMove, tellRefusal } from './migration.ts'

export interface MigrationKey {
  companyId: string
  peppolId: string
  migrationKey: string
}

export const createMigrationKey = operation({
  name: 'createMigrationKey',
  summary:
    'Makes a key with which another platform takes over the participant of a company. Only this answer contains it, ' +
    'and whoever has it can move the participant. A new key replaces the one before.',
  scope: 'companies.write',
  writes: true,
  input: z.strictObject({ companyId: companyRef }),
  errors: ['COMPANY_NOT_FOUND', 'COMPANY_SUSPENDED', 'CONFLICT', 'MIGRATION_REFUSED'],
  async prepare(call, { companyId }): Promise<MigrationKey> {
    const company = await companyToMove(call, companyId)
    if (!company.smpRegistered) throw new AppError('CONFLICT', { message: 'The company is not published.' })
    const { id, peppolId } = company
    const migrationKey = await tellRefusal(call.platform.upstreams.smp.offer(call.trace, peppolId))
    return { companyId: id, peppolId, migrationKey }
  },
  run({ audit }, _input, made) {
    const { companyId, peppolId } = made
    audit({ kind: 'company', subjectId: companyId, companyId, before: null, after: { migrationKeyFor: peppolId } })
    return Promise.resolve(made)
  },
})
