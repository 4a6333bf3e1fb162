import { z } from 'zod'
import { boundCompany, companyRef } from '../companies/company.ts'
import { operation } from '../operation/operation.ts'

export const listTagGroups = operation({
  name: 'listTagGroups',
  summary: 'Lists the tag groups that the companies of the organization share and those of one company, by name.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({
    companyId: companyRef
      .optional()
      .describe(
        'Also the groups of this company. When absent, those of the company of the caller, ' +
          'or only the shared groups if the caller acts for none.',
      ),
  }),
  errors: ['COMPANY_NOT_FOUND'],
  async run({ db, actor, actor: { organizationId } }, { companyId: ref }) {
    const companyId = await boundCompany(db, actor, ref)
    return db.tagGroup.findMany({
      where: { organizationId, OR: [{ companyId: null }, ...(companyId === null ? [] : [{ companyId }])] },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    })
  },
})
