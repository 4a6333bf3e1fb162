/** Section 4.8: what the authorities are told. */
import { countComplianceReports } from '../../src/compliance/count-reports.ts'
import { getEReportingPeriod } from '../../src/compliance/e-reporting/get-period.ts'
import { listEReportingPeriods } from '../../src/compliance/e-reporting/list-periods.ts'
import { reportPayments } from '../../src/compliance/e-reporting/report-payments.ts'
import { reportTransactions } from '../../src/compliance/e-reporting/report-transactions.ts'
import { collectedView, periodContentView, periodView } from '../../src/compliance/e-reporting/view.ts'
import { getComplianceStatus } from '../../src/compliance/get-compliance-status.ts'
import { listComplianceReports } from '../../src/compliance/list-reports.ts'
import { complianceByDayView, reportView } from '../../src/compliance/view.ts'
import { one, pageOf } from '../../src/http/answers.ts'
import { statusOfCompany } from '../present/compliance-status.ts'
import { type Route, path, query, route } from '../../src/http/route.ts'
import { asFile, asText, bodyOrFile } from '../../src/http/uploads.ts'

const section = 'Reports to authorities'

export const compliance: readonly Route[] = [
  route(getComplianceStatus, {
    method: 'GET',
    path: '/v1/compliance/status',
    field: 'Query.complianceStatus',
    status: 200,
    input: query(),
    ...statusOfCompany,
    section,
  }),
  route(listComplianceReports, {
    method: 'GET',
    path: '/v1/compliance/reports',
    field: 'Query.complianceReports',
    status: 200,
    input: query(),
    ...pageOf(reportView),
    section,
  }),
  route(countComplianceReports, {
    method: 'GET',
    path: '/v1/compliance/reports/by-day',
    field: 'Query.complianceByDay',
    status: 200,
    input: query(),
    ...one(complianceByDayView),
    section,
  }),
  route(reportTransactions, {
    method: 'POST',
    path: '/v1/compliance/e-reporting/transactions',
    field: 'Mutation.reportTransactions',
    status: 200,
    input: bodyOrFile({ file: asFile, companyId: asText }, {}),
    takesFile: true,
    ...one(collectedView),
    section,
  }),
  route(reportPayments, {
    method: 'POST',
    path: '/v1/compliance/e-reporting/payments',
    field: 'Mutation.reportPayments',
    status: 200,
    input: bodyOrFile({ file: asFile, companyId: asText }, {}),
    takesFile: true,
    ...one(collectedView),
    section,
  }),
  route(listEReportingPeriods, {
    method: 'GET',
    path: '/v1/compliance/e-reporting/periods',
    field: 'Query.eReportingPeriods',
    status: 200,
    input: query(),
    ...pageOf(periodView),
    section,
  }),
  route(getEReportingPeriod, {
    method: 'GET',
    path: '/v1/compliance/e-reporting/periods/:periodId',
    field: 'Query.eReportingPeriod',
    status: 200,
    input: path,
    ...one(periodContentView),
    section,
  }),
]
