/** Every route and every root field, and how each is called with identifiers. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLInterfaceType,
  type GraphQLOutputType,
  type GraphQLObjectType,
  type GraphQLUnionType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql'
import { z } from 'zod'
import { routes } from '../../rest-compat/routes/index.ts'
import { schema } from '../../src/doors/graphql/schema.ts'
import type { Route } from '../../src/http/route.ts'
import type { Operation } from '../../src/operation/operation.ts'
import { afnorRows, isAfnor, sendAfnor } from './afnor-rows.ts'
import type { Answer, Body, Caller } from './app.ts'
import { hook } from './foreign-ids.ts'

/** What else an operation requires before it looks at an id. */
export const required: Record<string, object> = {
  createTagGroup: { name: 'x' },
  createTag: { name: 'x' },
  assignTag: { objectType: 'document', tagId: 'tag_01kafm4h7vf8xbkrs9q2m3c5de' },
  suggestTags: { objectType: 'document' },
  actOnDocument: { action: 'link' },
  sendDocument: { type: 'event', from: '0208:0123456749' },
  validateDocument: { type: 'event', from: '0208:0123456749' },
  previewDocument: { type: 'event', from: '0208:0123456749' },
  createApiKey: { name: 'x' },
  createPlatformApiKey: { name: 'x' },
  decideConsent: { allow: false },
  revokeUserAccess: { userId: 'nobody' },
  createWebhook: hook,
  claimDomain: { domain: 'pay.atelier.test' },
  advanceClock: { by: '1h' },
  updateLifecycle: { status: 'under_review' },
  updateLifecycleByNumber: { status: 'under_review' },
  registerCompany: { vatNumber: 'DE111111111' },
  resolveCompany: { countryCode: 'FR', registrationNumber: '303265045' },
  resetSandbox: { confirm: 'yes' },
  playSandboxStory: { story: 'rejected' },
  addCompanyAddress: { address: '0225:303265045_STATUTS' },
  startOwnershipProof: { method: 'operator' },
  searchCompanies: { q: 'ab' },
  createPartner: { peppolId: '0208:0403019261' },
  mergePartners: { duplicateId: 'part_01kafm4h7vf8xbkrs9q2m3c5de' },
  findPartnerByAccount: { value: '4711' },
  searchDirectory: { vatNumber: 'DE811569869' },
  buildPortabilityMessage: {
    messageType: 'REQUEST',
    state: 'SUBMITTED',
    requestRef: 'R-1',
    taxpayerSiren: '303265045',
  },
  parsePortabilityMessage: { subject: 'PORTABILITY;REQUEST;SUBMITTED;R-1;303265045' },
  receivePortabilityMessage: { subject: 'PORTABILITY;REQUEST;SUBMITTED;R-1;303265045' },
  sendPortabilityMessage: {
    messageType: 'REQUEST',
    state: 'SUBMITTED',
    requestRef: 'R-2',
    taxpayerSiren: '303265045',
  },
  verifyParticipant: { documentType: 'INVOICE' },
  getSiren: { siren: '999000018' },
  getSiret: { siret: '99900001800001' },
  getRoutingCode: { siret: '99900001800001', routingIdentifier: 'COMPTA' },
  getDirectoryLine: { addressingIdentifier: '999000018' },
  recordPayment: { amount: 1, date: '2026-11-20' },
  exportPayments: {
    documentIds: ['doc_01kafm4h7vf8xbkrs9q2m3c5de'],
    debtor: { name: 'A', iban: 'BE68539007547034' },
    executionDate: '2035-12-31',
  },
  importBankFile: { file: '' },
  reportTransactions: {
    rows: [{ date: '2026-11-20', category: 'TLB1', vatRate: 20, amount: 1, vatAmount: 0 }],
  },
  reportPayments: { rows: [{ date: '2026-11-20', vatRate: 20, amount: 1 }] },
  startBulkExport: { query: '{ companies { nodes { id } } }' },
  startBulkSend: { file: 'e30K' },
  startOrganizationExport: {},
  cancelOrganizationDeletion: {},
  requestOrganizationDeletion: { confirm: 'org_other' },
  redeemMigrationKey: { migrationKey: 'made-up' },
  submitFlow: { name: 'f.xml', flowSyntax: 'UBL', file: 'e30K' },
  createFlowWebhook: { url: hook.url },
  createShop: {
    partnerId: 'part_01kafm4h7vf8xbkrs9q2m3c5de',
    name: 'x',
    protocol: 'oci',
    url: 'https://shop.example.com/',
  },
  orderCart: { number: 'PO-1' },
}

/** Fields of an operation's input that are identifiers: those that GraphQL shows as ID. */
const shapeOf = (operation: Operation) =>
  z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Body>
    required?: string[]
  }
const idFields = (operation: Operation): string[] => {
  const { properties = {} } = shapeOf(operation)
  const isId = (node: Body): boolean => node.graphql === 'ID' || (node.anyOf ?? []).some(isId)
  return Object.entries(properties)
    .filter(([, node]) => isId(node))
    .map(([name]) => name)
}
export const takes = (operation: Operation, field: string): boolean => field in (shapeOf(operation).properties ?? {})
const inPath = (route: Route): string[] => [...route.path.matchAll(/:(\w+)/g)].map((match) => String(match[1]))
/** The identifiers that a row takes. The norm has words of its own for those that are not in the path. */
export const idsOf = (route: Route): string[] => [
  ...new Set([...inPath(route), ...(isAfnor(route) ? [] : idFields(route.operation))]),
]
/** Those without which it does not begin. */
export const requiredIds = (route: Route): string[] =>
  idsOf(route).filter(
    (name) => inPath(route).includes(name) || shapeOf(route.operation).required?.includes(name) === true,
  )

export const send = (caller: Caller, route: Route, ids: Record<string, string>): Promise<Answer> => {
  if (isAfnor(route)) return sendAfnor(caller, route, ids)
  const path = route.path.replace(/:(\w+)/g, (_all, name: string) => ids[name] ?? 'x')
  const rest = {
    ...required[route.operation.name],
    ...Object.fromEntries(Object.entries(ids).filter(([name]) => !inPath(route).includes(name))),
  }
  return route.method === 'GET' || route.method === 'DELETE'
    ? caller.send(route.method, `${path}?${new URLSearchParams(rest as Record<string, string>)}`)
    : caller.send(route.method, path, rest)
}

export const rows = [...routes.map((route) => [`${route.method} ${route.path}`, route] as const), ...afnorRows]
export const takingIds = rows.filter(([, route]) => idsOf(route).length > 0)

export interface Root {
  name: string
  kind: 'query' | 'mutation' | 'subscription'
  field: GraphQLField<unknown, unknown>
  operation: Operation | undefined
}
export const roots: Root[] = (
  [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as [Root['kind'], GraphQLObjectType][]
).flatMap(([kind, type]) =>
  Object.values(type.getFields()).map((field) => ({
    name: `${kind} ${field.name}`,
    kind,
    field,
    operation: field.extensions['operation'] as Operation | undefined,
  })),
)

/** Those that must be given, and those of the given ids; of alternatives one. */
const fieldsToGive = (type: GraphQLInputObjectType, ids: Record<string, string>) => {
  const fields = Object.values(type.getFields())
  const given = fields.filter((field) => isNonNullType(field.type) || field.name in ids)
  if (!type.isOneOf) return given
  const { id, document } = type.getFields()
  return [id ?? document ?? fields[0]].filter((field) => field !== undefined)
}

/** A value of the type: the given id where one is asked for, and otherwise the smallest that the schema takes. */
const valueFor = (type: GraphQLInputType, name: string, ids: Record<string, string>): unknown => {
  const inner = getNullableType(type)
  if (isListType(inner)) return [valueFor(inner.ofType, name, ids)]
  if (isInputObjectType(inner))
    return Object.fromEntries(
      fieldsToGive(inner, ids).map((field) => [field.name, valueFor(field.type, field.name, ids)]),
    )
  if (isEnumType(inner)) {
    // A shop of cXML needs more than one of OCI.
    const wanted = inner.name === 'ShopProtocol' ? 'oci' : ids[name]
    const named = inner.getValues().find(({ value }) => value === wanted)
    return (named ?? inner.getValues()[0])?.name
  }
  if (inner.name === 'ID') return ids[name] ?? 'x'
  return inner.name === 'Int'
    ? 1
    : inner.name === 'Boolean'
      ? true
      : (Object.values(required)
          .flatMap(Object.entries)
          .find(([one]) => one === name)?.[1] ?? 'x')
}

export const idArguments = ({ field }: Root): string[] =>
  field.args.flatMap(({ name, type }: GraphQLArgument) => {
    const inner = getNullableType(type)
    const named = isListType(inner) ? getNullableType(inner.ofType) : inner
    return isInputObjectType(named)
      ? Object.values(named.getFields())
          .filter((one) => isLeafType(getNullableType(one.type)) && String(getNullableType(one.type)) === 'ID')
          .map((one) => one.name)
      : String(named) === 'ID'
        ? [name]
        : []
  })

const briefly = (output: GraphQLOutputType): string => {
  const type = getNullableType(output)
  if (isLeafType(type)) return ''
  return isObjectType(type) && type.getFields()['nodes'] ? '{ nodes { __typename } }' : '{ __typename }'
}

const fieldsOf = (type: GraphQLObjectType | GraphQLInterfaceType, depth: number): string[] =>
  Object.values(type.getFields())
    .filter(({ name, args, type: inner }) => {
      // Who selects it gets as data what the callers of this want as an error.
      if (name === 'refusal') return false
      if (args.some((one) => isNonNullType(one.type))) return false
      return isLeafType(getNamedType(inner)) || depth > 0
    })
    .map(({ name, type: inner }) => `${name} ${wholly(depth - 1)(inner)}`)

/** Of fields that have one name and different types in several objects, GraphQL takes those of one. */
const membersOf = (type: GraphQLUnionType, depth: number): string[] => {
  const types = new Map<string, string>()
  return type.getTypes().map((one) => {
    const fields = Object.values(one.getFields()).filter(({ name, type: of }) => {
      if (!types.has(name)) types.set(name, String(of))
      return types.get(name) === String(of)
    })
    const names = new Set(fields.map(({ name }) => name))
    return `... on ${one.name} { ${fieldsOf(one, depth)
      .filter((text) => names.has(text.split(' ')[0] ?? ''))
      .concat('__typename')
      .join(' ')} }`
  })
}

/** Every field that can be asked for without an argument, so many objects deep. */
export const wholly =
  (depth: number) =>
  (output: GraphQLOutputType): string => {
    const type = getNamedType(output)
    if (isUnionType(type)) return `{ __typename ${membersOf(type, depth).join(' ')} }`
    if (!isObjectType(type) && !isInterfaceType(type)) return ''
    return `{ __typename ${fieldsOf(type, depth).join(' ')} }`
  }

export const execute = async (
  caller: Caller,
  { kind, field }: Root,
  ids: Record<string, string> = {},
  select: (type: GraphQLOutputType) => string = briefly,
): Promise<Body> => {
  const given = field.args.filter(({ type, name }) => isNonNullType(type) || name in ids)
  const variables = Object.fromEntries(given.map(({ name, type }) => [name, valueFor(type, name, ids)]))
  const heading = given.length > 0 ? `(${given.map(({ name, type }) => `$${name}: ${String(type)}`).join()})` : ''
  const call = given.length > 0 ? `(${given.map(({ name }) => `${name}: $${name}`).join()})` : ''
  const answer = await caller.send(
    'POST',
    '/graphql',
    { query: `${kind}${heading} { ${field.name}${call} ${select(field.type)} }`, variables },
    kind === 'subscription' ? { accept: 'text/event-stream' } : {},
  )
  const first = typeof answer.body === 'string' ? /^data: (\{.*\})$/m.exec(answer.body)?.[1] : undefined
  return first === undefined ? answer.body : JSON.parse(first)
}
export const refusalOf = (body: Body): Body => ({
  code: body.errors?.[0].extensions.code,
  status: body.errors?.[0].extensions.status,
  text: JSON.stringify(body).replaceAll(String(body.errors?.[0].extensions.requestId), 'req'),
})

export const rootRows = roots.map((root) => [root.name, root] as const)
export const rootsTakingIds = rootRows.filter(([, root]) => idArguments(root).length > 0)

/** Lists of what cites something that need not be stored here: for an unknown one they are empty. */
export const EMPTY_FOR_UNKNOWN: Readonly<Record<string, unknown>> = {
  'GET /v1/purchase-orders/:purchaseOrderId/invoices': { data: [], hasMore: false, cursor: null },
  'query purchaseOrderInvoices': { purchaseOrderInvoices: { nodes: [] } },
}
