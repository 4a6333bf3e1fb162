import { queryFromInfo } from '@pothos/plugin-prisma'
import { Document } from '../documents/schema.ts'
import { builder } from '../graphql/builder.ts'
import { connectionOf, connectionTypes } from '../graphql/connection.ts'
import { enumOf } from '../graphql/enums.ts'
import { PAGE_ARGUMENTS, args, read, runs } from '../graphql/field.ts'
import { authorityNames } from '../companies/authorities.ts'
import { type DayCount, countComplianceReports } from './count-reports.ts'
import { type ComplianceStatus, getComplianceStatus } from './get-compliance-status.ts'
import { listComplianceReports } from './list-reports.ts'

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
    reportedTo: t.field({
      type: enumOf('Authority', authorityNames),
      description: 'The authority.',
      select: { reportedTo: true },
      resolve: ({ reportedTo }) => reportedTo,
    }),
    frenchStatus: t.exposeString('frenchStatus', { nullable: true, description: 'The French status that is told.' }),
    status: t.field({
      type: ReportStatus,
      description: 'Where the report stands.',
      select: { status: true },
      resolve: ({ status }) => status,
    }),
    platformReference: t.exposeString('platformReference', {
      nullable: true,
      description: 'How the authority calls what it took.',
    }),
    platformResponse: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What the authority said.',
      select: { platformResponse: true },
      resolve: ({ platformResponse }) => platformResponse,
    }),
    errorCode: t.exposeString('errorCode', { nullable: true, description: 'Code of the refusal or of the failure.' }),
    errorMessage: t.exposeString('errorMessage', { nullable: true, description: 'The same in words.' }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried.' }),
    nextCheckAt: t.expose('nextCheckAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is looked at next.',
    }),
    dueBy: t.expose('dueBy', { type: 'DateTime', description: 'By when it has to be told.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it came up.' }),
    reportedAt: t.expose('reportedAt', { type: 'DateTime', nullable: true, description: 'When it was accepted.' }),
  }),
})

builder.prismaObjectFields(Document, (t) => ({
  complianceReports: t.relation('reports', {
    type: ComplianceReport,
    description: 'What the authorities were told about it.',
    query: { orderBy: { id: 'asc' } },
  }),
}))

const reportSelection = (context: object, info: object) =>
  queryFromInfo({
    context,
    info,
    typeName: 'ComplianceReport',
    paths: [['edges', 'node'], ['nodes']],
    select: { id: true },
  } as never)

builder.queryField('complianceReports', (t) =>
  t.connection(
    {
      type: ComplianceReport,
      description: listComplianceReports.summary,
      args: args(listComplianceReports, t, PAGE_ARGUMENTS),
      extensions: runs(listComplianceReports),
      resolve: async (_root, given, context, info) =>
        connectionOf(await read(listComplianceReports, given, context, reportSelection(context, info))) as never,
    },
    ...connectionTypes('ComplianceReport', 'reports to authorities'),
  ),
)

const ReportCounts = builder.objectRef<ComplianceStatus['reports']>('ReportCounts').implement({
  description: 'Reports by how they stand.',
  fields: (t) => ({
    pending: t.exposeInt('pending', { description: 'Not accepted yet.' }),
    reported: t.exposeInt('reported', { description: 'Accepted.' }),
    failed: t.exposeInt('failed', { description: 'Refused, or not told in time.' }),
  }),
})

const ReportError = builder.objectRef<NonNullable<ComplianceStatus['lastError']>>('ReportError').implement({
  description: 'What went wrong last.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Code.' }),
    message: t.exposeString('message', { description: 'In words.' }),
    at: t.field({ type: 'DateTime', description: 'When.', resolve: ({ at }) => at }),
  }),
})

const Status = builder.objectRef<ComplianceStatus>('ComplianceStatus').implement({
  description: 'Where the reporting of a company stands.',
  fields: (t) => ({
    companyId: t.exposeID('companyId', { description: 'The company.' }),
    companyName: t.exposeString('companyName', { description: 'Its name.' }),
    country: t.field({ type: 'CountryCode', description: 'Country.', resolve: ({ country }) => country }),
    platform: t.field({
      type: enumOf('Authority', authorityNames),
      description: 'The authority.',
      resolve: ({ platform }) => platform,
    }),
    status: t.field({
      type: enumOf('ComplianceStanding', ['not_registered', 'pending', 'active', 'error']),
      description: 'Where the company stands with it.',
      resolve: ({ status }) => status,
    }),
    automatic: t.exposeBoolean('automatic', { description: 'Whether it is told by itself.' }),
    reports: t.field({
      type: ReportCounts,
      description: 'How many reports there are.',
      resolve: ({ reports }) => reports,
    }),
    lastReportAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When a report was accepted last.',
      resolve: ({ lastReportAt }) => lastReportAt,
    }),
    lastError: t.field({
      type: ReportError,
      nullable: true,
      description: 'What went wrong last.',
      resolve: ({ lastError }) => lastError,
    }),
    obligations: t.stringList({
      description: 'What has to be reported.',
      resolve: ({ obligations }) => [...obligations],
    }),
  }),
})

builder.queryField('complianceStatus', (t) =>
  t.connection(
    {
      type: Status,
      description: getComplianceStatus.summary,
      args: args(getComplianceStatus, t, PAGE_ARGUMENTS),
      extensions: runs(getComplianceStatus),
      resolve: async (_root, given, context) => connectionOf(await read(getComplianceStatus, given, context)) as never,
    },
    ...connectionTypes('ComplianceStatus', 'standings of companies'),
  ),
)

const Day = builder.objectRef<DayCount>('ComplianceDay').implement({
  description: 'Reports that came up on one day.',
  fields: (t) => ({
    day: t.field({ type: 'Date', description: 'The day (UTC).', resolve: ({ day }) => day }),
    pending: t.exposeInt('pending', { description: 'Not accepted yet.' }),
    reported: t.exposeInt('reported', { description: 'Accepted.' }),
    failed: t.exposeInt('failed', { description: 'Refused, or not told in time.' }),
  }),
})

builder.queryField('complianceByDay', (t) =>
  t.field({
    type: [Day],
    description: countComplianceReports.summary,
    args: args(countComplianceReports, t),
    extensions: runs(countComplianceReports),
    resolve: (_root, given, context) => read(countComplianceReports, given, context),
  }),
)
