import { identityOfVat, vatNumberOf } from '../../values/vat-number.ts'
import type { Buyer, Invoice } from '../invoice.ts'
import { faultsOf } from './faults.ts'

const isVat = (number: string | undefined): number is string =>
  number !== undefined && typeof identityOfVat(number) !== 'string'

/** An invoice outside the scope of VAT names its buyer by an address or a registration that is its VAT number. */
const buyersVat = ({ vatNumber, electronicAddress, legalId }: Buyer): string | undefined =>
  [
    vatNumber,
    electronicAddress && vatNumberOf(`${electronicAddress.scheme}:${electronicAddress.value}`),
    legalId?.scheme === undefined ? legalId?.value : undefined,
  ].find((number, index) => (index === 0 ? number !== undefined : isVat(number)))

/** An invoice with the VAT numbers of both parties, which FatturaPA gives even outside the scope of VAT (BR-O-02). */
export const asReported = (invoice: Invoice, sellersVat: string): Invoice => {
  const { seller, buyer } = invoice
  const vatNumber = buyersVat(buyer)
  return {
    ...invoice,
    seller: { ...seller, vatNumber: seller.vatNumber ?? sellersVat },
    buyer: { ...buyer, ...(vatNumber !== undefined && { vatNumber }) },
  }
}

/** Why the interchange system would not take an invoice; nothing where it would. */
export const reportingFaults = (invoice: Invoice, sellersVat: string): ReturnType<typeof faultsOf> =>
  faultsOf(asReported(invoice, sellersVat))
