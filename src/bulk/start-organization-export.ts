import { z } from 'zod'
import { requireAccess, requireUserAdmin } from '../auth/actor.ts'
import type { Access } from '../auth/scopes.ts'
import { companyRef, visibleCompany } from '../companies/company.ts'
import { operation } from '../operation/operation.ts'
import { shownLimit } from '../values/limits.ts'
import { type ShownBulkOperation, beginOperation, shownOperation } from './bulk-operation.ts'

/** The archive has what these let one read. */
const NEEDED: readonly Access[] = [
  'platform',
  'companies.read',
  'compliance',
  'documents.read',
  'lifecycle',
  'partners.read',
  'payments',
  'stats',
]

export const startOrganizationExport = operation({
  name: 'startOrganizationExport',
  summary:
    'Starts the export of everything that the organization has: companies, partners, documents with the exact bytes of ' +
    'their files and evidence, statuses, reports, payments, webhooks without secrets and the names of keys. The result ' +
    'is an archive (ZIP) with a manifest and SHA-256 sums, which another deployment of this product can import. It has ' +
    `at most ${shownLimit('bulkResultBytes')}. The caller needs the scopes for all of it.`,
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: z.strictObject({
    companyId: companyRef.optional().describe('Only what this company has: an archive to keep, which is not imported.'),
  }),
  errors: ['CONFLICT', 'COMPANY_NOT_FOUND'],
  prepare({ actor }) {
    requireUserAdmin(actor)
    for (const access of NEEDED) requireAccess(actor, access)
    return Promise.resolve(undefined)
  },
  async run(run, { companyId }): Promise<ShownBulkOperation> {
    const company = companyId === undefined ? undefined : await visibleCompany(run.db, run.actor, companyId)
    const about = company && { companyId: company.id }
    const begun = await beginOperation(run, { kind: 'organization', format: 'zip', access: NEEDED, ...about })
    return shownOperation(run.db, begun, run.site.baseUrl)
  },
})
