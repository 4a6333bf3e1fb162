/** What a caller tells: rows as JSON, or the same columns as CSV. */
import { z } from 'zod'
import { AppError, refusal } from '../../kernel/errors/app-error.ts'
import { parseInput } from '../../kernel/errors/input.ts'
import { type Upload, currency, date, decimal, file, oneOf } from '../../kernel/input.ts'
import { vatRates } from '../../rules/france/lists.ts'
import { CsvFault, readCsv } from '../../values/csv.ts'
import { limits, shownLimit } from '../../values/limits.ts'
import type { EReportingKind } from '../../generated/prisma/enums.ts'
import type { Decimal } from '../../values/money.ts'

/** Thirteen digits before the point: what the column and the portal take. */
const MOST = 1e13

const money = decimal.refine((value: Decimal) => value.decimalPlaces() <= 2 && value.abs().lt(MOST), {
  error: 'Expected an amount with at most two decimals and thirteen digits before them',
})
const vatRate = decimal
  .refine((value: Decimal) => vatRates.has(value.toFixed()), {
    error: 'Expected a rate of the French list, such as 20',
  })
  .describe('VAT rate in percent.')

export const categories = {
  TLB1: 'Goods that VAT is due on.',
  TPS1: 'Services that VAT is due on.',
  TNT1: 'Goods and services without VAT in France, such as distance sales within the European Union.',
  TMA1: 'Operations whose VAT is due on the margin.',
} as const

const common = {
  date: date.describe('The day.'),
  vatRate,
  reference: z
    .string()
    .trim()
    .min(1)
    .max(limits.codeCharacters)
    .optional()
    .describe(
      'What the caller calls the row, such as the number of a till report. A row with a known reference ' +
        'replaces what was reported under it, and the same row again changes nothing.',
    ),
}

export const transactionRow = z
  .strictObject({
    ...common,
    category: oneOf('TransactionCategory', categories).describe('Kind of the transactions.'),
    amount: money.describe('Amount without VAT. Negative to take back.'),
    vatAmount: money.describe('Amount of VAT, in euros.'),
    currency: currency.default('EUR').describe('Currency of the transactions.'),
    count: z.number().int().min(0).max(1_000_000_000).default(1).describe('Number of transactions.'),
  })
  .meta({ id: 'ReportedTransaction', description: 'Transactions of one day, kind and rate.' })

export const paymentRow = z
  .strictObject({
    ...common,
    amount: money.describe(
      'Amount that was collected, with VAT, in euros. Negative to take back, at most what was collected at the rate ' +
        'in the period of the day.',
    ),
  })
  .meta({ id: 'ReportedPayment', description: 'Payments that were collected on one day, by rate.' })

export interface ReportedRow {
  kind: EReportingKind
  date: string
  category: string | null
  currency: string
  vatRate: Decimal
  amount: Decimal
  vatAmount: Decimal | null
  count: number
  reference: string | null
  /** The document, and the payment of it, that it follows from. */
  documentId?: string
  paymentId?: string
  /** What is told by itself, and not added up. */
  invoice?: object
  /** The rules for which it is left out. */
  problem?: string | null
}

export const rowsOf = <R extends z.ZodType>(row: R) => ({
  rows: z
    .array(row)
    .min(1)
    .max(limits.reportedRows, `At most ${shownLimit('reportedRows')} rows`)
    .optional()
    .describe(`The rows, at most ${shownLimit('reportedRows')}.`),
  file: file
    .meta({ graphql: 'File' })
    .optional()
    .describe('The rows as CSV instead: the first line names the columns as in `rows`.'),
})

const cellOf = (name: string, text: string): unknown =>
  name === 'count' && /^\d{1,10}$/.test(text) ? Number(text) : text

const cellsIn = (text: string): string[][] => {
  try {
    return readCsv(text)
  } catch (error) {
    throw error instanceof CsvFault ? refusal('INVALID_REQUEST', 'file', error.message) : error
  }
}

const tableOf = (upload: Upload): object[] => {
  if (upload.content.size > limits.reportedFileBytes) throw new AppError('TOO_LARGE')
  const [names = [], ...lines] = cellsIn(
    Buffer.from(upload.bytes)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  )
  return lines.map((cells) =>
    Object.fromEntries(
      cells
        .flatMap((text, index) => (text === '' ? [] : [[names[index] ?? `column ${index + 1}`, text] as const]))
        .map(([name, text]) => [name, cellOf(name, text)]),
    ),
  )
}

/** The rows, from whichever of the two they came. */
export const readRows = <R extends z.ZodType>(row: R, given: { rows?: unknown; file?: unknown }): z.output<R>[] => {
  if ((given.rows === undefined) === (given.file === undefined))
    throw new AppError('INVALID_REQUEST', {
      message: 'Give either `rows` or a `file`.',
      details: [{ field: 'rows', rule: 'INVALID_REQUEST', message: 'Give either rows or a file.' }],
    })
  if (given.rows !== undefined) return given.rows as z.output<R>[]
  const input = z.strictObject({ rows: z.array(row).min(1).max(limits.reportedRows) })
  return parseInput(input, { rows: tableOf(given.file as Upload) }).rows as z.output<R>[]
}
