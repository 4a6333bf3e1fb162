import { electronicFormatIBAN } from 'ibantools'
import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { pain001Editions } from '../formats/iso20022/pain001.ts'
import type { Transfer } from '../formats/iso20022/transfer-order.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { date, iban, id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { Decimal, sum } from '../values/money.ts'
import { type ExportedOrder, orderFile } from './order-file.ts'
import { type Candidate, ibanOf, objectionsTo, remainingOf } from './payable.ts'

const MOST_DOCUMENTS = 10_000

export const editionNames = pain001Editions.map((edition) => `pain.001.001.${edition}` as const)

const debtor = z
  .strictObject({
    name: z.string().trim().min(1).max(140).describe('Who pays.'),
    iban: z
      .preprocess((value) => (typeof value === 'string' ? (electronicFormatIBAN(value) ?? value) : value), iban)
      .meta({ graphql: 'String', examples: ['BE68539007547034'] })
      .describe('From which account.'),
    bic: z
      .string()
      .regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'Expected a BIC of 8 or 11 characters')
      .optional()
      .describe('Of which bank.'),
  })
  .meta({ id: 'DebtorInput' })

type AmountName = 'due' | 'paid' | 'said'
type CandidateRow = Omit<Candidate, AmountName> & Record<AmountName, { toFixed(): string }>

/** The documents, held until the order is written: nobody else orders them meanwhile. One statement, however many. */
const candidates = async (
  db: Db,
  { organizationId, companyId }: Actor,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, Candidate>> => {
  const mine = companyId === null ? Prisma.empty : Prisma.sql`AND "companyId" = ${companyId}`
  await db.$queryRaw`SELECT id FROM documents WHERE "organizationId" = ${organizationId} AND id = ANY(${documentIds}) ORDER BY id FOR UPDATE`
  const rows = await db.$queryRaw<CandidateRow[]>(Prisma.sql`
    SELECT id, "companyId", type, direction::text, "selfBilled", number, currency, "lifecycleStatus"::text, "paymentIban", "paymentReference",
      CASE direction WHEN 'incoming' THEN "senderName" ELSE "receiverName" END AS "creditorName",
      COALESCE("amountDue", "grossAmount", 0) AS due,
      COALESCE((SELECT sum(amount) FROM payments p WHERE p."organizationId" = d."organizationId" AND p."documentId" = d.id), 0) AS paid,
      COALESCE((SELECT sum((l.payment ->> 'amount')::numeric) FROM lifecycle_entries l WHERE l."organizationId" = d."organizationId" AND l."documentId" = d.id AND l.party = 'buyer' AND l.source <> 'payment' AND l.status IN ('partially_paid', 'paid')), 0) AS said,
      (SELECT count(*)::int FROM payment_export_transfers t WHERE t."organizationId" = d."organizationId" AND t."documentId" = d.id AND t.status <> 'rejected') AS ordered,
      (SELECT count(*)::int FROM payment_export_transfers t WHERE t."organizationId" = d."organizationId" AND t."documentId" = d.id) AS orders
    FROM documents d WHERE "organizationId" = ${organizationId} AND id = ANY(${documentIds}) ${mine}`)
  return new Map(
    rows.map(({ due, paid, said, ...row }) => [
      row.id,
      { ...row, due: new Decimal(due.toFixed()), paid: new Decimal(paid.toFixed()), said: new Decimal(said.toFixed()) },
    ]),
  )
}

const refuse = (
  objections: readonly { documentId: string; rule: string; message: string }[],
  documentIds: readonly string[],
): never => {
  const position = new Map(documentIds.map((documentId, index) => [documentId, index]))
  throw new AppError('NOT_PAYABLE', {
    message: `${new Set(objections.map(({ documentId }) => documentId)).size} of ${documentIds.length} documents cannot be paid by a transfer; see details.`,
    details: objections.map(({ documentId, rule, message }) => ({
      field: `documentIds[${position.get(documentId)}]`,
      rule,
      message,
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

const writeTransfers = (
  db: Db,
  key: { organizationId: string; exportId: string },
  chosen: readonly Candidate[],
  transfers: readonly Transfer[],
): Promise<number> =>
  db.$executeRaw`
    INSERT INTO payment_export_transfers ("organizationId", "exportId", position, "documentId", "endToEndId", amount, "creditorName", "creditorIban", remittance)
    SELECT ${key.organizationId}, ${key.exportId}, position - 1, "documentId", "endToEndId", amount::numeric, name, iban, remittance
    FROM unnest(${chosen.map((one) => one.id)}::text[], ${transfers.map((one) => one.endToEndId)}::text[], ${transfers.map((one) => one.amount.toFixed(2))}::text[], ${transfers.map((one) => one.creditor.name)}::text[],
      ${transfers.map((one) => one.creditor.iban)}::text[], ${transfers.map((one) => one.remittance)}::text[]) WITH ORDINALITY AS t("documentId", "endToEndId", amount, name, iban, remittance, position)`

export const exportPayments = operation({
  name: 'exportPayments',
  summary:
    'Orders the payment of approved documents from a bank: a pain.001 file of credit transfers in euro, for what remains to be paid of each.',
  scope: 'payments',
  writes: true,
  input: z
    .strictObject({
      documentIds: z
        .array(id('document'))
        .min(1)
        .max(MOST_DOCUMENTS, `At most ${MOST_DOCUMENTS} documents`)
        .describe('Which documents to pay, of one company.'),
      debtor: debtor.describe('Who pays, and from which account.'),
      executionDate: date.describe('When the bank is to pay: today or later.'),
      batchBooking: z.boolean().default(true).describe('Whether the account shows one sum for all (default true).'),
      format: z
        .enum(editionNames)
        .meta({ graphql: 'Pain001Format' })
        .default('pain.001.001.09')
        .describe('Which edition of the message (default pain.001.001.09).'),
      force: z
        .boolean()
        .default(false)
        .describe(
          'Orders also what was ordered before, and what the supplier was told to be paid without a record of it.',
        ),
    })
    .refine(({ documentIds }) => new Set(documentIds).size === documentIds.length, {
      error: 'A document stands twice in the list',
      path: ['documentIds'],
    })
    .meta({
      examples: [
        {
          documentIds: ['doc_01kafm4h7vf8xbkrs9q2m3c5de'],
          debtor: { name: 'Atelier Logistics', iban: 'BE68539007547034', bic: 'GKCCBEBB' },
          executionDate: '2099-12-31',
        },
      ],
    }),
  errors: ['DOCUMENT_NOT_FOUND', 'NOT_PAYABLE', 'INVALID_IBAN', 'INVALID_DATE'],
  async run(
    { db, actor, now },
    { documentIds, debtor: payer, executionDate, batchBooking, format, force },
  ): Promise<ExportedOrder> {
    if (executionDate < now.toISOString().slice(0, 10))
      throw new AppError('INVALID_DATE', {
        message: 'executionDate: today or later.',
        details: [
          { field: 'executionDate', rule: 'INVALID_DATE', message: 'A bank does not pay in the past: today or later.' },
        ],
      })
    const found = await candidates(db, actor, documentIds)
    const absent = documentIds.flatMap((documentId, index) =>
      found.has(documentId)
        ? []
        : [{ field: `documentIds[${index}]`, rule: 'DOCUMENT_NOT_FOUND', message: 'No such document.' }],
    )
    if (absent.length > 0) throw new AppError('DOCUMENT_NOT_FOUND', { details: absent })
    const chosen = documentIds.flatMap((documentId) => found.get(documentId) ?? [])
    const [first] = chosen
    const companyId = first?.companyId ?? ''
    const strangers = chosen
      .filter((one) => one.companyId !== companyId)
      .map((one) => ({
        documentId: one.id,
        rule: 'OTHER_COMPANY',
        message: 'It belongs to another company than the first: an order is of one payer.',
      }))
    const objections = [...strangers, ...chosen.flatMap((one) => objectionsTo(one, force))]
    if (objections.length > 0) refuse(objections, documentIds)
    const transfers = chosen.map(transferOf)
    const total = sum(transfers.map(({ amount }) => amount))
    const { organizationId } = actor
    const exportId = newId('paymentExport')
    const edition = format.slice(-2)
    const row = await db.paymentExport.create({
      data: {
        organizationId,
        id: exportId,
        companyId,
        edition,
        debtorName: payer.name,
        debtorIban: payer.iban,
        debtorBic: payer.bic ?? null,
        executionDate: new Date(executionDate),
        batchBooking,
        count: transfers.length,
        total,
        createdBy: actor.label,
        createdAt: now,
      },
    })
    await writeTransfers(db, { organizationId, exportId }, chosen, transfers)
    return orderFile(row, transfers)
  },
})
