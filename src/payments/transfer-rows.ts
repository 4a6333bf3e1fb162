/** The documents that a transfer may pay, as rows of the database, and the transfers that are written for them. */
import type { Actor } from '../auth/actor.ts'
import type { Transfer } from '../formats/iso20022/transfer-order.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { Decimal } from '../values/money.ts'
import type { Candidate } from './payable.ts'

type AmountName = 'due' | 'paid' | 'said'
type CandidateRow = Omit<Candidate, AmountName> & Record<AmountName, { toFixed(): string }>

/**
 * The documents, held until the order is written: nobody else orders them meanwhile. The same two statements, however
 * many there are.
 */
export const candidatesFor = async (
  db: Db,
  { organizationId, companyId }: Actor,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, Candidate>> => {
  const mine = companyId === null ? Prisma.empty : Prisma.sql`AND "companyId" = ${companyId}`
  await db.$queryRaw`
    SELECT id FROM documents WHERE "organizationId" = ${organizationId} AND id = ANY(${documentIds})
    ORDER BY id FOR UPDATE`
  const rows = await db.$queryRaw<CandidateRow[]>(Prisma.sql`
    SELECT id, "companyId", type, direction::text, "selfBilled", number, currency, "lifecycleStatus"::text,
      "paymentIban", "paymentReference",
      CASE direction WHEN 'incoming' THEN "senderName" ELSE "receiverName" END AS "creditorName",
      COALESCE("amountDue", "grossAmount", 0) AS due,
      COALESCE((
        SELECT sum(amount) FROM payments p
        WHERE p."organizationId" = d."organizationId" AND p."documentId" = d.id
          AND p."reversedAt" IS NULL), 0) AS paid,
      COALESCE((
        SELECT sum((l.payment ->> 'amount')::numeric) FROM lifecycle_entries l
        WHERE l."organizationId" = d."organizationId" AND l."documentId" = d.id AND l.party = 'buyer'
          AND l.source NOT IN ('payment', 'reversal') AND l.status IN ('partially_paid', 'paid')), 0)
        - COALESCE((
        SELECT sum(amount) FROM payments p
        WHERE p."organizationId" = d."organizationId" AND p."documentId" = d.id
          AND p.source = 'lifecycle' AND p."reversedAt" IS NOT NULL), 0) AS said,
      (SELECT count(*)::int FROM payment_export_transfers t
        WHERE t."organizationId" = d."organizationId" AND t."documentId" = d.id AND t.status <> 'rejected') AS ordered,
      (SELECT count(*)::int FROM payment_export_transfers t
        WHERE t."organizationId" = d."organizationId" AND t."documentId" = d.id) AS orders
    FROM documents d WHERE "organizationId" = ${organizationId} AND id = ANY(${documentIds}) ${mine}`)
  return new Map(
    rows.map(({ due, paid, said, ...row }) => [
      row.id,
      { ...row, due: new Decimal(due.toFixed()), paid: new Decimal(paid.toFixed()), said: new Decimal(said.toFixed()) },
    ]),
  )
}

export const writeTransfers = (
  db: Db,
  key: { organizationId: string; exportId: string },
  chosen: readonly Candidate[],
  transfers: readonly Transfer[],
): Promise<number> =>
  db.$executeRaw`
    INSERT INTO payment_export_transfers ("organizationId", "exportId", position, "documentId", "endToEndId", amount,
      "creditorName", "creditorIban", remittance)
    SELECT ${key.organizationId}, ${key.exportId}, position - 1, "documentId", "endToEndId", amount::numeric, name,
      iban, remittance
    FROM unnest(${chosen.map((one) => one.id)}::text[], ${transfers.map((one) => one.endToEndId)}::text[],
      ${transfers.map((one) => one.amount.toFixed(2))}::text[], ${transfers.map((one) => one.creditor.name)}::text[],
      ${transfers.map((one) => one.creditor.iban)}::text[], ${transfers.map((one) => one.remittance)}::text[])
      WITH ORDINALITY AS t("documentId", "endToEndId", amount, name, iban, remittance, position)`
