/** What a document says, under the names of the send body. */
import type { Prisma } from '../../generated/prisma/client.ts'
import type { DocumentRow } from '../record/document.ts'
import { documentView } from '../record/view.ts'
import { decimal, extend, id, json, record, text, view } from '../../operation/view.ts'
import type { DocumentContent } from './content.ts'
import type { getStructuredDocument } from './get-structured.ts'
import type { ResultOf } from '../../operation/operation.ts'

/** A part of a structure: what it does not say is absent. */
export type Part = Record<string, Prisma.JsonValue>

export const lineView = view<Part>()('DocumentLine', 'A line of a document, with the field names of the send body.', {
  id: text('BT-126: identifier of the line in the document.').orNull(),
  description: text('BT-153: name of the item.').orNull(),
  longDescription: text('BT-154: longer description of the item.').orNull(),
  itemCode: text("BT-155: the seller's code for the item.").orNull(),
  quantity: decimal('BT-129: quantity.').orNull(),
  unit: text('BT-130: code of the unit of the quantity (UNECE Recommendation 20).').orNull(),
  unitPrice: decimal('BT-146: net price of the item.').orNull(),
  netAmount: decimal('BT-131: amount of the line without VAT.').orNull(),
  vatRate: decimal('BT-152: VAT rate in percent.').orNull(),
  vatCategory: text('BT-151: code of the VAT category.').orNull(),
  vatExemptionReason: text('BT-120: why no VAT is charged.').orNull(),
  vatExemptionCode: text('BT-121: code of the reason why no VAT is charged.').orNull(),
  orderLineReference: text('BT-132: the line of the purchase order that this line refers to.').orNull(),
  note: text('BT-127: note on the line.').orNull(),
  period: json('BG-26: period that the line covers.').orNull(),
  allowances: json('BG-27: allowances on the line.').orNull(),
  charges: json('BG-28: charges on the line.').orNull(),
})

export const partyView = view<Part>()('DocumentParty', 'A party that a document names.', {
  role: text('`seller`, `buyer`, `payee` or `tax-representative`.').orNull(),
  id: text('Participant id.').orNull(),
  name: text('Name.').orNull(),
  tradingName: text('Trading name.').orNull(),
  vatNumber: text('VAT number.').orNull(),
  taxNumber: text('Tax number other than the VAT number.').orNull(),
  legalId: json('Number in the company register, with its scheme.').orNull(),
  identifiers: json('Other identifiers.').orNull(),
  address: json('Address.').orNull(),
  contact: json('Contact person.').orNull(),
})

/** A document, with what it says where that is asked for. */
export const contentView = extend<DocumentRow, DocumentContent>(documentView)(
  'DocumentWithContent',
  'A document that a company of the organization sent or received, with its content.',
  {
    document: record(
      'The content with the field names of the send body. Null for a file without a structure, and where the ' +
        'answer would become too large: then fetch it from `/structured`.',
    )
      .orNull()
      .orAbsent()
      .onlyIn('rest'),
    xml: text('The XML. Null for another file, and where the answer would become too large: then fetch it from `/xml`.')
      .orNull()
      .orAbsent()
      .onlyIn('rest'),
  },
)

export const structuredView = view<ResultOf<typeof getStructuredDocument>>()(
  'StructuredDocument',
  'The structured content of a document.',
  {
    documentId: id('The document.'),
    document: record(
      'The content with the field names of the send body. Decimals are strings in GraphQL and numbers in REST.',
    ),
  },
)

/** REST shows the whole document beside it. */
export const structuredInJsonView = extend<DocumentRow & DocumentContent, { documentId: string }>(contentView)(
  'StructuredDocument',
  'A document with its structured content and its XML.',
  { documentId: id('The document.') },
)
