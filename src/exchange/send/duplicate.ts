import { isFromBuyer } from '../../values/document-types.ts'
import type { ReadDocument } from '../../documents/record/read-document.ts'

/**
 * What no two sent documents of an organization may share: seller (of an order, the buyer), type, number and year of
 * issue. Null for records without a date. A document that failed or was rejected gives its key back.
 */
export const duplicateKeyOf = (
  { type, summary, seller }: Pick<ReadDocument, 'type' | 'summary' | 'seller'>,
  sender: string,
): string | null =>
  summary.issueDate === null
    ? null
    : [
        (isFromBuyer({ type }) ? null : seller.vatNumber) ?? sender,
        type,
        summary.issueDate.getUTCFullYear(),
        summary.number,
      ].join('|')
