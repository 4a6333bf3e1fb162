import { z } from 'zod'
import { companyRef } from '../../companies/company.ts'
import { operation } from '../../operation/operation.ts'
import { collectRows } from './collect.ts'
import { readRows, rowsOf, transactionRow } from './reported-rows.ts'
import { reportingCompany } from './reporting-company.ts'

export const reportTransactions = operation({
  name: 'reportTransactions',
  summary:
    'Collects transactions of a French company that no invoice tells, such as sales to consumers, for its next ' +
    'report to the French portal. They are added up by day, kind and VAT rate.',
  scope: 'compliance',
  writes: true,
  input: z.strictObject({ companyId: companyRef.optional(), ...rowsOf(transactionRow) }).meta({
    examples: [
      {
        companyId: 'comp_01kafm4h7vf8xbkrs9q2m3c5de',
        rows: [{ date: '2026-11-20', category: 'TLB1', vatRate: 20, amount: 100, vatAmount: 20, count: 7 }],
      },
    ],
  }),
  errors: ['COMPANY_NOT_FOUND', 'CONFLICT', 'INVALID_DATE', 'INVALID_CURRENCY', 'TOO_LARGE'],
  async run(run, { companyId, ...given }) {
    const company = await reportingCompany(run, companyId)
    const rows = readRows(transactionRow, given).map((row) => ({
      ...row,
      kind: 'transactions' as const,
      reference: row.reference ?? null,
    }))
    return collectRows({ ...run, company }, rows)
  },
})
