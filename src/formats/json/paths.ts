import type { Invoice, VatCategory } from '../invoice.ts'
import { orderTerms } from '../order-terms.ts'
import { terms } from '../terms.ts'
import { ciiForm } from '../cii/invoice.ts'
import { isCreditNote } from '../type-codes.ts'
import { speakable, ublForms } from '../ubl/invoice.ts'
import { orderForm } from '../ubl/order.ts'
import type { Order } from '../order.ts'
import type { Binding, Fields } from '../xml/binding.ts'
import { isObject } from '../../values/is-object.ts'

/**
 * From a place in the XML that we wrote back to the field of the JSON body that caused it, by walking the writer's own
 * tables: `/Invoice/cac:InvoiceLine[3]/cac:Item/cac:ClassifiedTaxCategory/cbc:ID` is `document.lines[2].vatCategory`.
 */

type Step = { name: string; index: number }
type ModelPath = readonly (string | number)[]

const STEP = /^(?:\*:)?([^[]+?)(?:\[(\d+)\])?$/

const stepsOf = (xpath: string): Step[] =>
  xpath
    .split('/')
    .filter((step) => step !== '')
    .map((step) => {
      const [, name = step, index = '1'] = STEP.exec(step) ?? []
      return { name: name.slice(name.indexOf(':') + 1), index: Number(index) }
    })

const localName = (element: string): string => element.slice(element.indexOf(':') + 1)

type Document = Invoice | Order
const isOrder = (document: Document): document is Order => 'kind' in document

/** The place of the model that an XPath of the written XML points at: as deep as the XML follows the model. */
const modelPathOf = (xpath: string, document: Document): ModelPath => {
  const [root, ...steps] = stepsOf(xpath)
  if (isOrder(document)) {
    const { table, from } = orderForm(document)
    return walk(steps, table.bindings, from as unknown as Fields)
  }
  const cii = root?.name === 'CrossIndustryInvoice'
  const { table } = cii ? ciiForm : ublForms[isCreditNote(document) ? 'CreditNote' : 'Invoice']
  return walk(steps, table.bindings, (cii ? document : speakable(document)) as unknown as Fields)
}

const walk = (steps: readonly Step[], bindings: readonly Binding<never>[], from: Fields): ModelPath => {
  const [step, ...rest] = steps
  if (step === undefined) return []
  const named = bindings.filter(({ element }) => localName(element) === step.name)
  const place = named.flatMap((binding) => binding.places(from))[step.index - 1]
  if (place) return [...place.path, ...walk(rest, place.inner, place.from)]
  return absent(steps, named)
}

/** Nothing is written there: the path that the table would write it from. */
const absent = (steps: readonly Step[], named: readonly Binding<never>[]): ModelPath => {
  const [only] = named
  if (named.length !== 1 || steps.length !== 1 || only?.key === undefined) return []
  return [only.key]
}

const jsonOf = new Map([
  ...terms.map(({ model, json }): [string, string] => [model, json]),
  ...orderTerms.map(({ model, json }): [string, string] => [model, json]),
  ['delivery.requested', 'requestedDelivery'],
])

/** The send body, or its `document`, as the caller sent it; only what decides on a path is looked at. */
type SentBody = { readonly [key: string]: unknown }

/**
 * The field of a place in the XML. A rule is often broken at an element and speaks of terms inside it, or beside it in
 * an attribute (the unit of a quantity): with `about`, the terms of a finding, the field is that of the first term that
 * stands there.
 */
export const jsonPathOf = (
  xpath: string,
  document: Document,
  body: SentBody = {},
  about: readonly string[] = [],
): string => jsonPathOfModel(narrowed(modelPathOf(xpath, document), about), document, body)

/** The field of a term that the document does not say, or not well; null for what no field says. */
export const jsonFieldOf = (term: string, document: Invoice, body: SentBody): string | null => {
  const model = modelOf.get(term) ?? groups[term]
  return model === undefined ? null : jsonPathOfModel(model.split('.'), document, body)
}

const narrowed = (path: ModelPath, about: readonly string[]): ModelPath => {
  const models = about.flatMap((id) => modelOf.get(id) ?? groups[id] ?? [])
  const at = patternOf(path)
  if (models.includes(at)) return path
  // A breakdown may lack what stands elsewhere: when and where an intra-Community supply was delivered.
  const delivery = path[0] === 'vatBreakdown' ? models.find((model) => model.startsWith('delivery.')) : undefined
  if (delivery !== undefined) return delivery.split('.')
  const inside = models.find((model) => at === '' || model.startsWith(`${at}.`))
  // Where a list is left open, nothing says which of its items is meant.
  if (inside !== undefined)
    return [
      ...path,
      ...inside
        .slice(at === '' ? 0 : at.length + 1)
        .replace(/\[\].*$/, '')
        .split('.'),
    ]
  const around = patternOf(path.slice(0, -1))
  const beside = models.find((model) =>
    /^\.\w+$/.test(around === '' ? `.${model}` : model.startsWith(around) ? model.slice(around.length) : ''),
  )
  return beside === undefined ? path : [...path.slice(0, -1), ...beside.split('.').slice(-1)]
}

const patternOf = (path: ModelPath): string =>
  path
    .map((part) => (typeof part === 'number' ? '[]' : `.${part}`))
    .join('')
    .slice(1)
/** Groups that a rule asks for as a whole. */
const groups: Readonly<Record<string, string>> = { 'BG-6': 'seller.contact', 'BG-16': 'paymentMeans', 'BG-25': 'lines' }
const modelOf = new Map(terms.map(({ id, model }) => [id, model]))

const jsonPathOfModel = (path: ModelPath, document: Document, body: SentBody = {}): string => {
  const parts = path.includes('..') ? path.slice(path.lastIndexOf('..') + 1) : path
  // The type is said beside the document, not inside it.
  if (parts[0] === 'typeCode') return body.documentSubtype === undefined ? 'type' : 'documentSubtype'
  const inside = isObject(body.document) ? body.document : body
  const cause = causeOf(parts, document, inside)
  return cause === '' ? 'document' : `document.${cause}`
}

/** Where something computed goes wrong, the cause is what it was computed from. */
const causeOf = (path: ModelPath, document: Document, body: SentBody): string => {
  const [first, second] = path
  if (first === 'specification') return ''
  if (first === 'vatBreakdown')
    return typeof second === 'number' && !isOrder(document) ? breakdownCause(second, path, document) : 'lines'
  if (first === 'totals' && !['prepaid', 'rounding', 'vatInVatCurrency'].includes(String(second))) return 'lines'
  if (first === 'paymentMeans' && body.paymentIban !== undefined)
    return second === 0 ? 'paymentIban' : named(['paymentMeans', Number(second) - 1, ...path.slice(2)], body)
  if (first === 'lines' && path[2] === 'net') return `lines[${second}]`
  if (first === 'notes' && body.note !== undefined)
    return second === 0 || second === undefined ? 'note' : `notes[${Number(second) - 1}]`
  if (
    first === 'precedingInvoices' &&
    (second === 0 || second === undefined) &&
    (body.billingReference !== undefined || body.precedingInvoices === undefined)
  )
    return path[2] === 'issueDate' ? 'billingReferenceDate' : 'billingReference'
  return named(path, body)
}

const sameVat = (one: VatCategory, other: VatCategory): boolean =>
  one.category === other.category && (one.rate?.toFixed() ?? '') === (other.rate?.toFixed() ?? '')

/** A VAT breakdown comes from the lines of its category and rate: the first of them. */
const breakdownCause = (index: number, path: ModelPath, invoice: Invoice): string => {
  const subtotal = invoice.vatBreakdown[index]
  const line = subtotal ? invoice.lines.findIndex(({ vat }) => sameVat(vat, subtotal)) : -1
  if (line === -1) return 'lines'
  const field = (
    { exemptionReason: 'vatExemptionReason', exemptionCode: 'vatExemptionCode', rate: 'vatRate' } as Record<
      string,
      string
    >
  )[String(path[2])]
  return `lines[${line}].${field ?? 'vatCategory'}`
}

/** The name of the nearest term: the term itself, or the part of the body that holds the group. */
const named = (path: ModelPath, body: SentBody): string => {
  const pattern = patternOf(path)
  const indexes = path.filter((part) => typeof part === 'number')
  const exact = jsonOf.get(pattern) ?? jsonOf.get(`${pattern}.value`)?.replace(/\.value$/, '')
  const inside = exact ?? groupName(pattern)
  return fill(inside, indexes, body)
}

const groupName = (pattern: string): string => {
  if (pattern === '') return ''
  const term = terms.find(({ model }) => model.startsWith(`${pattern}.`) || model.startsWith(`${pattern}[]`))
  if (!term) return groupName(pattern.replace(/(\.[^.[]+|\[\])$|^[^.[]+$/, ''))
  const depth = pattern.split('.').length
  return term.json
    .split('.')
    .slice(0, Math.max(1, term.json.split('.').length - (term.model.split('.').length - depth)))
    .join('.')
}

const fill = (path: string, indexes: readonly number[], body: SentBody): string => {
  const left = [...indexes]
  const role = /^parties\[([a-z-]+)\]/.exec(path)?.[1]
  // A party that the body leaves to the platform has no field of its own.
  if (role !== undefined && !partiesIn(body).some((party) => party.role === role)) return 'parties'
  return path.replace(/\[([^\]]*)\]/g, (_, role: string) => {
    if (role === '') return left.length > 0 ? `[${left.shift()}]` : ''
    return `[${partiesIn(body).findIndex((party) => party.role === role)}]`
  })
}

const partiesIn = ({ parties }: SentBody): { role?: unknown }[] => (Array.isArray(parties) ? parties : [])
