/** What only orders and the answers to them say: it has no number in EN 16931. Named as in `terms.ts`. */
type OrderTerm = { readonly name: string; readonly model: string; readonly json: string }

const rows: readonly (readonly [name: string, model: string, json?: string])[] = [
  ['Last day on which the order or quotation holds', 'validUntil'],
  ['First day of the delivery that is wanted or promised', 'delivery.requested.start', 'requestedDelivery.start'],
  ['Last day of the delivery that is wanted or promised', 'delivery.requested.end', 'requestedDelivery.end'],
  ['Answer to an order: AB received, AP accepted, CA accepted with changes, RE rejected', 'responseCode'],
  [
    'Status of a line with CA: 1 added, 3 changed, 5 accepted, 7 not accepted, 42 delivered already',
    'lines[].status',
    'lines[].lineStatus',
  ],
  ['What of a line is delivered later; 0 where it never is', 'lines[].backorderQuantity'],
]

export const orderTerms: readonly OrderTerm[] = rows.map(([name, model, json = model]) => ({ name, model, json }))
