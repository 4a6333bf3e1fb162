/** Section 4.8: what the authorities are told. */
import { countComplianceReports } from '../../src/compliance/count-reports.ts'
import { getComplianceStatus } from '../../src/compliance/get-compliance-status.ts'
import { listComplianceReports } from '../../src/compliance/list-reports.ts'
import { complianceByDayView, reportView } from '../../src/compliance/view.ts'
import { one, pageOf } from '../../src/http/answers.ts'
import { statusOfCompany } from '../present/compliance-status.ts'
import { type Route, query, route } from '../../src/http/route.ts'

const section = '4.8 Compliance'

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
]
