import { z } from 'zod'
import type { Payment } from '../../src/generated/prisma/client.ts'
import { type BankImport, modes } from '../../src/payments/import-bank-file.ts'
import { matchResults } from '../../src/payments/match-entries.ts'
import { type PaymentInfo, paymentStatuses } from '../../src/payments/payment.ts'
import type { WrittenPayment } from '../../src/payments/write-payments.ts'
import { Exact } from '../../src/kernel/json.ts'
import { timestamp } from './shared.ts'

const day = z.iso.date()
const amount = z.number().meta({ examples: [1234.5] })
const money = (value: { toFixed(decimals?: number): string }): Exact => new Exact(value, 2)
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

export const paymentInfoShape = z
  .object({
    documentId: z.string(),
    amountDue: amount,
    amountPaid: amount,
    remaining: amount,
    currency: z.string().nullable(),
    dueDate: day.nullable(),
    status: z.enum(paymentStatuses),
    iban: z.string().nullable(),
    reference: z.string().nullable(),
  })
  .meta({ id: 'PaymentInfo' })

export const presentPaymentInfo = ({ amountDue, amountPaid, remaining, dueDate, ...info }: PaymentInfo) => ({
  ...info,
  amountDue: money(amountDue),
  amountPaid: money(amountPaid),
  remaining: money(remaining),
  dueDate: dueDate && dayOf(dueDate),
})

export const paymentShape = z
  .object({
    id: z.string(),
    documentId: z.string(),
    companyId: z.string(),
    amount,
    currency: z.string(),
    date: day,
    reference: z.string().nullable(),
    source: z.enum(['api', 'statement']),
    recordedBy: z.string(),
    lifecycleStatus: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Payment' })

export const presentPayment = ({
  id,
  documentId,
  companyId,
  amount: paid,
  currency,
  paidOn,
  reference,
  source,
  recordedBy,
  moved,
  createdAt,
}: Payment) => ({
  id,
  documentId,
  companyId,
  amount: money(paid),
  currency,
  date: dayOf(paidOn),
  reference,
  source,
  recordedBy,
  lifecycleStatus: moved,
  createdAt: createdAt.toISOString(),
})

export const paymentResultShape = paymentShape
  .extend({ amountDue: amount, amountPaid: amount, remaining: amount, status: z.enum(paymentStatuses) })
  .meta({ id: 'PaymentResult' })

export const presentPaymentResult = ({ payment, info }: WrittenPayment) => ({
  ...presentPayment(payment),
  amountDue: money(info.amountDue),
  amountPaid: money(info.amountPaid),
  remaining: money(info.remaining),
  status: info.status,
})

export const bankImportShape = z
  .object({
    mode: z.enum(modes),
    entries: z.number().int(),
    recorded: z.number().int(),
    recordedAmount: amount,
    counts: z.object(Object.fromEntries(matchResults.map((result) => [result, z.number().int()]))),
    transfersAccepted: z.number().int(),
    transfersRejected: z.number().int(),
    lines: z.array(
      z.object({
        result: z.enum(matchResults),
        recorded: z.boolean(),
        documentId: z.string().nullable(),
        number: z.string().nullable(),
        direction: z.enum(['credit', 'debit']),
        amount,
        currency: z.string(),
        date: day,
        reference: z.string().nullable(),
        counterpartyName: z.string().nullable(),
        counterpartyIban: z.string().nullable(),
        because: z.string(),
      }),
    ),
  })
  .meta({ id: 'BankImport' })

export const presentBankImport = ({ recordedAmount, lines, ...report }: BankImport) => ({
  ...report,
  recordedAmount: money(recordedAmount),
  lines: lines.map(({ amount: paid, ...line }) => ({ ...line, amount: money(paid) })),
})
