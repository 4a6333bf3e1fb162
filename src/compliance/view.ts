/** What the authorities are told, and where that stands. */
import type { ComplianceReport } from '../generated/prisma/client.ts'
import { choice, country, day, flag, id, instant, integer, object, record, text, view } from '../operation/view.ts'
import type { DayCount } from './count-reports.ts'
import type { ComplianceStatus } from './get-compliance-status.ts'
import { authorityChoice, standingChoice } from '../companies/standing-view.ts'
import { reportStatusChoice } from './reports/choices.ts'

const code = text('Code of the refusal or failure.')
const message = text('What went wrong, in a sentence.')

type Fault = Record<'code' | 'message', string>

const faultView = view<Fault>()('ReportFault', 'Why a report was refused, or could not be delivered.', {
  code,
  message,
})

type WithError = Pick<ComplianceReport, 'errorCode' | 'errorMessage'>

export const reportView = view<ComplianceReport>()('ComplianceReport', 'A report about a document to an authority.', {
  id: id('Identifier of the report, `rep_…`.'),
  documentId: id('Identifier of the document.'),
  companyId: id('Identifier of the company that reports.'),
  country: country('Country code of the authority.'),
  reportedTo: choice(authorityChoice, 'The authority.'),
  frenchStatus: text('Code of the reported French status. Null when the report has none.').orNull(),
  status: choice(reportStatusChoice, 'Status of the report.'),
  platformReference: text('Identifier that the authority gave the report. Null when it gave none.').orNull(),
  platformResponse: record('The answer of the authority. Null when there is none.').orNull(),
  errorCode: code.orNull().onlyIn('graphql'),
  errorMessage: message.orNull().onlyIn('graphql'),
  error: object(faultView, 'The refusal or failure. Null when there is none.')
    .orNull()
    .by(['errorCode', 'errorMessage'], ({ errorCode, errorMessage }: WithError) =>
      errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' },
    )
    .onlyIn('rest'),
  attempts: integer('Number of attempts to deliver the report.'),
  nextCheckAt: instant('When the report is next sent or checked. Null when nothing more is planned.').orNull(),
  dueBy: instant('When the report is due at the authority.'),
  createdAt: instant('When the report was created.'),
  reportedAt: instant('When the authority accepted the report. Null when it has not.').orNull(),
})

const counts = {
  pending: integer('Number of reports that are not accepted yet.'),
  reported: integer('Number of accepted reports.'),
  failed: integer('Number of reports that were refused, or could not be delivered in time.'),
}

const countsView = view<ComplianceStatus['reports']>()('ReportCounts', 'Number of reports by status.', counts)

/** In the order in which the database keeps the names. */
const lastErrorView = view<NonNullable<ComplianceStatus['lastError']>>()(
  'ReportError',
  'The last error in reporting.',
  {
    at: instant('When the error happened.'),
    code,
    message,
  },
)

export const complianceStatusView = view<ComplianceStatus>()(
  'ComplianceStatus',
  "Status of a company's reporting to an authority.",
  {
    companyId: id('Identifier of the company.'),
    companyName: text('Display name of the company.'),
    country: country('Country code of the company.'),
    platform: choice(authorityChoice, 'The authority.'),
    status: choice(standingChoice, "Status of the company's reporting."),
    automatic: flag('Whether reports are sent automatically.'),
    reports: object(countsView, 'Number of reports by status.'),
    lastReportAt: instant('When the authority last accepted a report. Null when it has not yet.').orNull(),
    lastError: object(lastErrorView, 'The last error in reporting.').orNull(),
    obligations: text('The events that the company must report.').list(),
  },
)

export const complianceDayView = view<DayCount>()('ComplianceDay', 'Number of reports created on one day.', {
  day: day('The day, in UTC.'),
  ...counts,
})

/** REST answers the days in one object. */
export const complianceByDayView = view<readonly DayCount[]>()('ComplianceByDay', 'Number of reports by day.', {
  data: object(complianceDayView, 'One entry for each day of the period, also for days without reports.')
    .list()
    .by([], (days: readonly DayCount[]) => days),
})
