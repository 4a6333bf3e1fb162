/** The status of one company in one country is an object; without either there is a list. */
import { z } from 'zod'
import type { CompliancePage } from '../../src/compliance/get-compliance-status.ts'
import { complianceStatusView } from '../../src/compliance/view.ts'
import { one, pageOf } from '../../src/http/answers.ts'

const row = one(complianceStatusView)
const list = pageOf(complianceStatusView)

/** The authority of the country is told nothing of that company, such as one from Belgium. */
const notRequired = z.object({
  companyId: z.string().describe('Identifier of the company.'),
  country: z
    .string()
    .describe('The country that was asked about.')
    .meta({ examples: ['FR'] }),
  platform: z.null().describe('Null: no authority receives reports.'),
  status: z.literal('not_required').describe('Always `not_required`.'),
  obligations: z.array(z.string()).max(0).describe('Always empty.'),
})

export const statusOfCompany = {
  shape: z.union([row.shape, notRequired, list.shape]),
  present: (page: CompliancePage) => {
    if (page.one === null) return list.present(page)
    const [found] = page.rows
    return found
      ? row.present(found)
      : { ...page.one, platform: null, status: 'not_required' as const, obligations: [] }
  },
}
