/** What the authorities are told, and where that stands. */
import type { ComplianceReport } from '../generated/prisma/client.ts'
import {
  choice,
  choiceOf,
  country,
  day,
  flag,
  id,
  instant,
  integer,
  object,
  record,
  text,
  view,
} from '../operation/view.ts'
import type { DayCount } from './count-reports.ts'
import type { ComplianceStatus } from './get-compliance-status.ts'
import { authorityChoice, reportStatusChoice } from './reports/choices.ts'

const code = text('Code of the refusal or of the failure.')
const message = text('What went wrong, in words.')

type Fault = Record<'code' | 'message', string>

const faultView = view<Fault>()('ReportFault', 'Why a report was refused, or could not be told.', {
  code,
  message,
})

type WithError = Pick<ComplianceReport, 'errorCode' | 'errorMessage'>

export const reportView = view<ComplianceReport>()('ComplianceReport', 'What an authority was told about a document.', {
  id: id('Identifier.'),
  documentId: id('The document.'),
  companyId: id('The company that reports.'),
  country: country('Country of the authority.'),
  reportedTo: choice(authorityChoice, 'The authority.'),
  frenchStatus: text('The French status that is told.').orNull(),
  status: choice(reportStatusChoice, 'Where the report stands.'),
  platformReference: text('How the authority calls what it took.').orNull(),
  platformResponse: record('What the authority said.').orNull(),
  errorCode: code.orNull().onlyIn('graphql'),
  errorMessage: message.orNull().onlyIn('graphql'),
  error: object(faultView, 'The refusal or the failure.')
    .orNull()
    .by(['errorCode', 'errorMessage'], ({ errorCode, errorMessage }: WithError) =>
      errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' },
    )
    .onlyIn('rest'),
  attempts: integer('How often it was tried.'),
  nextCheckAt: instant('When it is looked at next.').orNull(),
  dueBy: instant('By when it has to be told.'),
  createdAt: instant('When it came up.'),
  reportedAt: instant('When it was accepted.').orNull(),
})

const counts = {
  pending: integer('Not accepted yet.'),
  reported: integer('Accepted.'),
  failed: integer('Refused, or not told in time.'),
}

const countsView = view<ComplianceStatus['reports']>()('ReportCounts', 'Reports by how they stand.', counts)

/** In the order in which the database keeps the names. */
const lastErrorView = view<NonNullable<ComplianceStatus['lastError']>>()('ReportError', 'What went wrong last.', {
  at: instant('When it went wrong.'),
  code,
  message,
})

const standingChoice = choiceOf('ComplianceStanding', ['not_registered', 'pending', 'active', 'error'], {
  not_registered: 'The company is not active: nothing is reported.',
  pending: 'The authority has not answered yet.',
  active: 'The authority has answered.',
  error: 'A report could not be told in time.',
})

export const complianceStatusView = view<ComplianceStatus>()(
  'ComplianceStatus',
  'Where the reporting of a company stands.',
  {
    companyId: id('The company.'),
    companyName: text('The name of the company.'),
    country: country('Country of the company.'),
    platform: choice(authorityChoice, 'The authority.'),
    status: choice(standingChoice, 'Where the company stands with the authority.'),
    automatic: flag('Whether the authority is told automatically.'),
    reports: object(countsView, 'How many reports there are.'),
    lastReportAt: instant('When a report was accepted last.').orNull(),
    lastError: object(lastErrorView, 'What went wrong last.').orNull(),
    obligations: text('What has to be reported.').list(),
  },
)

export const complianceDayView = view<DayCount>()('ComplianceDay', 'Reports that came up on one day.', {
  day: day('The day (UTC).'),
  ...counts,
})

/** REST answers the days in one object. */
export const complianceByDayView = view<readonly DayCount[]>()('ComplianceByDay', 'Reports by day.', {
  data: object(complianceDayView, 'Every day of the time, also the empty ones.')
    .list()
    .by([], (days: readonly DayCount[]) => days),
})
