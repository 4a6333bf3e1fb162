import type { ReadDocument } from '../../../documents/record/read-document.ts'
import { hashOf } from '../../../kernel/bytes.ts'
import { isFromBuyer } from '../../../values/document-types.ts'
import { limits } from '../../../values/limits.ts'

/** An index takes 2,700 bytes. */
const indexable = (key: string): string =>
  key.length > limits.columnCharacters ? `sha256:${hashOf(Buffer.from(key))}` : key

/** The company that sends, and who sells where that is another number: no company takes the numbers of another. */
const issuerOf = ({ type, seller }: Pick<ReadDocument, 'type' | 'seller'>, sender: string): string => {
  const { vatNumber } = seller
  return isFromBuyer({ type }) || vatNumber === null || vatNumber === sender ? sender : `${sender} ${vatNumber}`
}

/**
 * No two sent documents of a company may share this: seller (of an order, the buyer), type, number and year of issue.
 * Null for records without a date. A document that failed or was rejected gives its key back.
 */
export const duplicateKeyOf = (
  {
    type,
    summary,
    seller,
  }: Pick<ReadDocument, 'type' | 'seller'> & { summary: Pick<ReadDocument['summary'], 'issueDate' | 'number'> },
  sender: string,
): string | null =>
  summary.issueDate === null
    ? null
    : indexable(
        [issuerOf({ type, seller }, sender), type, summary.issueDate.getUTCFullYear(), summary.number].join('|'),
      )
