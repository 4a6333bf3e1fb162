/** Section 4.8: what the authorities are told. */
import { countComplianceReports } from '../../src/compliance/count-reports.ts'
import { getComplianceStatus } from '../../src/compliance/get-compliance-status.ts'
import { listComplianceReports } from '../../src/compliance/list-reports.ts'
import {
  byDayShape,
  complianceStatusShape,
  presentComplianceStatus,
  presentReport,
  reportShape,
} from '../present/compliance.ts'
import { listOf, listShape } from '../present/shared.ts'
import { type Route, query, route } from '../../src/http/route.ts'

const section = '4.8 Compliance'

export const compliance: readonly Route[] = [
  route(getComplianceStatus, {
    method: 'GET',
    path: '/v1/compliance/status',
    field: 'Query.complianceStatus',
    status: 200,
    input: query(),
    shape: listShape(complianceStatusShape),
    present: listOf(presentComplianceStatus),
    section,
  }),
  route(listComplianceReports, {
    method: 'GET',
    path: '/v1/compliance/reports',
    field: 'Query.complianceReports',
    status: 200,
    input: query(),
    shape: listShape(reportShape),
    present: listOf(presentReport),
    section,
  }),
  route(countComplianceReports, {
    method: 'GET',
    path: '/v1/compliance/reports/by-day',
    field: 'Query.complianceByDay',
    status: 200,
    input: query(),
    shape: byDayShape,
    present: (data) => ({ data }),
    section,
  }),
]
