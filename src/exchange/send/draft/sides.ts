/** The two parties of a document as who sends it and who gets it. Pure. */
import type { CompanyRow } from '../../../companies/company.ts'
import { refusal } from '../../../kernel/errors/app-error.ts'
import { isFromBuyer } from '../../../values/document-types.ts'
import { companyBehind } from '../../../values/french-address.ts'
import type { ReadDocument } from '../../../documents/record/read-document.ts'
import type { PartySummary } from '../../../documents/record/summary.ts'

interface Sides {
  sender: PartySummary
  receiver: PartySummary
}

type DocumentParties = Pick<ReadDocument, 'type' | 'selfBilled' | 'seller' | 'buyer'>

const isSame = (one: string | null, other: string | null): boolean =>
  one !== null && one.toLowerCase() === other?.toLowerCase()

/**
 * The party that has the participant id of the sender sends; where none or both have it, the kind of document tells.
 */
export const sidesOf = (document: DocumentParties, from: string | null): Sides => {
  const { seller, buyer } = document
  const [sold, bought] = [isSame(seller.peppolId, from), isSame(buyer.peppolId, from)]
  return (sold === bought ? isFromBuyer(document) : bought)
    ? { sender: buyer, receiver: seller }
    : { sender: seller, receiver: buyer }
}

/**
 * Nobody sends in the name of somebody else: if the document names its sender, that must be the company, by its address
 * or its VAT number.
 */
export const refuseForeignSender = (
  document: DocumentParties,
  from: string,
  { vatNumber, additionalIdentifiers }: Pick<CompanyRow, 'vatNumber' | 'additionalIdentifiers'>,
): void => {
  const { sender } = sidesOf(document, from)
  const others = (additionalIdentifiers as { scheme: string; value: string }[]).map(
    ({ scheme, value }) => `${scheme}:${value}`,
  )
  if (sender.peppolId === null && sender.vatNumber === null) return
  if (isSame(sender.vatNumber, vatNumber) || [from, ...others].some((id) => isSame(sender.peppolId, id))) return
  if (sender.peppolId !== null && companyBehind(sender.peppolId) === companyBehind(from)) return
  const named = sender.peppolId ?? sender.vatNumber
  const message = `The document names ${named} as its sender, which is not the company with this participant id.`
  throw refusal('INVALID_REQUEST', 'from', message, { summary: `from: ${message}` })
}
