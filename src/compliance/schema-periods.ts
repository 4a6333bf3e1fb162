import { mutation } from '../graphql/field.ts'
import { objectOf } from '../graphql/object.ts'
import { pages, query } from '../graphql/query.ts'
import { getEReportingPeriod } from './e-reporting/get-period.ts'
import { listEReportingPeriods } from './e-reporting/list-periods.ts'
import { reportPayments } from './e-reporting/report-payments.ts'
import { reportTransactions } from './e-reporting/report-transactions.ts'
import { collectedView, periodContentView, periodView } from './e-reporting/view.ts'

pages('eReportingPeriods', listEReportingPeriods, objectOf(periodView), {
  row: 'EReportingPeriod',
  rows: 'periods of e-reporting',
})
query('eReportingPeriod', getEReportingPeriod, objectOf(periodContentView), { id: 'periodId' })
mutation(reportTransactions, collectedView)
mutation(reportPayments, collectedView)
