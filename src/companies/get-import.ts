import { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import type { CompanyImport } from '../generated/prisma/client.ts'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { type importStates, stateOf } from './import-progress.ts'

export type ImportView = Omit<CompanyImport, 'organizationId'> & { state: keyof typeof importStates }

export const getCompanyImport = operation({
  name: 'getCompanyImport',
  summary:
    'Returns the progress of an import of companies, while it runs and for a month ' +
    'after. To know the id beforehand, send your own `X-Request-Id` with the import. ' +
    'An interrupted import has stored nothing: send its items again.',
  scope: 'companies.write',
  writes: false,
  input: z.strictObject({
    requestId: id('request').describe(
      "Identifier of the import's request: `req_…`, or the UUID that the caller sent as `X-Request-Id`.",
    ),
  }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor: { organizationId, companyId }, now }, { requestId }): Promise<ImportView> {
    // A key of one company cannot import, so it has no import to look at.
    const found =
      companyId === null
        ? await db.companyImport.findUnique({ where: { organizationId_id: { organizationId, id: requestId } } })
        : null
    if (!found) throw new AppError('RESOURCE_NOT_FOUND')
    return { ...found, state: stateOf(found, now) }
  },
})
