/** The OpenAPI document of a service of `/afnor`: made from its rows, with the names of XP Z12-013. */
import { z } from 'zod'
import { routes } from '../../../afnor/routes/index.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { type Route, pathOf } from '../../http/route.ts'
import { type Json, type Writer, schemaWriter } from './openapi/schemas.ts'

const titles: Readonly<Record<string, string>> = {
  'flow-service': 'AFNOR XP Z12-013: Flow Service',
  'directory-service': 'AFNOR XP Z12-013: Directory Service',
}

const errorShape = z
  .object({
    errorCode: z.string().describe('Code of the norm, or of the catalog of this service.'),
    errorMessage: z.string().describe('What is wrong, in words.'),
    type: z.string().describe('Where the error is explained.'),
    details: z.string().describe('Every fault, with the field that it is in.'),
    instance: z.string().describe('Where the log of the request is read.'),
    error: z.record(z.string(), z.unknown()).describe('The same as the other doors of this service write it.'),
  })
  .meta({ id: 'Error', description: 'A refusal.' })

const headerParameter = (name: string, description: string, schema: Json): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})

const parameters = {
  'Request-Id': headerParameter('Request-Id', 'Identifier of the request; the answer brings it back.', {
    type: 'string',
    format: 'uuid',
  }),
  'X-Request-Id': headerParameter('X-Request-Id', 'The same, as edition 1.1 and the other doors call it.', {
    type: 'string',
  }),
  'Organization-Id': headerParameter('Organization-Id', 'The organization, or one of its companies, that is meant.', {
    type: 'string',
  }),
  docType: {
    name: 'docType',
    in: 'query',
    required: false,
    description: 'What is answered: the metadata as JSON, or one of the files.',
    schema: { type: 'string', enum: ['Metadata', 'Original', 'Converted', 'ReadableView'], default: 'Metadata' },
  },
}

const named = (name: keyof typeof parameters): Json => ({ $ref: `#/components/parameters/${name}` })

const inPath = (path: string): Json[] =>
  [...path.matchAll(/\{([\w-]+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

/** Where a file may be answered in place of JSON. */
const givesFiles = ({ method, path }: Route): boolean => method === 'GET' && path.endsWith('/:flowId')

const statuses = [400, 401, 403, 404, 413, 429, 500, 501, 503]

const refusals = (writer: Writer): Json =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: 'Refused.', content: { 'application/json': { schema: writer.write(errorShape, 'output') } } },
    ]),
  )

const successOf = (route: Route, writer: Writer): Json => ({
  description: route.operation.summary,
  ...(route.shape && {
    content: {
      'application/json': { schema: writer.write(route.shape, 'output') },
      ...(givesFiles(route) && { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }),
    },
  }),
})

const bodyOf = ({ bodyShape, takesLargeFile }: Route, writer: Writer): Json | undefined =>
  bodyShape && {
    required: true,
    content: {
      [takesLargeFile ? 'multipart/form-data' : 'application/json']: { schema: writer.write(bodyShape, 'input') },
    },
  }

const listInQuery = (name: 'fields' | 'include', route: Route): Json[] => {
  const { shape = {} } = route.operation.input as { shape?: Readonly<Record<string, z.ZodType>> }
  if (route.method !== 'GET' || !(name in shape)) return []
  const schema = z.toJSONSchema(shape[name] as z.ZodType, { io: 'input' })
  const { description, $schema: _draft, ...rest } = schema
  return [{ name, in: 'query', required: false, explode: false, description, schema: rest }]
}

/** The norm writes names of parameters with hyphens. */
const asWritten = (path: string): string =>
  path.replace(/\{\w+\}/g, (name) =>
    path.startsWith('/v1/flows') || path.startsWith('/v1/webhooks')
      ? name
      : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  )

const operationOf = (route: Route, path: string, writer: Writer): Json => {
  const requestBody = bodyOf(route, writer)
  return {
    operationId: route.operation.name,
    summary: route.operation.summary,
    description: `GraphQL: \`${route.field}\`. Scope: \`${route.operation.scope}\`.`,
    parameters: [
      named('Request-Id'),
      named('X-Request-Id'),
      named('Organization-Id'),
      ...inPath(path),
      ...(givesFiles(route) ? [named('docType')] : []),
      ...listInQuery('fields', route),
      ...listInQuery('include', route),
    ],
    ...(requestBody && { requestBody }),
    responses: { [route.status]: successOf(route, writer), ...refusals(writer) },
  }
}

const health = {
  get: {
    operationId: 'healthcheck',
    summary: 'Whether the service is well.',
    security: [],
    parameters: [named('Request-Id'), named('X-Request-Id'), named('Organization-Id')],
    responses: {
      200: {
        description: 'It is well.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['status', 'version', 'service'],
              properties: { status: { type: 'string' }, version: { type: 'string' }, service: { type: 'string' } },
            },
          },
        },
      },
      503: { description: 'It is not.' },
    },
  },
}

export const afnorDescription = (service: string, baseUrl: string): Json => {
  const writer = schemaWriter()
  const prefix = `/afnor/${service}`
  const paths: Record<string, Json> = { '/v1/healthcheck': health }
  for (const route of routes.filter(({ path }) => path.startsWith(`${prefix}/`))) {
    const path = asWritten(pathOf(route).slice(prefix.length))
    ;(paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route, path, writer)
  }
  return {
    openapi: '3.1.0',
    info: { title: titles[service], version: packageJson.version },
    servers: [{ url: `${baseUrl}${prefix}` }],
    security: [{ bearer: [] }, { token: [] }],
    paths,
    components: {
      parameters,
      schemas: writer.components,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        token: { type: 'apiKey', in: 'query', name: 'token' },
      },
    },
  }
}
