/**
 * Requests of GraphQL that are wrong in one place: arguments in variables and in the document, and the document
 * itself.
 */
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { schema } from '../../src/doors/graphql/schema.ts'
import type { Route } from '../../src/http/route.ts'
import type { Operation } from '../../src/operation/operation.ts'
import type { Body, Caller } from '../support/app.ts'
import { inContent } from '../support/send-content.ts'
import type { Asked } from '../support/story.ts'
import {
  type Draw,
  type HostileRequest,
  type Json,
  type Site,
  type Target,
  asText,
  freshened,
  inHeader,
  isObject,
  placesOf,
} from './hostile-requests.ts'
import { jsonOf, placesIn, replaced } from './hostile-values.ts'

/** What GraphQL calls a value of an operation's input: enums have names of their own. */
const inGraphql = (type: GraphQLInputType, value: Body): Body => {
  const inner = getNullableType(type)
  if (value === null || value === undefined) return value
  if (isListType(inner)) return [value].flat().map((one) => inGraphql(inner.ofType, one))
  if (isEnumType(inner)) return inner.getValues().find((one) => one.value === value)?.name ?? value
  if (!isInputObjectType(inner) || !isObject(value)) return value
  const fields = inner.getFields()
  const shown = fields['content'] ? inContent(value) : value
  return Object.fromEntries(
    Object.entries(shown).map(([name, one]) => [name, fields[name] ? inGraphql(fields[name].type, one) : one]),
  )
}

/** Leaves of a type, and of the types inside it, without arguments that must be given. */
const selectionOf = (field: GraphQLField<unknown, unknown>, depth = 2): string => {
  const type = getNamedType(field.type)
  if (isLeafType(type)) return ''
  if (!isObjectType(type)) return '{ __typename id }'
  const inner = Object.values(type.getFields()).filter(({ args }) => !args.some(({ type: one }) => isNonNullType(one)))
  const parts = inner.flatMap((one) => {
    const isLeaf = isLeafType(getNamedType(one.type))
    if (!isLeaf && (depth <= 0 || one.name === 'edges')) return []
    return [`${one.name} ${isLeaf ? '' : selectionOf(one, depth - 1 - (one.args.length > 0 ? 2 : 0))}`]
  })
  return `{ ${['__typename', ...parts].join(' ')} }`.replaceAll(/\w+ \{ __typename \}/g, '')
}

/** A value as it stands in a document. */
const literalOf = (value: Body): string => {
  if (Array.isArray(value)) return `[${value.map(literalOf).join(' ')}]`
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([name, one]) => `${name}: ${literalOf(one)}`)
      .join(' ')}}`
  return jsonOf(value)
}

interface Root {
  kind: 'query' | 'mutation'
  field: GraphQLField<unknown, unknown>
  operation: Operation | undefined
}

const roots: readonly Root[] = (
  [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as [Root['kind'], GraphQLObjectType][]
).flatMap(([kind, type]) =>
  Object.values(type.getFields()).map((field) => ({
    kind,
    field,
    operation: field.extensions['operation'] as Operation | undefined,
  })),
)

/** The arguments of a field as a request of REST gave them. */
const argumentsFrom = ({ path, body, headers = {} }: Asked, route: Route, { kind, field }: Root): Json => {
  const [address = '', question = ''] = path.split('?')
  const parts = address.split('/').map(decodeURIComponent)
  const params = Object.fromEntries(
    route.path.split('/').flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), parts[index]]] : [])),
  )
  const query = Object.fromEntries(new URLSearchParams(question))
  const input = route.input({ params, query, body: isObject(body) ? body : {}, headers } as never) as Json
  const given = kind === 'mutation' ? { input } : input
  const names: Readonly<Record<string, Body>> = { ...given, id: Object.values(params)[0] }
  return Object.fromEntries(
    field.args.flatMap(({ name, type }) => (names[name] === undefined ? [] : [[name, inGraphql(type, names[name])]])),
  )
}

const sitesOfRoot = (root: Root, caller: Caller, given: Json): Pick<Target, 'sound' | 'sites'> => {
  const { kind, field, operation } = root
  const selection = selectionOf(field)
  const post = (body: unknown, headers: HostileRequest['headers'] = {}): HostileRequest => ({
    caller,
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : jsonOf(body),
  })
  const heading = field.args.map(({ name, type }) => `$${name}: ${String(type)}`).join()
  const call = field.args.map(({ name }) => `${name}: $${name}`).join()
  const asked = `${kind}${heading && `(${heading})`} { ${field.name}${call && `(${call})`} ${selection} }`
  const known = operation ? placesOf(operation) : []
  const inInput = kind === 'mutation' ? known.map((path) => ['input', ...path]) : known
  const byArguments = field.args.map(({ name }) => [name])
  const places = [
    ...new Map([...placesIn(given), ...inInput, ...byArguments].map((one) => [one.join('.'), one])).values(),
  ]
  const fresh = (draw: Draw): Json =>
    isObject(given['input']) ? { ...given, input: freshened(given['input'], draw) } : given
  const inDocument = (literals: Readonly<Record<string, string>>): string => {
    const written = Object.entries(literals).map(([name, text]) => `${name}: ${text}`)
    return `${kind} { ${field.name}${written.length > 0 ? `(${written.join(' ')})` : ''} ${selection} }`
  }
  const literals = Object.fromEntries(Object.entries(given).map(([name, one]) => [name, literalOf(one)]))
  const sites: Site[] = [
    ...places.map(
      (place): Site =>
        (value, draw) =>
          post({ query: asked, variables: replaced(fresh(draw), place, value) }),
    ),
    ...field.args.flatMap(({ name }): Site[] => [
      (value) => post({ query: inDocument({ ...literals, [name]: asText(value).slice(0, 50_000) || '""' }) }),
      (value) => post({ query: inDocument({ ...literals, [name]: literalOf(value as Body) }) }),
      (value, draw) => post({ query: inDocument({ ...literals, [name]: '['.repeat(1 + draw(60)) + jsonOf(value) }) }),
    ]),
    (value) => post({ query: asked, variables: value }),
    (value) => post({ query: value, variables: given }),
    (value) => post({ query: asked, variables: given, operationName: value }),
    (value) => post({ query: asked, variables: given, extensions: value }),
    (value) => post({ query: asked, variables: given, extensions: { persistedQuery: value } }),
    (value) => post({ query: asked, variables: given }, { 'idempotency-key': inHeader(asText(value)) }),
    (value) => post(`[${jsonOf({ query: asked, variables: value })}]`),
    (value, draw) =>
      post({
        query: `${kind}${heading && `(${heading})`} { ${Array.from(
          { length: 1 + draw(12) },
          (_one, index) => `a${index}: ${field.name}${call && `(${call})`} ${selection}`,
        ).join(' ')} }`,
        variables: field.args[0] ? replaced(given, [field.args[0].name], value) : {},
      }),
    (value) =>
      post({ query: `${asked.slice(0, -1)} @include(if: ${asText(value).slice(0, 500)}) }`, variables: given }),
    (value) => post({ query: asked.replace(/\}[ }]*$/, ` ${asText(value).slice(0, 5_000)} }`), variables: given }),
  ]
  return { sound: [(draw) => post({ query: asked, variables: fresh(draw) })], sites }
}

/** Of each root field, called as the requests of REST were that ran its operation. */
export const graphqlTargets = (asked: readonly (readonly [Asked, Route])[], someone: Caller): Target[] =>
  roots.map((root) => {
    const asks = asked.filter(([, { operation }]) => operation === root.operation).slice(0, 4)
    const parts =
      asks.length > 0
        ? asks.map(([ask, route]) => sitesOfRoot(root, ask.caller, argumentsFrom(ask, route, root)))
        : [sitesOfRoot(root, someone, {})]
    return {
      name: `${root.kind} ${root.field.name}`,
      sound: parts.flatMap(({ sound }) => sound),
      sites: parts.flatMap(({ sites }) => sites),
    }
  })
