import { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { importFields } from './import-input.ts'
import { IMPORT_ERRORS, prepareImports } from './imports.ts'
import { type ImportedCompany, storeImports } from './store-imports.ts'

export const importCompany = operation({
  name: 'importCompany',
  summary:
    'Imports a French company from another provider by the SIRET of an ' +
    'establishment. A repeated import returns the existing company.',
  scope: 'companies.write',
  writes: true,
  ofOrganization: true,
  input: z.strictObject(importFields).meta({ examples: [{ siret: '30326504500013' }] }),
  errors: [...IMPORT_ERRORS, 'CONFLICT'],
  async prepare(call, item) {
    const prepared = await prepareImports(call, [item])
    const [refused] = prepared
    if (refused instanceof AppError) throw refused
    return prepared
  },
  async run(run, _item, prepared): Promise<ImportedCompany> {
    const [outcome] = await storeImports(run, prepared)
    if (outcome instanceof AppError || !outcome) throw outcome ?? new AppError('CONFLICT')
    return outcome
  },
})
