import { queryFromInfo } from '@pothos/plugin-prisma'
import { Document } from '../documents/schema.ts'
import { builder } from '../graphql/builder.ts'
import { connectionOf, connectionTypes } from '../graphql/connection.ts'
import { enumOf } from '../graphql/enums.ts'
import { PAGE_ARGUMENTS, args, mutation, read, runs } from '../graphql/field.ts'
import { exportPayments } from './export-payments.ts'
import { getPaymentExport } from './get-payment-export.ts'
import { getPaymentInfo } from './get-payment-info.ts'
import { type BankImport, type ImportedEntry, importBankFile, modes } from './import-bank-file.ts'
import { listPayments } from './list-payments.ts'
import { type MatchResult, matchResults } from './match-entries.ts'
import type { ExportedOrder } from './order-file.ts'
import { type PaymentInfo, paymentStatuses } from './payment.ts'
import { recordPayment } from './record-payment.ts'
import { lifecycleStatuses } from '../documents/record/filter.ts'

const PaymentStatus = enumOf('PaymentStatus', paymentStatuses)

const PaymentInfoType = builder.objectRef<PaymentInfo>('PaymentInfo').implement({
  description: 'What is to be paid for a document, and what was paid.',
  fields: (t) => ({
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    amountDue: t.field({
      type: 'Decimal',
      description: 'What the document asks for.',
      resolve: ({ amountDue }) => amountDue.toFixed(2),
    }),
    amountPaid: t.field({
      type: 'Decimal',
      description: 'All payments that were recorded; more than is due after an overpayment.',
      resolve: ({ amountPaid }) => amountPaid.toFixed(2),
    }),
    remaining: t.field({
      type: 'Decimal',
      description: 'What is still to be paid.',
      resolve: ({ remaining }) => remaining.toFixed(2),
    }),
    currency: t.expose('currency', { type: 'CurrencyCode', nullable: true, description: 'Currency.' }),
    dueDate: t.field({
      type: 'Date',
      nullable: true,
      description: 'By when.',
      resolve: ({ dueDate }) => dueDate?.toISOString().slice(0, 10) ?? null,
    }),
    status: t.field({ type: PaymentStatus, description: 'How much of it is paid.', resolve: ({ status }) => status }),
    iban: t.exposeString('iban', { nullable: true, description: 'To which account.' }),
    reference: t.exposeString('reference', { nullable: true, description: 'What to name.' }),
  }),
})

const Payment = builder.prismaObject('Payment', {
  description: 'Money that was paid for a document.',
  authScopes: { access: 'payments' },
  select: { organizationId: true, id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier.' }),
    document: t.relation('document', { type: Document, description: 'What was paid.' }),
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    companyId: t.exposeID('companyId', { description: 'The company that it belongs to.' }),
    amount: t.field({
      type: 'Decimal',
      description: 'How much.',
      select: { amount: true },
      resolve: ({ amount }) => amount.toFixed(2),
    }),
    currency: t.expose('currency', { type: 'CurrencyCode', description: 'Currency.' }),
    date: t.field({
      type: 'Date',
      description: 'When it was paid.',
      select: { paidOn: true },
      resolve: ({ paidOn }) => paidOn.toISOString().slice(0, 10),
    }),
    reference: t.exposeString('reference', { nullable: true, description: 'How the bank or the payer calls it.' }),
    source: t.field({
      type: enumOf('PaymentSource', ['api', 'statement']),
      description: 'Recorded by hand, or from a statement of the bank.',
      select: { source: true },
      resolve: ({ source }) => source,
    }),
    recordedBy: t.exposeString('recordedBy', { description: 'By whom.' }),
    lifecycleStatus: t.field({
      type: enumOf('LifecycleStatus', lifecycleStatuses),
      nullable: true,
      description: 'Where the document moved to by it; null when it did not move.',
      select: { moved: true },
      resolve: ({ moved }) => moved,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was recorded.' }),
  }),
})

builder.prismaObjectField(Document, 'payments', (t) =>
  t.relation('payments', { type: Payment, description: 'What was paid for it.', query: { orderBy: { id: 'asc' } } }),
)

builder.queryField('paymentInfo', (t) =>
  t.field({
    type: PaymentInfoType,
    description: getPaymentInfo.summary,
    args: args(getPaymentInfo, t),
    extensions: runs(getPaymentInfo),
    resolve: (_root, given, context) => read(getPaymentInfo, given, context),
  }),
)

builder.queryField('payments', (t) =>
  t.connection(
    {
      type: Payment,
      description: listPayments.summary,
      args: args(listPayments, t, PAGE_ARGUMENTS),
      extensions: runs(listPayments),
      resolve: async (_root, given, context, info) =>
        connectionOf(
          await read(
            listPayments,
            given,
            context,
            queryFromInfo({
              context,
              info,
              typeName: 'Payment',
              paths: [['edges', 'node'], ['nodes']],
              select: { id: true },
            } as never),
          ),
        ) as never,
    },
    ...connectionTypes('Payment', 'payments'),
  ),
)

const PaymentExport = builder.objectRef<ExportedOrder>('PaymentExport').implement({
  description: 'An order to a bank.',
  fields: (t) => ({
    exportId: t.exposeID('exportId', { description: 'Identifier.' }),
    count: t.exposeInt('count', { description: 'How many transfers.' }),
    total: t.field({ type: 'Decimal', description: 'Their sum, in euro.', resolve: ({ total }) => total.toFixed(2) }),
    executionDate: t.field({
      type: 'Date',
      description: 'When the bank is to pay.',
      resolve: ({ executionDate }) => executionDate,
    }),
    fileName: t.exposeString('fileName', { description: 'Name of the file.' }),
    contentType: t.exposeString('contentType', { description: 'Type of the file.' }),
    base64: t.string({
      description: 'The file, in base64.',
      resolve: ({ whole }) => Buffer.from(whole?.() ?? []).toString('base64'),
    }),
  }),
})

builder.queryField('paymentExport', (t) =>
  t.field({
    type: PaymentExport,
    description: getPaymentExport.summary,
    args: args(getPaymentExport, t),
    extensions: runs(getPaymentExport),
    resolve: (_root, given, context) => read(getPaymentExport, given, context),
  }),
)

const BankImportLine = builder.objectRef<ImportedEntry>('BankImportLine').implement({
  description: 'A movement of an account, and what it was taken for.',
  fields: (t) => ({
    result: t.field({
      type: enumOf('MatchResult', matchResults),
      description: 'How well it fits a document.',
      resolve: ({ result }) => result,
    }),
    recorded: t.exposeBoolean('recorded', { description: 'Whether a payment was recorded for it now.' }),
    documentId: t.exposeID('documentId', { nullable: true, description: 'The document.' }),
    number: t.exposeString('number', { nullable: true, description: 'Its number.' }),
    direction: t.field({
      type: enumOf('MovementDirection', ['credit', 'debit']),
      description: 'Money that came, or went.',
      resolve: ({ direction }) => direction,
    }),
    amount: t.field({ type: 'Decimal', description: 'How much.', resolve: ({ amount }) => amount.toFixed(2) }),
    currency: t.exposeString('currency', { description: 'Currency.' }),
    date: t.field({ type: 'Date', description: 'When it was booked.', resolve: ({ date }) => date }),
    reference: t.exposeString('reference', { nullable: true, description: 'What the payer named.' }),
    counterpartyName: t.exposeString('counterpartyName', { nullable: true, description: 'Who is at the other end.' }),
    counterpartyIban: t.exposeString('counterpartyIban', { nullable: true, description: 'Account at the other end.' }),
    because: t.exposeString('because', { description: 'Why it was taken for that.' }),
  }),
})

const MatchCounts = builder.objectRef<Record<MatchResult, number>>('MatchCounts').implement({
  description: 'How many movements fit how well.',
  fields: (t) => ({
    exact: t.int({ description: 'One document, and the amount is what remains.', resolve: ({ exact }) => exact }),
    partial: t.int({ description: 'One document, and more remains.', resolve: ({ partial }) => partial }),
    over: t.int({ description: 'One document, and less remains.', resolve: ({ over }) => over }),
    ambiguous: t.int({ description: 'Several documents.', resolve: ({ ambiguous }) => ambiguous }),
    alreadyRecorded: t.int({ description: 'Recorded before.', resolve: ({ already_recorded: before }) => before }),
    unmatched: t.int({ description: 'No document.', resolve: ({ unmatched }) => unmatched }),
  }),
})

mutation(recordPayment, (t) => ({
  payment: t.field({ type: Payment, description: 'The payment.', resolve: ({ payment }) => payment }),
  info: t.field({ type: PaymentInfoType, description: 'What is to be paid after it.', resolve: ({ info }) => info }),
  lifecycleStatus: t.field({
    type: enumOf('LifecycleStatus', lifecycleStatuses),
    nullable: true,
    description: 'Where the document moved to; null when it may not move.',
    resolve: ({ payment }) => payment.moved,
  }),
}))
mutation(exportPayments, (t) => ({
  // Read again: a repeated idempotency key brings back the order, and its file is made anew, the same.
  order: t.field({
    type: PaymentExport,
    description: 'The order, with its file.',
    resolve: ({ exportId }, _args, context) => read(getPaymentExport, { exportId }, context),
  }),
}))
mutation(importBankFile, (t) => ({
  mode: t.field({
    type: enumOf('BankImportMode', modes),
    description: 'Whether it was recorded.',
    resolve: ({ mode }: BankImport) => mode,
  }),
  entries: t.exposeInt('entries', { description: 'How many movements the file holds.' }),
  recorded: t.exposeInt('recorded', { description: 'How many were recorded as payments.' }),
  recordedAmount: t.field({
    type: 'Decimal',
    description: 'Their sum.',
    resolve: ({ recordedAmount }) => recordedAmount.toFixed(2),
  }),
  counts: t.field({ type: MatchCounts, description: 'How many fit how well.', resolve: ({ counts }) => counts }),
  transfersAccepted: t.exposeInt('transfersAccepted', {
    description: 'Ordered transfers that the bank accepted; with `propose` they are only counted.',
  }),
  transfersRejected: t.exposeInt('transfersRejected', {
    description: 'Ordered transfers that the bank rejected; with `propose` they are only counted.',
  }),
  lines: t.field({ type: [BankImportLine], description: 'Each movement.', resolve: ({ lines }) => lines }),
}))
