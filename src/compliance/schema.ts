import { Document } from '../documents/schema.ts'
import { builder } from '../graphql/builder.ts'
import { objectOf, relationField, tableOf } from '../graphql/object.ts'
import { pages, query } from '../graphql/query.ts'
import { countComplianceReports } from './count-reports.ts'
import { getComplianceStatus } from './get-compliance-status.ts'
import { listComplianceReports } from './list-reports.ts'
import { complianceDayView, complianceStatusView, reportView } from './view.ts'

export const ComplianceReport = tableOf('ComplianceReport', reportView, {
  authScopes: { access: 'compliance' },
  select: { organizationId: true, id: true },
})

relationField(ComplianceReport, 'document', { type: Document, description: 'The document that the report is about.' })
builder.prismaObjectField(Document, 'complianceReports', (t) =>
  t.relation('reports', {
    type: ComplianceReport,
    description: 'Reports to authorities about the document.',
    query: { orderBy: { id: 'asc' } },
  }),
)

pages('complianceReports', listComplianceReports, ComplianceReport, {
  row: 'ComplianceReport',
  rows: 'reports to authorities',
})
pages('complianceStatus', getComplianceStatus, objectOf(complianceStatusView), {
  row: 'ComplianceStatus',
  rows: 'compliance statuses of companies',
})
query('complianceByDay', countComplianceReports, [objectOf(complianceDayView)])
