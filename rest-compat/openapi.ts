/** The OpenAPI document: made from the route table and the schemas that the operations check with. */
import { z } from 'zod'
import { catalog, commonErrors, type ErrorCode } from '../src/errors/catalog.ts'
import { LOWER_EVERYWHERE } from './errors.ts'
import { curlOf, exampleOf } from './examples.ts'
import { webhooks } from './openapi-webhooks.ts'
import type { Route } from './route.ts'
import { wireNames } from './route.ts'

type Json = Record<string, unknown>

const VERSION = '3.0.0'

/** JSON Schema with its named parts lifted into the components of the document. */
const schemaWriter = () => {
  const components: Record<string, Json> = {}
  const lift = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(lift)
    if (typeof node !== 'object' || node === null) return node
    const { $defs, $schema: _dialect, '~standard': _standard, ...rest } = node as Json
    // As names of a schema these two are ours; as names of properties they stay.
    for (const ours of ['id', 'graphql']) if (typeof rest[ours] === 'string') delete rest[ours]
    for (const [name, part] of Object.entries(($defs as Json | undefined) ?? {})) components[name] ??= lift(part) as Json
    return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, key === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : lift(value)]))
  }
  const write = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const name = schema.meta()?.id
    const written = lift(z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })) as Json
    if (typeof name !== 'string') return written
    components[name] ??= written
    return { $ref: `#/components/schemas/${name}` }
  }
  return { components, write }
}

interface Parameter extends Json { name: string; in: string; required: boolean; example?: unknown }

/** Stands for the parameter in the components. */
const idempotencyKey: Parameter = { $ref: '#/components/parameters/IdempotencyKey' } as never

const pathParameters = (path: string): string[] => [...path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? '')
const pathOf = (path: string): string => path.replace(/:([A-Za-z]+)/g, '{$1}')

const properties = (schema: Json): [string, Json][] => Object.entries((schema['properties'] as Record<string, Json> | undefined) ?? {})

/** An example of the whole input, where fields that are optional one by one are needed together. */
export const exampleInput = (route: Route): Json => ((route.operation.input.meta()?.examples as Json[] | undefined) ?? [])[0] ?? {}

const parameters = (route: Route, input: Json, components: Record<string, Json>): Parameter[] => {
  const inPath = pathParameters(route.path)
  const required = new Set((input['required'] as string[] | undefined) ?? [])
  const described = (name: string, schema: Json, where: string, isRequired: boolean): Parameter => {
    const { description, ...rest } = schema
    const example = name === 'cursor' ? undefined : (exampleInput(route)[name] ?? exampleOf(schema, components, name))
    return { name, in: where, required: isRequired, ...(description !== undefined && { description }), ...(example !== undefined && { example }), schema: rest }
  }
  const fromPath = properties(input).filter(([name]) => inPath.includes(name)).map(([name, schema]) => described(name, schema, 'path', true))
  if (route.method === 'POST' || route.method === 'PATCH') return [...fromPath, ...(route.method === 'POST' ? [idempotencyKey] : [])]
  const fromQuery = properties(input).filter(([name]) => !inPath.includes(name) && name !== 'last' && name !== 'before')
  return [...fromPath, ...fromQuery.map(([name, schema]) => described(wireNames[name] ?? name, schema, 'query', required.has(name) && schema['default'] === undefined))]
}

const requestBody = (route: Route, input: Json, components: Record<string, Json>): { required: boolean; content: { 'application/json': { schema: Json; example: unknown } } } | undefined => {
  if (route.method !== 'POST' && route.method !== 'PATCH') return undefined
  const inPath = pathParameters(route.path)
  const kept = properties(input).filter(([name]) => !inPath.includes(name))
  if (kept.length === 0) return undefined
  const required = ((input['required'] as string[] | undefined) ?? []).filter((name) => !inPath.includes(name))
  // Zod drops the examples of what it transforms from the schema; what was written is meant.
  const { examples } = route.operation.input.meta() ?? {}
  const schema = { type: 'object', additionalProperties: false, properties: Object.fromEntries(kept), ...(required.length > 0 && { required }), ...(examples !== undefined && { examples }) }
  return { required: required.length > 0, content: { 'application/json': { schema, example: exampleOf(schema, components) } } }
}

const successOf = (route: Route, write: ReturnType<typeof schemaWriter>['write']): Json => {
  const headers = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' }, 'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimit' }, 'X-RateLimit-Remaining': { $ref: '#/components/headers/RateRemaining' }, 'X-RateLimit-Reset': { $ref: '#/components/headers/RateReset' } }
  if (route.answersFile) return { description: 'The file.', headers, content: { '*/*': { schema: { type: 'string', contentEncoding: 'binary' } } } }
  if (!route.shape) return { description: 'Done; no body.', headers }
  return { description: 'The result.', headers, content: { 'application/json': { schema: write(route.shape, 'output') } } }
}

/** The errors of a route, by status, with the spelling that it answers. */
const errorsOf = (route: Route): [string, Json][] => {
  const isPublic = route.operation.scope === 'anyone'
  const codes = [...new Set<ErrorCode>([...commonErrors, ...route.operation.errors, ...(route.method === 'POST' ? (['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_BODY_MISMATCH'] as const) : [])])]
    .filter((code) => !(isPublic && [403].includes(catalog[code].status) && !route.operation.errors.includes(code)))
  const byStatus = Map.groupBy(codes, (code) => catalog[code].status)
  return [...byStatus].sort(([a], [b]) => a - b).map(([status, group]) => {
    const spelled = [...new Set(group.map((code) => (route.dialect === 'operation' || LOWER_EVERYWHERE.has(code) ? catalog[code].operationCode : code)))]
    const description = group.map((code) => `\`${code}\`: ${catalog[code].message}`).join('\n\n')
    return [String(status), { description, content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: { error: { type: 'object', properties: { code: { type: 'string', enum: spelled } } } } }] } } } }]
  })
}

const operationOf = (route: Route, { write, components }: ReturnType<typeof schemaWriter>, baseUrl: string): Json => {
  const input = write(route.operation.input, 'input')
  const body = requestBody(route, input, components)
  const given = parameters(route, input, components)
  const { scope } = route.operation
  const shown = given.map((one) => ({ ...one, required: one.required || one.name in exampleInput(route) }))
  const sample = curlOf({ method: route.method, path: pathOf(route.path), baseUrl, isPublic: scope === 'anyone', body: body?.content['application/json'].example, parameters: shown })
  return {
    operationId: `${route.operation.name}${route.answersFile ? `_${route.path.split('/').at(-1)}` : ''}`,
    tags: [route.section],
    summary: route.operation.summary.split(/[.;:]/, 1)[0],
    description: `${route.operation.summary}\n\nGraphQL: \`${route.field}\`. ${scope === 'anyone' ? 'Public.' : scope === 'authenticated' ? 'Any valid credentials.' : `Scope: \`${scope}\`.`}`,
    security: scope === 'anyone' ? [] : [{ bearer: [] }],
    ...(route.deprecated && { deprecated: true }),
    parameters: given,
    'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: sample }],
    ...(body && { requestBody: body }),
    responses: Object.fromEntries([[String(route.status), successOf(route, write)], ...errorsOf(route)]),
  }
}

const header = (description: string, type: string): Json => ({ description, schema: { type } })

export const openapi = (routes: readonly Route[], baseUrl: string) => {
  const writer = schemaWriter()
  const { components } = writer
  const paths: Record<string, Json> = {}
  for (const route of routes) (paths[pathOf(route.path)] ??= {})[route.method.toLowerCase()] = operationOf(route, writer, baseUrl)
  return {
    openapi: '3.1.0',
    info: { title: 'Invoice Exchange', version: VERSION, summary: 'Exchange electronic invoices over Peppol.', description: 'The REST paths of the service. Each runs the same operation as the GraphQL field named in its description; GraphQL, with subscriptions, is at `/graphql`.', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    tags: [...new Set([...routes.map((route) => route.section), '6 Events'])].map((name) => ({ name, description: `Section ${name.replace(' ', ' of the specification: ')}.` })),
    paths,
    webhooks: webhooks(writer),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API key, or a token of the identity provider.' } },
      parameters: { IdempotencyKey: { name: 'Idempotency-Key', in: 'header', required: false, description: 'Makes the request happen once only: for 24 hours a repetition gets the stored answer.', schema: { type: 'string', maxLength: 255, minLength: 1 } } },
      headers: { RequestId: header('Identifier of the request.', 'string'), RateLimit: header('Requests allowed in 60 seconds.', 'integer'), RateRemaining: header('Requests left.', 'integer'), RateReset: header('When the window is empty again, in unix seconds.', 'integer') },
      schemas: { ...components, Error: errorSchema },
    },
  }
}

const errorSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['type', 'code', 'message', 'details', 'requestId', 'docUrl'],
      properties: {
        type: { type: 'string', examples: ['validation_error'] },
        code: { type: 'string', examples: ['MISSING_FIELD'] },
        message: { type: 'string' },
        details: { type: 'array', items: { type: 'object', required: ['field', 'rule', 'message'], properties: { field: { type: 'string', examples: ['vatNumber'] }, rule: { type: 'string', examples: ['MISSING_FIELD'] }, message: { type: 'string' } } } },
        requestId: { type: 'string' },
        docUrl: { type: 'string', format: 'uri' },
      },
    },
  },
}
