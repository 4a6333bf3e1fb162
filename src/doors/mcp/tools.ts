/**
 * What an assistant can do: a table over the rows of REST. Each tool runs the operation of its row, with its input, its
 * scope and its answer; nothing is decided here.
 */
import { z } from 'zod'
import { routes } from '../../../rest-compat/routes/index.ts'
import type { Route } from '../../http/route.ts'
import { isObject } from '../../values/is-object.ts'

interface Tool {
  name: string
  title: string
  route: Route
  inputSchema: Record<string, unknown>
}

/** Name of the tool → its title, its row, and the parameters that an assistant is told of, where it is not all of them. */
const table: Readonly<Record<string, readonly [title: string, row: string, told?: string]>> = {
  who_am_i: ['Who am I', 'GET /v1/me'],
  list_companies: ['List companies', 'GET /v1/companies', 'search externalId first after'],
  verify_recipient: ['Can this company receive documents', 'POST /v1/directory/verify'],
  search_directory: [
    'Find companies on the network',
    'GET /v1/directory/search',
    'q vatNumber country city first after',
  ],
  validate_document: [
    'Check a document without sending it; takes what send_document takes',
    'POST /v1/documents/validate',
    'type format from to document xml',
  ],
  send_document: [
    'Send a document',
    'POST /v1/documents/send',
    'type format from to document xml documentSubtype externalId metadata',
  ],
  find_documents: [
    'Find documents',
    'GET /v1/documents',
    'type direction status deliveryStatus lifecycleStatus companyId partnerId from to amountMin amountMax number tag q first after',
  ],
  read_document: ['Read a document', 'GET /v1/documents/:documentId/structured'],
  list_delivery_attempts: ['What happened to a delivery', 'GET /v1/documents/:documentId/attempts', 'documentId'],
  read_lifecycle: ['Business status of a document', 'GET /v1/documents/:documentId/lifecycle'],
  update_lifecycle: [
    'Approve, dispute, reject or mark as paid',
    'POST /v1/documents/:documentId/lifecycle',
    'documentId status reasonCode reason paymentDate paymentAmount paymentReference dryRun',
  ],
  act_on_document: [
    'Archive, tag, annotate or mark as read',
    'POST /v1/documents/:documentId/actions',
    'documentId action tag note relatedDocumentId',
  ],
  list_partners: ['List trading partners', 'GET /v1/partners', 'companyId role search country hasActivity first after'],
  list_payments: ['List payments', 'GET /v1/payments', 'companyId first after'],
  record_payment: ['Record a payment of a document', 'POST /v1/payments/documents/:documentId/pay'],
  read_ageing: ['What is due, and since when', 'GET /v1/payments/ageing'],
  onboard_company: [
    'Onboard a company as a tenant',
    'POST /v1/platform/companies',
    'vatNumber name externalId address',
  ],
  list_webhooks: ['List webhooks', 'GET /v1/webhooks', 'companyId'],
  create_webhook: ['Tell a server about events', 'POST /v1/webhooks', 'url events companyId'],
  test_webhook: ['Try a webhook', 'POST /v1/webhooks/:webhookId/test', 'webhookId'],
  read_compliance: ['Reports to the authorities', 'GET /v1/compliance/status', 'companyId country'],
  read_statistics: ['Statistics', 'GET /v1/stats'],
  list_events: ['What happened lately', 'GET /v1/events', 'types companyId first afterSeq'],
}

const rowNamed = (row: string): Route => {
  const found = routes.find(({ method, path }) => `${method} ${path}` === row)
  if (!found) throw new Error(`There is no row ${row}.`)
  return found
}

type Schema = Readonly<Record<string, unknown>>

/** The operation checks its input, and a refusal names the rule: a schema that an assistant reads need not. */
const CHECKED = new Set(
  '$schema $defs additionalProperties contentEncoding default examples exclusiveMinimum format graphql id maxItems maxLength maximum minItems minLength minimum pattern propertyNames uniqueItems x-enumDescriptions x-maxBytes'.split(
    ' ',
  ),
)
/** These say the same of every list: how many rows, and after which cursor. */
const PAGING = new Set(['first', 'after'])
/** A longer list of codes stands in the documentation. */
const MOST_CODES = 12

/** The part of a schema that an assistant needs to fill in its values. */
const brief = (node: unknown, defs: Schema): unknown => {
  if (Array.isArray(node)) return node.map((one) => brief(one, defs))
  if (!isObject(node)) return node
  const { $ref, anyOf, enum: codes, properties, required, ...rest } = node
  if (typeof $ref === 'string') return { ...(brief(defs[$ref.replace('#/$defs/', '')], defs) as object), ...rest }
  const kept = Object.entries(rest).flatMap(([name, value]) =>
    CHECKED.has(name) ? [] : [[name, brief(value, defs)] as const],
  )
  return {
    ...Object.fromEntries(kept),
    ...(Array.isArray(anyOf) && { type: typesOf(anyOf) }),
    ...(Array.isArray(codes) && codes.length <= MOST_CODES && { enum: codes }),
    ...(isObject(properties) && { properties: briefProperties(properties, defs) }),
    ...(Array.isArray(required) && { required }),
  }
}

/** An amount is a number or a text. */
const typesOf = (variants: readonly unknown[]): unknown => {
  const types = [...new Set(variants.flatMap((one) => (isObject(one) && one['type'] ? [one['type']] : [])))]
  return types.length === 1 ? types[0] : types
}

const briefProperties = (properties: Schema, defs: Schema): Schema =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, PAGING.has(name) ? {} : brief(value, defs)]),
  )

const toldOf = (schema: Schema, told: string | undefined): Schema => {
  const properties = schema['properties'] as Schema
  const names = told?.split(' ') ?? Object.keys(properties)
  const unknown = names.filter((name) => !(name in properties))
  if (unknown.length > 0) throw new Error(`There are no parameters ${unknown.join(', ')}.`)
  return { ...schema, properties: Object.fromEntries(names.map((name) => [name, properties[name]])) }
}

export const tools: readonly Tool[] = Object.entries(table).map(([name, [title, row, told]]) => {
  const route = rowNamed(row)
  const schema: Schema = z.toJSONSchema(route.operation.input, { io: 'input', unrepresentable: 'any' })
  // Zod drops the examples of what it transforms, and a document is told best by one.
  const { examples } = route.operation.input.meta() ?? {}
  return {
    name,
    title,
    route,
    inputSchema: {
      ...(brief(toldOf(schema, told), (schema['$defs'] ?? {}) as Schema) as object),
      ...(name === 'send_document' && Array.isArray(examples) && { examples: examples.slice(0, 1) }),
    },
  }
})
