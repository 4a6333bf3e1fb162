/** The OpenAPI document: made from the route table and the schemas that the operations check with. */
import { z } from 'zod'
import { catalog, commonErrors, type ErrorCode } from '../../kernel/errors/catalog.ts'
import { LOWER_EVERYWHERE } from '../../../rest-compat/dialect.ts'
import { curlOf, exampleOf } from './examples.ts'
import { webhooks } from './openapi-webhooks.ts'
import type { Route } from '../../http/route.ts'
import { wireName } from '../../http/route.ts'
import { FILE_TYPES } from '../../http/uploads.ts'

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
    for (const [name, part] of Object.entries(($defs as Json | undefined) ?? {}))
      components[name] ??= lift(part) as Json
    // Bytes are nothing that JSON can say: what remains of them is a schema for anything.
    if (Array.isArray(rest['anyOf'])) {
      const { anyOf: choices, ...others } = rest
      const said = choices.filter((one: Json) => Object.keys(one).length > 0)
      if (said.length < choices.length)
        return lift(said.length === 1 ? { ...others, ...said[0] } : { ...others, anyOf: said })
    }
    return Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [
        key,
        key === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : lift(value),
      ]),
    )
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

interface Parameter extends Json {
  name: string
  in: string
  required: boolean
  example?: unknown
}

/** Stands for the parameter in the components. */
const idempotencyKey: Parameter = { $ref: '#/components/parameters/IdempotencyKey' } as never

const pathParameters = (path: string): string[] => [...path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? '')
const pathOf = (path: string): string => path.replace(/:([A-Za-z]+)/g, '{$1}')

const properties = (schema: Json): [string, Json][] =>
  Object.entries((schema['properties'] as Record<string, Json> | undefined) ?? {})

/** Fields of the body that stand in the query when the body is a file. */
const besideFile = (
  input: Json,
  described: (name: string, schema: Json, where: string, isRequired: boolean) => Parameter,
): Parameter[] =>
  properties(input)
    .filter(([name, { type }]) => name !== 'file' && name !== 'xml' && type !== 'object')
    .map(([name, { description, ...schema }]) =>
      described(name, { ...schema, description: `Where the body is a file: ${String(description)}` }, 'query', false),
    )

/** An order stands in a query as one text. */
const ORDER: Json = {
  type: 'string',
  pattern: '^[A-Za-z]+(:(asc|desc))?$',
  examples: ['issueDate:desc'],
  description:
    'What to order by, and which way: `createdAt`, `issueDate`, `dueDate`, `grossAmount` or `number`, with `:asc` or `:desc` (default `createdAt:desc`).',
}

/** An example of the whole input, where fields that are optional one by one are needed together. */
export const exampleInput = (route: Route): Json =>
  ((route.operation.input.meta()?.examples as Json[] | undefined) ?? [])[0] ?? {}

const parameters = (route: Route, input: Json, components: Record<string, Json>): Parameter[] => {
  const inPath = pathParameters(route.path)
  const required = new Set((input['required'] as string[] | undefined) ?? [])
  const described = (name: string, schema: Json, where: string, isRequired: boolean): Parameter => {
    const { description, ...rest } = schema
    const example = name === 'cursor' ? undefined : (exampleInput(route)[name] ?? exampleOf(schema, components, name))
    return {
      name,
      in: where,
      required: isRequired,
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      schema: rest,
    }
  }
  const fromPath = properties(input)
    .filter(([name]) => inPath.includes(name))
    .map(([name, schema]) => described(name, schema, 'path', true))
  const beside = properties(input)
    .filter(([name]) => route.inQuery?.includes(name))
    .map(([name, schema]) => described(name, schema, 'query', false))
  if (route.method === 'POST' || route.method === 'PATCH')
    return [
      ...fromPath,
      ...beside,
      ...(route.takesFile ? besideFile(input, described) : []),
      ...(route.method === 'POST' ? [idempotencyKey] : []),
    ]
  const resumed = route.answersStream
    ? [
        described(
          'Last-Event-ID',
          {
            type: 'string',
            description: 'Begin after the event with this `seq`; sent by clients that come again.',
            examples: ['0'],
          },
          'header',
          false,
        ),
      ]
    : []
  const fromQuery = properties(input).filter(
    ([name]) => !inPath.includes(name) && name !== 'last' && name !== 'before' && !route.graphqlOnly?.includes(name),
  )
  return [
    ...fromPath,
    ...resumed,
    ...fromQuery.map(([name, schema]) =>
      described(
        wireName(name, route),
        name === 'orderBy' ? ORDER : schema,
        'query',
        required.has(name) && schema['default'] === undefined,
      ),
    ),
  ]
}

interface RequestBody {
  required: boolean
  content: { 'application/json': { schema: Json; example: unknown } } & Record<string, { schema: Json }>
}

const requestBody = (route: Route, input: Json, components: Record<string, Json>): RequestBody | undefined => {
  if (route.method !== 'POST' && route.method !== 'PATCH') return undefined
  const inPath = pathParameters(route.path)
  const kept = properties(input).filter(
    ([name]) => !inPath.includes(name) && !route.inQuery?.includes(name) && !route.graphqlOnly?.includes(name),
  )
  if (kept.length === 0) return undefined
  const required = ((input['required'] as string[] | undefined) ?? []).filter((name) => !inPath.includes(name))
  // Zod drops the examples of what it transforms from the schema; what was written is meant.
  const { examples } = route.operation.input.meta() ?? {}
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(kept),
    ...(required.length > 0 && { required }),
    ...(examples !== undefined && { examples }),
  }
  const content = {
    'application/json': { schema, example: exampleOf(schema, components) },
    ...(route.takesFile && fileContent(kept, required)),
  } as RequestBody['content']
  return { required: required.length > 0, content }
}

const BINARY: Json = { type: 'string', contentMediaType: 'application/octet-stream' }

/** The same fields in a form, and a file by itself, whose fields stand in the query. */
const fileContent = (fields: [string, Json][], required: string[]): Json => {
  const inForm = fields.map(
    ([name, schema]) =>
      [name, name === 'file' ? { ...BINARY, description: 'The file, at most 25 MB.' } : schema] as const,
  )
  const json = Object.fromEntries(
    inForm.filter(([, { type }]) => type === 'object').map(([name]) => [name, { contentType: 'application/json' }]),
  )
  return {
    'multipart/form-data': {
      schema: { type: 'object', additionalProperties: false, properties: Object.fromEntries(inForm), required },
      encoding: json,
    },
    ...Object.fromEntries(
      FILE_TYPES.map((type) => [
        type,
        {
          schema: {
            ...BINARY,
            contentMediaType: type,
            description:
              'The file by itself, at most 25 MB; the fields stand in the query, and the format is `auto` unless said otherwise.',
          },
        },
      ]),
    ),
  }
}

const successOf = (route: Route, write: ReturnType<typeof schemaWriter>['write']): Json => {
  const headers = {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimit' },
    'X-RateLimit-Remaining': { $ref: '#/components/headers/RateRemaining' },
    'X-RateLimit-Reset': { $ref: '#/components/headers/RateReset' },
  }
  if (route.answersFile)
    return {
      description:
        'The file. Its `ETag` is its SHA-256: with it in `If-None-Match` the answer is 304 while nothing has changed.',
      headers: {
        ...headers,
        ETag: { $ref: '#/components/headers/ETag' },
        'Content-Disposition': { $ref: '#/components/headers/ContentDisposition' },
      },
      content: { '*/*': { schema: { type: 'string', contentEncoding: 'binary' } } },
    }
  if (!route.shape) return { description: 'Done; no body.', headers }
  if (route.answersStream)
    return {
      description:
        'The events, one a message: `id` is its `seq`, `data` its envelope. A message of the kind `error` comes before the end where there is something to say.',
      headers,
      content: { 'text/event-stream': { schema: write(route.shape, 'output') } },
    }
  return {
    description: 'The result.',
    headers,
    content: { 'application/json': { schema: write(route.shape, 'output') } },
  }
}

/** The errors of a route, by status, with the spelling that it answers. */
const errorsOf = (route: Route): [string, Json][] => {
  const isPublic = route.operation.scope === 'anyone'
  const codes = [
    ...new Set<ErrorCode>([
      ...commonErrors,
      ...route.operation.errors,
      ...(route.method === 'POST' ? (['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_BODY_MISMATCH'] as const) : []),
    ]),
  ].filter((code) => !(isPublic && [403].includes(catalog[code].status) && !route.operation.errors.includes(code)))
  const byStatus = Map.groupBy(codes, (code) => catalog[code].status)
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, group]) => {
      const spelled = [
        ...new Set(
          group.map((code) =>
            route.dialect === 'operation' || LOWER_EVERYWHERE.has(code) ? catalog[code].operationCode : code,
          ),
        ),
      ]
      const description = group.map((code) => `\`${code}\`: ${catalog[code].message}`).join('\n\n')
      return [
        String(status),
        {
          description,
          content: {
            'application/json': {
              schema: {
                allOf: [
                  { $ref: '#/components/schemas/Error' },
                  {
                    type: 'object',
                    properties: { error: { type: 'object', properties: { code: { type: 'string', enum: spelled } } } },
                  },
                ],
              },
            },
          },
        },
      ]
    })
}

const operationOf = (route: Route, { write, components }: ReturnType<typeof schemaWriter>, baseUrl: string): Json => {
  const input = write(route.operation.input, 'input')
  const body = requestBody(route, input, components)
  const given = parameters(route, input, components)
  const { scope } = route.operation
  const shown = given.map((one) => ({ ...one, required: one.required || one.name in exampleInput(route) }))
  const sample = curlOf({
    method: route.method,
    path: pathOf(route.path),
    baseUrl,
    isPublic: scope === 'anyone',
    body: body?.content['application/json'].example,
    parameters: shown,
  })
  return {
    operationId: `${route.operation.name}${route.answersFile ? `_${route.path.split('/').at(-1)}` : ''}`,
    tags: [route.section],
    summary: route.operation.summary.split(/[.;:](?:\s|$)/, 1)[0],
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
  for (const route of routes)
    (paths[pathOf(route.path)] ??= {})[route.method.toLowerCase()] = operationOf(route, writer, baseUrl)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Invoice Exchange',
      version: VERSION,
      summary: 'Exchange electronic invoices over Peppol.',
      description:
        'The REST paths of the service. Each runs the same operation as the GraphQL field named in its description; GraphQL, with subscriptions, is at `/graphql`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set([...routes.map((route) => route.section), '6 Events'])].map((name) => ({
      name,
      description: `Section ${name.replace(' ', ' of the specification: ')}.`,
    })),
    paths,
    webhooks: webhooks(writer),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, or a token of the identity provider.' },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'Makes the request happen once only: for 24 hours a repetition gets the stored answer.',
          schema: { type: 'string', maxLength: 255, minLength: 1 },
        },
      },
      headers: {
        RequestId: header('Identifier of the request.', 'string'),
        RateLimit: header('Requests allowed in 60 seconds.', 'integer'),
        RateRemaining: header('Requests left.', 'integer'),
        ETag: header('SHA-256 of the file.', 'string'),
        ContentDisposition: header('The name of the file (RFC 6266).', 'string'),
        RateReset: header('When the window is empty again, in unix seconds.', 'integer'),
      },
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
        details: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'rule', 'message'],
            properties: {
              field: { type: 'string', examples: ['vatNumber'] },
              rule: { type: 'string', examples: ['MISSING_FIELD'] },
              message: { type: 'string' },
            },
          },
        },
        requestId: { type: 'string' },
        docUrl: { type: 'string', format: 'uri' },
      },
    },
  },
}
