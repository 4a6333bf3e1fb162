import { z } from 'zod'
import { companyRef } from '../../companies/company.ts'
import { operation } from '../../operation/operation.ts'
import { collectRows } from './collect.ts'
import { paymentRow, readRows, rowsOf } from './reported-rows.ts'
import { reportingCompany } from './reporting-company.ts'

export const reportPayments = operation({
  name: 'reportPayments',
  summary:
    'Collects payments for services of a French company that no invoice tells, for its next report to the French ' +
    'portal. They are added up by day and VAT rate.',
  scope: 'compliance',
  writes: true,
  input: z.strictObject({ companyId: companyRef.optional(), ...rowsOf(paymentRow) }).meta({
    examples: [
      { companyId: 'comp_01kafm4h7vf8xbkrs9q2m3c5de', rows: [{ date: '2026-11-20', vatRate: 20, amount: 120 }] },
    ],
  }),
  errors: ['COMPANY_NOT_FOUND', 'CONFLICT', 'INVALID_DATE', 'TOO_LARGE'],
  async run(run, { companyId, ...given }) {
    const company = await reportingCompany(run, companyId)
    const rows = readRows(paymentRow, given).map(({ reference = null, ...row }) => ({
      ...row,
      kind: 'payments' as const,
      reference,
      category: null,
      currency: 'EUR',
      vatAmount: null,
      count: 1,
    }))
    return collectRows({ ...run, company }, rows)
  },
})
