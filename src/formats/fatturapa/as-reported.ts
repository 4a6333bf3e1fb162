import { likelyVatOf } from '../../values/national-numbers.ts'
import { identityOfVat } from '../../values/vat-number.ts'
import type { Buyer, Invoice } from '../invoice.ts'
import { faultsOf, remarksOf } from './faults.ts'

const isVat = (number: string | undefined): number is string =>
  number !== undefined && typeof identityOfVat(number) !== 'string'

/** An invoice outside the scope of VAT names a party by an address or a registration that is its VAT number. */
const vatOf = ({ electronicAddress, legalId }: Buyer): string | undefined =>
  [
    electronicAddress && likelyVatOf(`${electronicAddress.scheme}:${electronicAddress.value}`),
    legalId?.scheme === undefined ? legalId?.value : undefined,
  ].find(isVat)

const withVat = <T extends Buyer>(party: T, known?: string): T => {
  const vatNumber = party.vatNumber ?? known ?? vatOf(party)
  return vatNumber === undefined ? party : { ...party, vatNumber }
}

/** An invoice with the VAT numbers of both parties, which FatturaPA gives even outside the scope of VAT (BR-O-02). */
export const asReported = (invoice: Invoice, sellersVat?: string): Invoice => ({
  ...invoice,
  seller: withVat(invoice.seller, sellersVat),
  buyer: withVat(invoice.buyer),
})

/** What is to be said of an invoice that goes to the interchange system: why it would not be taken, and what else. */
export const reportingFindings = (
  invoice: Invoice,
  sellersVat: string,
): { faults: ReturnType<typeof faultsOf>; remarks: ReturnType<typeof remarksOf> } => {
  const reported = asReported(invoice, sellersVat)
  return { faults: faultsOf(reported), remarks: remarksOf(reported) }
}
