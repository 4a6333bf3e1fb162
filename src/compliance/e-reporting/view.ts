/** The periods of e-reporting, and what they tell. */
import type { EReportingPeriod } from '../../generated/prisma/client.ts'
import {
  amount,
  choice,
  currency,
  day,
  decimal,
  flag,
  id,
  instant,
  integer,
  object,
  record,
  text,
  view,
} from '../../operation/view.ts'
import { categoryChoice, kindChoice, statusChoice } from './choices.ts'
import type { Collected } from './collect.ts'
import type { PeriodContent } from './get-period.ts'
import type { LeftOut, PeriodLine } from './totals.ts'

export const periodView = view<EReportingPeriod>()(
  'EReportingPeriod',
  'Days whose transactions or payments a French company reports together.',
  {
    id: id('Identifier, `erp_…`.'),
    companyId: id('Identifier of the company that reports.'),
    kind: choice(kindChoice, 'What is reported.'),
    firstDay: day('The first day.'),
    lastDay: day('The last day.'),
    status: choice(statusChoice, 'Status of the report.'),
    isCorrection: flag('Whether the portal has an earlier report of the period, which the next one replaces.').by(
      ['revision', 'reportedRevision'],
      ({ revision, reportedRevision }: EReportingPeriod) => reportedRevision > 0 && reportedRevision < revision,
    ),
    platformReference: text('Identifier that the portal gave the last accepted report. Null before.').orNull(),
    platformResponse: record('The last answer of the portal. Null when there is none.').orNull(),
    errorCode: text('Code of the refusal or failure. Null when there is none.').orNull(),
    errorMessage: text('What went wrong, in a sentence. Null when nothing did.').orNull(),
    attempts: integer('Number of attempts to deliver reports.'),
    nextCheckAt: instant('When the report is next sent. Null when nothing is planned.').orNull(),
    dueBy: instant('When the report is due at the portal.'),
    createdAt: instant('When something was first collected for the period.'),
    reportedAt: instant('When the portal last accepted a report. Null when it has not.').orNull(),
  },
)

const lineView = view<PeriodLine>()('EReportingLine', 'The sum of one day, kind, currency and VAT rate.', {
  day: day('The day.'),
  category: choice(categoryChoice, 'Kind of the transactions. Null for payments.').orNull(),
  currency: currency('Currency.'),
  vatRate: decimal('VAT rate in percent.'),
  amount: amount('Transactions without VAT, or payments with VAT.'),
  vatAmount: amount('VAT of the transactions. Zero for payments.'),
  count: integer('Number of transactions.'),
})

const leftOutView = view<LeftOut>()('EReportingLeftOut', 'A document that its period does not tell.', {
  documentId: id('Identifier of the document.'),
  rules: text('The rules for which the portal would refuse it.').like('G1.32'),
})

export const periodContentView = view<PeriodContent>()(
  'EReportingContent',
  'A period of e-reporting with what it tells.',
  {
    period: object(periodView, 'The period.'),
    lines: object(lineView, 'What the period adds up, by day.').list(),
    invoices: integer('Number of invoices, or of payments of invoices by rate, that the period tells one by one.'),
    leftOut: object(leftOutView, 'Documents that the portal would refuse, at most 100.').list(),
  },
)

export const collectedView = view<Collected>()('CollectedRows', 'What became of reported rows.', {
  recorded: integer('Number of rows that were collected, also those that replace others.'),
  replaced: integer('Number of rows that replaced what was reported under their reference.'),
  unchanged: integer('Number of rows that were known already.'),
  periods: object(periodView, 'The periods that changed, oldest first.').list(),
})
