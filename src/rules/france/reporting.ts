/**
 * E-reporting to the French authorities (flux 10, annexe 7 V1.8): what a report of transactions or of payments says of
 * itself, and how its parts go together. TT are the terms of that document.
 */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { count, text } from '../path.ts'
import type { Pattern } from '../rule.ts'
import { forms } from './reporting-forms.ts'
import { invoices, isTaxPoint, isTotal } from './reporting-invoices.ts'
import { patternOf, type Row, rowsAt } from './reporting-rule.ts'

const REPORT = '/Report/ReportDocument'
const TRANSACTIONS = '/Report/TransactionsReport'
const PAYMENTS = '/Report/PaymentsReport'
const INVOICE = `${TRANSACTIONS}/Invoice`

const PLATFORM = '0238'
const SIREN = '0002'

const transmission: readonly Row[] = [
  ...rowsAt(`${REPORT}/TypeCode`, [
    'G8.01',
    'TT-4',
    (type) => ['IN', 'RE'].includes(type.stringValue),
    'It is neither IN nor RE.',
    'Write IN or RE.',
  ]),
  ...rowsAt(REPORT, [
    'G6.29',
    'TB-2',
    (head) => count(head, '../TransactionsReport') + count(head, '../PaymentsReport') === 1,
    'A transmission has either transactions or payments.',
    'Send transactions and payments in transmissions of their own.',
  ]),
  ...rowsAt(
    `${REPORT}/Sender/Id`,
    [
      'G6.22',
      'TT-7',
      (id) => id.attribute('schemeId') === PLATFORM,
      'The sender is not identified as a platform (0238).',
      'Write schemeId="0238".',
    ],
    ['G6.22', 'TT-8', (id) => id.stringValue.length === 4, 'The platform has no number of four.', 'Write its number.'],
  ),
  ...rowsAt(`${REPORT}/Sender/RoleCode`, [
    'G7.51',
    'TT-10',
    (role) => role.stringValue === 'WK',
    'The sender is no platform (WK).',
    'Write WK.',
  ]),
  ...rowsAt(
    `${REPORT}/Issuer/Id`,
    [
      'G6.26',
      'TT-12',
      (id) => id.attribute('schemeId') === SIREN,
      'Who declares is not identified by a SIREN (0002).',
      'Write schemeId="0002".',
    ],
    ['G6.26', 'TT-13', (id) => /^\d{9}$/.test(id.stringValue), 'The SIREN has not nine digits.', 'Write nine digits.'],
  ),
  ...rowsAt(`${REPORT}/Issuer/RoleCode`, [
    'G7.52',
    'TT-15',
    (role) => ['BY', 'SE'].includes(role.stringValue),
    'Who declares is neither buyer (BY) nor seller (SE).',
    'Write BY or SE.',
  ]),
]

const periods: readonly (readonly [path: string, term: string])[] = [
  [`${TRANSACTIONS}/ReportPeriod`, 'TG-7'],
  [`${INVOICE}/InvoicePeriod`, 'TG-18'],
  [`${INVOICE}/Line/InvoicePeriod`, 'TG-25'],
  [`${PAYMENTS}/ReportPeriod`, 'TG-33'],
]
const periodRows = periods.flatMap(([path, term]) =>
  rowsAt(path, [
    'G6.25',
    term,
    (period) => {
      const [start, end] = [text(period, 'StartDate'), text(period, 'EndDate')]
      return start === undefined || end === undefined || end > start
    },
    'The period does not end after its first day.',
    'Correct the first or last day.',
  ]),
)

const isInEuros = (group: XmlElement): boolean => text(group, 'TransactionsCurrency') === 'EUR'

const groups: readonly Row[] = [
  ...rowsAt(`${TRANSACTIONS}/Transactions/CategoryCode`, [
    'G1.68',
    'TT-81',
    (category) => ['TLB1', 'TPS1', 'TNT1', 'TMA1'].includes(category.stringValue),
    'The kind of transactions is unknown.',
    'Write TLB1, TPS1, TNT1 or TMA1.',
  ]),
  ...rowsAt(`${TRANSACTIONS}/Transactions/TaxDueDateTypeCode`, [
    'P1.11',
    'TT-80',
    isTaxPoint,
    'The code does not say when VAT is due.',
    'Write 5, 29, 72, 3, 35 or 432.',
  ]),
  ...rowsAt(
    `${TRANSACTIONS}/Transactions`,
    [
      'G1.53',
      'TT-82',
      (group) => !isInEuros(group) || isTotal(group, 'TaxExclusiveAmount', 'TaxSubtotal/TaxableAmount'),
      'The total without VAT is not the sum of the taxable amounts.',
      'Correct the total or the amounts.',
    ],
    [
      'G1.53',
      'TT-83',
      (group) => !isInEuros(group) || isTotal(group, 'TaxTotal', 'TaxSubtotal/TaxTotal'),
      'The total VAT is not the sum of the VAT amounts.',
      'Correct the total or the amounts.',
    ],
  ),
  ...[
    [`${PAYMENTS}/Invoice/Payment/SubTotals`, 'TT-94'] as const,
    [`${PAYMENTS}/Transactions/Payment/SubTotals`, 'TT-98'] as const,
  ].flatMap(([path, term]) =>
    rowsAt(path, [
      'G6.27',
      term,
      (part) => !/^[A-Z]{3}$/.test(text(part, 'CurrencyCode') ?? '') || text(part, 'CurrencyCode') === 'EUR',
      'What was collected is not said in euros.',
      'Write it in EUR.',
    ]),
  ),
]

export const reportingRules: readonly Pattern[] = [
  patternOf([...transmission, ...periodRows, ...invoices, ...groups, ...forms]),
]
