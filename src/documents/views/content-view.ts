/** What a document says, under the names of the send body. */
import type { Prisma } from '../../generated/prisma/client.ts'
import { decimal, id, json, record, text, view } from '../../operation/view.ts'
import type { getStructuredDocument } from './get-structured.ts'
import type { ResultOf } from '../../operation/operation.ts'

/** A part of a structure: what it does not say is absent. */
export type Part = Record<string, Prisma.JsonValue>

export const lineView = view<Part>()('DocumentLine', 'A line of a document, under the names of the send body.', {
  id: text('BT-126: how the document numbers it.').orNull(),
  description: text('BT-153: what it is.').orNull(),
  longDescription: text('BT-154: more of what it is.').orNull(),
  itemCode: text("BT-155: the seller's code.").orNull(),
  quantity: decimal('BT-129: how many.').orNull(),
  unit: text('BT-130: of what unit (Recommendation 20).').orNull(),
  unitPrice: decimal('BT-146: price of one.').orNull(),
  netAmount: decimal('BT-131: amount without VAT.').orNull(),
  vatRate: decimal('BT-152: VAT rate.').orNull(),
  vatCategory: text('BT-151: VAT category.').orNull(),
  vatExemptionReason: text('BT-120: why no VAT is charged.').orNull(),
  vatExemptionCode: text('BT-121: the same as a code.').orNull(),
  orderLineReference: text('BT-132: the line of the order.').orNull(),
  note: text('BT-127: a remark.').orNull(),
  period: json('BG-26: when it was supplied.').orNull(),
  allowances: json('BG-27: what is taken off.').orNull(),
  charges: json('BG-28: what is added.').orNull(),
})

export const partyView = view<Part>()('DocumentParty', 'Somebody that a document names.', {
  role: text('`seller`, `buyer`, `payee` or `tax-representative`.').orNull(),
  id: text('Participant id.').orNull(),
  name: text('Name.').orNull(),
  tradingName: text('Name it trades under.').orNull(),
  vatNumber: text('VAT number.').orNull(),
  taxNumber: text('Other tax number.').orNull(),
  legalId: json('Number in the register, with its scheme.').orNull(),
  identifiers: json('Other identifiers.').orNull(),
  address: json('Address.').orNull(),
  contact: json('Whom to ask.').orNull(),
})

export const structuredView = view<ResultOf<typeof getStructuredDocument>>()(
  'StructuredDocument',
  'What a document says.',
  {
    documentId: id('The document.'),
    document: record('Under the names of the send body. Decimals are texts in GraphQL, numbers in REST.'),
  },
)
