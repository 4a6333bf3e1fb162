/** What an e-reporting message (flux 10) says of itself, and which of its rules it breaks. Pure. */
import type { XmlElement } from '../formats/xml/tree.ts'
import { has, value } from '../rules/path.ts'
import { validate } from '../rules/validate.ts'
import type { ReportContent } from './record/report-flow.ts'

export interface ExaminedReport extends ReportContent {
  /** TT-1: how its sender calls the transmission. */
  number: string
  /** TT-8: the platform that it names as its sender. */
  platform: string
  /** TT-13: the SIREN of the company that declares. */
  siren: string
  /** As AAAAMMJJ. */
  firstDay: string
  lastDay: string
  broken: readonly { rule: string; message: string }[]
}

export const examineReport = (root: XmlElement): ExaminedReport => {
  const kind = has(root, 'PaymentsReport') ? 'payments' : 'transactions'
  const body = kind === 'payments' ? 'PaymentsReport' : 'TransactionsReport'
  return {
    kind: kind === 'transactions' && value(root, 'ReportDocument/Issuer/RoleCode') === 'BY' ? 'purchases' : kind,
    hasInvoices: has(root, `${body}/Invoice`),
    hasTotals: has(root, `${body}/Transactions`),
    number: value(root, 'ReportDocument/Id'),
    platform: value(root, 'ReportDocument/Sender/Id'),
    siren: value(root, 'ReportDocument/Issuer/Id'),
    firstDay: value(root, `${body}/ReportPeriod/StartDate`),
    lastDay: value(root, `${body}/ReportPeriod/EndDate`),
    broken: validate(root, ['fr-flux10'])
      .flatMap(({ findings }) => findings)
      .filter(({ severity }) => severity === 'fatal')
      .map(({ rule, message }) => ({ rule, message })),
  }
}
