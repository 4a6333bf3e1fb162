import { builder } from '../graphql/builder.ts'
import { enumOf } from '../graphql/enums.ts'
import { Document } from '../documents/schema.ts'
import { authorityNames } from './authorities.ts'

const ReportStatus = enumOf('ReportStatus', ['pending', 'reported', 'failed'])

export const ComplianceReport = builder.prismaObject('ComplianceReport', {
  description: 'What an authority was told about a document.',
  authScopes: { access: 'compliance' },
  select: { organizationId: true, id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier.' }),
    document: t.relation('document', { type: Document, description: 'The document.' }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    companyId: t.exposeID('companyId', { description: 'The company that reports.' }),
    country: t.expose('country', { type: 'CountryCode', description: 'Country of the authority.' }),
    reportedTo: t.field({ type: enumOf('Authority', authorityNames), description: 'The authority.', select: { reportedTo: true }, resolve: ({ reportedTo }) => reportedTo }),
    frenchStatus: t.exposeString('frenchStatus', { nullable: true, description: 'The French status that is told.' }),
    status: t.field({ type: ReportStatus, description: 'Where the report stands.', select: { status: true }, resolve: ({ status }) => status }),
    platformResponse: t.field({ type: 'JSON', nullable: true, description: 'What the authority said.', select: { platformResponse: true }, resolve: ({ platformResponse }) => platformResponse }),
    errorCode: t.exposeString('errorCode', { nullable: true, description: 'Code of the refusal or of the failure.' }),
    errorMessage: t.exposeString('errorMessage', { nullable: true, description: 'The same in words.' }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried.' }),
    nextCheckAt: t.expose('nextCheckAt', { type: 'DateTime', nullable: true, description: 'When it is looked at next.' }),
    dueBy: t.expose('dueBy', { type: 'DateTime', description: 'By when it has to be told.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it came up.' }),
    reportedAt: t.expose('reportedAt', { type: 'DateTime', nullable: true, description: 'When it was accepted.' }),
  }),
})

builder.prismaObjectFields(Document, (t) => ({
  complianceReports: t.relation('reports', { type: ComplianceReport, description: 'What the authorities were told about it.', query: { orderBy: { id: 'asc' } } }),
}))
