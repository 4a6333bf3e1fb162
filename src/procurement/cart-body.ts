/** A cart as the JSON of a document: the purchase request, and the order that follows from it. Pure. */
import type { CartLine } from '../formats/cart/cart.ts'
import type { SendInput } from '../exchange/send/read/send-input.ts'

type Present = Record<string, unknown>

const without = (fields: Present): Present =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

/** What has no term of its own goes along as a property of the item. */
const attributesOf = (line: CartLine) =>
  [
    ['Supplier part auxiliary ID', line.supplierPartAuxiliaryId],
    ['Manufacturer', line.manufacturer],
    ['Manufacturer part ID', line.manufacturerPartId],
    ['Material group', line.materialGroup],
    ['Quotation', line.quote],
    ['Quotation item', line.quoteItem],
    ['Contract', line.contract],
    ['Contract item', line.contractItem],
    ['Lead time (days)', line.leadTimeDays === null ? null : String(line.leadTimeDays)],
    ['Unit of the shop', line.unit === 'ZZ' ? line.unitAsSent : null],
    ...line.extras.map(({ name, value }) => [name, value]),
  ]
    .filter((pair): pair is [string, string] => pair[1] !== null)
    .slice(0, 50)
    .map(([name, value]) => ({ name, value }))

/** Codes of the lists that Peppol knows the items' kinds by (UNCL 7143). */
const lists: Readonly<Record<string, string>> = { UNSPSC: 'TST', ECLASS: 'STI', CPV: 'STI' }

const bodyLine = (line: CartLine): Present => {
  const attributes = attributesOf(line)
  const classifications = line.classifications.flatMap(({ scheme, code }) => {
    const list = lists[scheme.toUpperCase()]
    return list === undefined ? [] : [{ code, list }]
  })
  return without({
    id: String(line.number),
    description: line.description,
    longDescription: line.longText,
    quantity: line.quantity,
    unit: line.unit,
    unitPrice: line.price,
    ...(line.priceQuantity !== '1' && { priceQuantity: line.priceQuantity }),
    itemCode: line.supplierPartId,
    buyerItemCode: line.buyerPartId,
    note: line.note,
    ...(classifications.length > 0 && { classifications }),
    ...(attributes.length > 0 && { attributes }),
  })
}

/** The contract, where all lines come from one. */
const contractOf = (lines: readonly CartLine[]): string | null => {
  const [first, ...others] = [...new Set(lines.map(({ contract }) => contract))]
  return others.length === 0 ? (first ?? null) : null
}

interface Purchase {
  number: string
  issueDate: string
  currency: string
  threadId: string
  supplierOrderId: string | null
  lines: readonly CartLine[]
  supplier: { name: string; vatNumber: string | null; peppolId: string | null }
}

/** The `document` of the send body. */
export const purchaseBody = (
  { number, issueDate, currency, threadId, supplierOrderId, lines, supplier }: Purchase,
  more: Present = {},
): NonNullable<SendInput['document']> =>
  without({
    number,
    issueDate,
    currency,
    buyerReference: threadId,
    contractReference: contractOf(lines),
    ...(supplierOrderId !== null && { note: `Cart ${supplierOrderId} of the shop.` }),
    parties: [without({ role: 'seller', name: supplier.name, id: supplier.peppolId, vatNumber: supplier.vatNumber })],
    lines: lines.map(bodyLine),
    ...more,
  })
