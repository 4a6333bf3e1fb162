import { z } from 'zod'
import { fieldPath } from '../kernel/errors/unfit.ts'
import { FormatError } from '../formats/format-error.ts'
import type { Invoice } from '../formats/invoice.ts'
import { invoiceBody, orderBodyOf } from '../formats/json/body.ts'
import { draftInvoice } from '../formats/json/draft.ts'
import { draftOrder } from '../formats/json/draft-order.ts'
import { electronicAddressOf, type KnownParty } from '../formats/json/draft-party.ts'
import { rolesOf } from '../formats/json/types.ts'
import type { Order } from '../formats/order.ts'
import { invoiceKinds, isInvoiceKind } from '../values/document-types.ts'

/** A send body, as far as a document can be made of it without a server: parties are what the body says of them. */
const envelope = z.object({
  type: z.enum([...invoiceKinds, 'purchase-order', 'purchase-request', 'sales-order', 'quote']).default('invoice'),
  documentSubtype: z.string().optional(),
  selfBilled: z.boolean().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  document: z.record(z.string(), z.unknown()),
})

/** What our own view adds to a body and computes again: a document shown as JSON can be read back. */
const COMPUTED = ['totals', 'vatBreakdown', 'typeCode', 'specification']

type BodyDraft = { body: Record<string, unknown>; invoice?: Invoice; order?: Order }

export const draftBody = (value: unknown): BodyDraft => {
  const wrapped = typeof value === 'object' && value !== null && 'document' in value ? value : { document: value }
  const body = parse(envelope, wrapped)
  const document = withoutComputed(body.document)
  const { seller, buyer } = rolesOf({
    type: body.type,
    selfBilled: body.selfBilled,
    from: known(body.from),
    to: known(body.to),
  })
  const { type } = body
  if (isInvoiceKind(type)) {
    const profile =
      type === 'invoice' &&
      (body.selfBilled === true || body.documentSubtype === 'SELF_BILLED_INVOICE' || body.documentSubtype === '389')
        ? 'peppol-selfbilling'
        : 'peppol-billing'
    return {
      body,
      invoice: draftInvoice({
        ...body,
        type,
        document: parse(invoiceBody, document, ['document']),
        seller,
        buyer,
        profile,
      }),
    }
  }
  return {
    body,
    order: draftOrder({ type, document: parse(orderBodyOf(type), document, ['document']), seller, buyer }),
  }
}

const known = (participant: string | undefined): KnownParty =>
  participant?.includes(':') ? { electronicAddress: electronicAddressOf(participant) } : {}

const withoutComputed = (document: Record<string, unknown>): Record<string, unknown> => {
  const kept = Object.fromEntries(Object.entries(document).filter(([name]) => !COMPUTED.includes(name)))
  if (!Array.isArray(kept.lines)) return kept
  const lines = kept.lines.map((line: unknown) => {
    if (typeof line !== 'object' || line === null) return line
    const { netAmount: _netAmount, ...rest } = line as Record<string, unknown>
    return rest
  })
  return { ...kept, lines }
}

const parse = <S extends z.ZodType>(schema: S, value: unknown, place: readonly string[] = []): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const reasons = result.error.issues
    .slice(0, 10)
    .map(({ path, message }) => `${fieldPath([...place, ...path]) || 'document'}: ${message}`)
  throw new FormatError('UNSUPPORTED', `The JSON is not a valid send body. ${reasons.join(' ')}`)
}
