import { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Transfer } from '../formats/iso20022/transfer-order.ts'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { Decimal } from '../values/money.ts'
import { type ExportedOrder, orderFile } from './order-file.ts'

export const getPaymentExport = operation({
  name: 'getPaymentExport',
  summary: 'Returns the file of a payment order, exactly as it was created.',
  scope: 'payments',
  writes: false,
  input: z.strictObject({ exportId: id('paymentExport').describe('Identifier of the payment order, `pexp_…`.') }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor }, { exportId }): Promise<ExportedOrder> {
    const { organizationId, companyId } = actor
    const found = await db.paymentExport.findFirst({
      where: { organizationId, id: exportId, ...(companyId !== null && { companyId }) },
      include: { transfers: { orderBy: { position: 'asc' } } },
    })
    if (!found) throw new AppError('RESOURCE_NOT_FOUND')
    const transfers = found.transfers.map(
      ({ endToEndId, amount, creditorName, creditorIban, remittance }): Transfer => ({
        endToEndId,
        amount: new Decimal(amount.toFixed()),
        creditor: { name: creditorName, iban: creditorIban },
        remittance,
      }),
    )
    return orderFile(found, transfers)
  },
})
