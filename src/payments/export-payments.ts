import { electronicFormatIBAN } from 'ibantools'
import { z } from 'zod'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import type { Pain001Edition } from '../formats/iso20022/pain001.ts'
import type { Transfer } from '../formats/iso20022/transfer-order.ts'
import { bic, businessDate, iban, id, oneOf } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { sum } from '../values/money.ts'
import { type ExportedOrder, orderFile } from './order-file.ts'
import { type Candidate, ibanOf, objectionsTo, remainingOf } from './payable.ts'
import { candidatesFor, writeTransfers } from './transfer-rows.ts'
import { limits } from '../values/limits.ts'
import { dayOf } from '../values/dates.ts'

const MOST_DOCUMENTS = limits.paymentOrderDocuments

const formats: Readonly<Record<`pain.001.001.${Pain001Edition}`, string>> = {
  'pain.001.001.09': 'The version of 2019, which banks take today.',
  'pain.001.001.03': 'The version of 2009, for banks that do not take the newer one.',
}

const debtor = z
  .strictObject({
    name: z.string().trim().min(1).max(140).describe('Name of the payer.'),
    iban: z
      .preprocess((value) => (typeof value === 'string' ? (electronicFormatIBAN(value) ?? value) : value), iban)
      .meta({ graphql: 'String', examples: ['BE68539007547034'] })
      .describe('IBAN of the account to pay from.'),
    bic: bic.optional().describe('BIC of the bank.'),
  })
  .meta({ id: 'DebtorInput' })

const refusePast = (executionDate: string, now: Date): void => {
  if (executionDate >= dayOf(now)) return
  throw refusal('INVALID_DATE', 'executionDate', 'The execution date is in the past. Give today or a later day.', {
    summary: 'executionDate: Give today or a later day.',
  })
}

/** The documents in the order in which they were asked for; refused when one is absent. */
const chosenOf = (documentIds: readonly string[], found: ReadonlyMap<string, Candidate>): Candidate[] => {
  const absent = documentIds.flatMap((documentId, index) =>
    found.has(documentId)
      ? []
      : [{ field: `documentIds[${index}]`, rule: 'DOCUMENT_NOT_FOUND', message: 'The document was not found.' }],
  )
  if (absent.length > 0) throw new AppError('DOCUMENT_NOT_FOUND', { details: absent })
  return documentIds.flatMap((documentId) => found.get(documentId) ?? [])
}

const refuseUnpayable = (documentIds: readonly string[], chosen: readonly Candidate[], force: boolean): void => {
  const strangers = chosen
    .filter((one) => one.companyId !== chosen[0]?.companyId)
    .map((one) => ({
      documentId: one.id,
      rule: 'OTHER_COMPANY',
      message:
        'The document belongs to another company than the first one. ' +
        'All documents of an order must have the same payer.',
    }))
  const objections = [...strangers, ...chosen.flatMap((one) => objectionsTo(one, force))]
  if (objections.length === 0) return
  const numbers = new Map(chosen.map(({ id: documentId, number }) => [documentId, number]))
  const position = new Map(documentIds.map((documentId, index) => [documentId, index]))
  const count = new Set(objections.map(({ documentId }) => documentId)).size
  throw new AppError('NOT_PAYABLE', {
    message: `${count} of ${documentIds.length} documents cannot be paid by bank transfer: see details.`,
    details: objections.map(({ documentId, rule, message }) => ({
      field: `documentIds[${position.get(documentId)}]`,
      rule,
      message: `${numbers.get(documentId)} (row ${Number(position.get(documentId)) + 1}): ${message}`,
      documentId,
    })),
  })
}

const endToEndIdOf = ({ id: documentId, orders }: Candidate): string =>
  `${documentId.slice(documentId.indexOf('_') + 1)}${orders > 0 ? `-${orders + 1}` : ''}`

const transferOf = (candidate: Candidate): Transfer => ({
  endToEndId: endToEndIdOf(candidate),
  amount: remainingOf(candidate),
  creditor: { name: candidate.creditorName ?? candidate.number, iban: ibanOf(candidate) },
  remittance: candidate.paymentReference ?? candidate.number,
})

export const exportPayments = operation({
  name: 'exportPayments',
  summary:
    'Creates a payment order for approved documents: a pain.001 file for the bank, ' +
    'with a credit transfer in euro for the remaining amount of each document.',
  scope: 'payments',
  writes: true,
  input: z
    .strictObject({
      documentIds: z
        .array(id('document'))
        .min(1)
        .max(MOST_DOCUMENTS, `At most ${MOST_DOCUMENTS} documents`)
        .describe('Identifiers of the documents to pay. All must belong to the same company.'),
      debtor: debtor.describe('The payer and its account.'),
      executionDate: businessDate.describe('Date on which the bank executes the transfers: today or later.'),
      batchBooking: z
        .boolean()
        .default(true)
        .describe('Whether the bank statement shows one sum for all transfers (default true).'),
      format: oneOf('Pain001Format', formats)
        .default('pain.001.001.09')
        .describe('Version of the pain.001 message (default `pain.001.001.09`).'),
      force: z
        .boolean()
        .default(false)
        .describe(
          'Whether to include documents that were ordered before, and documents that ' +
            'were reported to the supplier as paid without a recorded payment.',
        ),
    })
    .refine(({ documentIds }) => new Set(documentIds).size === documentIds.length, {
      error: 'The list contains a document twice',
      path: ['documentIds'],
    })
    .meta({
      examples: [
        {
          documentIds: ['doc_01kafm4h7vf8xbkrs9q2m3c5de'],
          debtor: { name: 'Atelier Logistics', iban: 'BE68539007547034', bic: 'GKCCBEBB' },
          executionDate: '2035-12-31',
        },
      ],
    }),
  errors: ['DOCUMENT_NOT_FOUND', 'NOT_PAYABLE', 'INVALID_IBAN', 'INVALID_DATE'],
  async run({ db, actor, now }, order): Promise<ExportedOrder> {
    refusePast(order.executionDate, now)
    const chosen = chosenOf(order.documentIds, await candidatesFor(db, actor, order.documentIds))
    refuseUnpayable(order.documentIds, chosen, order.force)
    const transfers = chosen.map(transferOf)
    const { organizationId } = actor
    const exportId = newId('paymentExport')
    const row = await db.paymentExport.create({
      data: {
        organizationId,
        id: exportId,
        companyId: chosen[0]?.companyId ?? '',
        edition: order.format.slice(-2),
        debtorName: order.debtor.name,
        debtorIban: order.debtor.iban,
        debtorBic: order.debtor.bic ?? null,
        executionDate: new Date(order.executionDate),
        batchBooking: order.batchBooking,
        count: transfers.length,
        total: sum(transfers.map(({ amount }) => amount)),
        createdBy: actor.label,
        createdAt: now,
      },
    })
    await writeTransfers(db, { organizationId, exportId }, chosen, transfers)
    return orderFile(row, transfers)
  },
})
