/** The report of a period (flux 10), valid under the schema and the rules of `fr-flux10`. Pure. */
import { create } from 'xmlbuilder2'
import type { EReportingKind } from '../../generated/prisma/enums.ts'
import { sum } from '../../values/money.ts'
import type { PeriodLine, ToldEntry } from './totals.ts'
import { dayOf, secondOf } from '../../values/dates.ts'

export interface PeriodReport {
  /** The number of this transmission. */
  number: string
  /** What the portal has of the period already is replaced by it. */
  isCorrection: boolean
  createdAt: Date
  platform: { number: string; name: string }
  company: { siren: string; name: string }
  kind: EReportingKind
  firstDay: Date
  lastDay: Date
  lines: readonly PeriodLine[]
  told: readonly ToldEntry[]
}

type ReportHead = Pick<PeriodReport, 'number' | 'isCorrection' | 'createdAt' | 'platform' | 'company' | 'kind'>

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')
const dateOf = (day: Date | string): string => digitsOf(typeof day === 'string' ? day : dayOf(day))
const momentOf = (moment: Date): string => digitsOf(secondOf(moment))

const documentOf = ({ number, isCorrection, createdAt, platform, company, kind }: ReportHead): object => ({
  Id: number,
  IssueDateTime: { DateTimeString: momentOf(createdAt) },
  TypeCode: isCorrection ? 'RE' : 'IN',
  Sender: { Id: { '@schemeId': '0238', '#': platform.number }, Name: platform.name, RoleCode: 'WK' },
  Issuer: {
    Id: { '@schemeId': '0002', '#': company.siren },
    Name: company.name,
    RoleCode: kind === 'purchases' ? 'BY' : 'SE',
  },
})

/** Lines that stand in one group, which has a part for each rate. */
const groupsOf = (lines: readonly PeriodLine[]): PeriodLine[][] => [
  ...Map.groupBy(lines, ({ day, category, currency }) => `${day} ${category} ${currency}`).values(),
]

const transactionsOf = (group: readonly PeriodLine[]): object => ({
  Date: dateOf(group[0]?.day ?? ''),
  TransactionsCurrency: group[0]?.currency,
  CategoryCode: group[0]?.category,
  TaxExclusiveAmount: sum(group.map(({ amount }) => amount)).toFixed(2),
  TaxTotal: sum(group.map(({ vatAmount }) => vatAmount)).toFixed(2),
  TransactionsCount: String(group.reduce((count, line) => count + line.count, 0)),
  TaxSubtotal: group.map(({ vatRate, amount, vatAmount }) => ({
    TaxPercent: vatRate.toFixed(),
    TaxableAmount: amount.toFixed(2),
    TaxTotal: vatAmount.toFixed(2),
  })),
})

const paymentOf = (group: readonly PeriodLine[]): object => ({
  Payment: {
    Date: dateOf(group[0]?.day ?? ''),
    SubTotals: group.map(({ vatRate, currency, amount }) => ({
      TaxPercent: vatRate.toFixed(),
      CurrencyCode: currency,
      Amount: amount.toFixed(2),
    })),
  },
})

/** A report of some invoices alone, by which they are judged before they are told with others. */
export const writeInvoices = (invoices: readonly object[]): object => ({
  Report: {
    ReportDocument: documentOf({
      number: '1',
      isCorrection: false,
      createdAt: new Date('2026-09-01T00:00:00Z'),
      platform: { number: '0000', name: '-' },
      company: { siren: '000000000', name: '-' },
      kind: 'transactions',
    }),
    TransactionsReport: { ReportPeriod: { StartDate: '20260901', EndDate: '20260930' }, Invoice: invoices },
  },
})

const elementOf = (told: ToldEntry | undefined): object => JSON.parse(told?.invoice ?? '{}') as object

/** Each payment of an invoice stands by itself, with its rates. */
const paidInvoices = (told: readonly ToldEntry[]): object[] =>
  [...Map.groupBy(told, ({ invoice, day }) => `${dateOf(day)} ${invoice}`).values()].map((parts) => ({
    ...elementOf(parts[0]),
    Payment: {
      Date: dateOf(parts[0]?.day as Date),
      SubTotals: parts.map(({ vatRate, currency, amount }) => ({
        TaxPercent: vatRate.toFixed(),
        CurrencyCode: currency,
        Amount: amount.toFixed(2),
      })),
    },
  }))

export const writePeriodReport = (report: PeriodReport): Uint8Array => {
  const period = { ReportPeriod: { StartDate: dateOf(report.firstDay), EndDate: dateOf(report.lastDay) } }
  const groups = groupsOf(report.lines)
  const content =
    report.kind === 'payments'
      ? { PaymentsReport: { ...period, Invoice: paidInvoices(report.told), Transactions: groups.map(paymentOf) } }
      : {
          TransactionsReport: {
            ...period,
            Invoice: report.told.map(elementOf),
            Transactions: groups.map(transactionsOf),
          },
        }
  return Buffer.from(
    create({ version: '1.0', encoding: 'UTF-8' }, { Report: { ReportDocument: documentOf(report), ...content } }).end(),
  )
}
