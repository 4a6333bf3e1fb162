import type { InvoiceKind } from '../values/document-types.ts'
import type { Invoice } from './invoice.ts'

type TypeCoded = Pick<Invoice, 'typeCode'>

/** Invoice types (BT-3, UNCL1001) that are credits: UBL writes them as a CreditNote. */
const CREDITS = new Set(['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '502', '503', '532'])

export const isCreditNote = ({ typeCode }: TypeCoded): boolean => CREDITS.has(typeCode)

/** Types that the buyer issues in the seller's name. */
const SELF_BILLED = new Set(['261', '389', '471', '473', '500', '501', '502', '527'])

export const isSelfBilled = ({ typeCode }: TypeCoded): boolean => SELF_BILLED.has(typeCode)

/** The kind of document in the words of the API. */
export const kindOf = (document: TypeCoded): InvoiceKind =>
  isCreditNote(document) ? 'credit-note' : document.typeCode === '383' ? 'debit-note' : 'invoice'
