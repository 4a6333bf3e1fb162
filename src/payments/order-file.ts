import { Readable } from 'node:stream'
import type { FileAnswer } from '../operation/file-answer.ts'
import { hashOf } from '../kernel/bytes.ts'
import { type Pain001Edition, writePain001 } from '../formats/iso20022/pain001.ts'
import type { Transfer } from '../formats/iso20022/transfer-order.ts'
import type { PaymentExport } from '../generated/prisma/client.ts'
import { Decimal } from '../values/money.ts'
import { dayOf } from '../values/dates.ts'

export const ORDER_FILE_TYPE = 'application/xml'

/** An order to a bank; its file is made in pieces while it leaves. */
export interface ExportedOrder extends FileAnswer {
  exportId: string
  count: number
  total: Decimal
  executionDate: string
}

export const orderFile = (row: PaymentExport, transfers: readonly Transfer[]): ExportedOrder => {
  const {
    id: exportId,
    edition,
    debtorName: name,
    debtorIban: iban,
    debtorBic: bic,
    batchBooking,
    count,
    createdAt,
  } = row
  const executionDate = dayOf(row.executionDate)
  const total = new Decimal(row.total.toFixed())
  // An underscore is not among the characters of banks.
  const order = {
    id: exportId.slice(exportId.indexOf('_') + 1),
    createdAt,
    executionDate,
    batchBooking,
    debtor: { name, iban, ...(bic && { bic }) },
    count,
    sum: total,
  }
  const pieces = () => writePain001(order, transfers, edition as Pain001Edition)
  return {
    exportId,
    count,
    total,
    executionDate,
    contentType: ORDER_FILE_TYPE,
    fileName: `pain.001.001.${edition}-${order.id}.xml`,
    hash: hashOf(Buffer.from(exportId)),
    content: () => Readable.from(pieces(), { objectMode: false }),
    whole: () => Buffer.from([...pieces()].join('')),
  }
}
