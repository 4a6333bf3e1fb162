/** The types of REST for the client: each path with its parameters, body and answer. */
import { routes } from '../../../../rest-compat/routes/index.ts'
import { eventTypes } from '../../../engine/feed/catalog.ts'
import { catalog } from '../../../kernel/errors/catalog.ts'
import { openapi } from '../openapi/document.ts'
import { type Json, requiredIn } from '../openapi/schemas.ts'
import { commentOf, declarationOf, typeOf } from './schema-types.ts'

const HEAD = `/** Written by \`npm run print\` from the table of paths: the types of the OpenAPI document. */
import type { FileAnswer, RawBody } from './file-answer.ts'
`

interface Parameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Json
}

const INDENT = '    '

/** Parameters of one place as an object. */
const valuesOf = (parameters: readonly Parameter[], place: string): string | undefined => {
  const here = parameters.filter((one) => one.in === place)
  if (here.length === 0) return undefined
  const required = here.filter((one) => one.required).map(({ name }) => name)
  const properties = here.map(({ name, description, schema }) => [name, { description, ...schema }] as const)
  const type = typeOf({ type: 'object', properties: Object.fromEntries(properties), required }, INDENT)
  return `${INDENT}${place}${required.length > 0 ? '' : '?'}: ${type}\n`
}

const bodyOf = (operation: Json): string | undefined => {
  const { requestBody } = operation as { requestBody?: { content: Record<string, { schema: Json }> } }
  const content = requestBody?.content
  const json = content?.['application/json']?.schema
  if (!content || !json) return undefined
  const type = 'multipart/form-data' in content ? `${typeOf(json, INDENT)} | RawBody` : typeOf(json, INDENT)
  return `${INDENT}body${requiredIn(json).length > 0 ? '' : '?'}: ${type}\n`
}

const answerOf = (operation: Json): string => {
  const answers = operation['responses'] as Record<string, { content?: Record<string, { schema: Json }> }>
  const { content = {} } = Object.entries(answers).find(([status]) => status.startsWith('2'))?.[1] ?? {}
  if (Object.values(content).some(({ schema }) => schema['contentEncoding'] === 'binary')) return 'FileAnswer'
  if ('text/event-stream' in content) return 'never'
  const json = content['application/json']?.schema
  return json ? typeOf(json, INDENT) : 'undefined'
}

const routeOf = (coordinate: string, operation: Json): string => {
  const parameters = ((operation['parameters'] as Parameter[] | undefined) ?? []).filter((one) => 'in' in one)
  const parts = [valuesOf(parameters, 'path'), valuesOf(parameters, 'query'), bodyOf(operation)]
  const answer = `${INDENT}answer: ${answerOf(operation)}\n`
  return `${commentOf(operation['summary'], '  ')}  ${JSON.stringify(coordinate)}: {\n${parts.join('')}${answer}  }\n`
}

export const restTypes = (): string => {
  const { paths, components } = openapi(routes, 'http://127.0.0.1:4000')
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as Json] as const,
    ),
  )
  const codes = Object.keys(catalog).map((code) => `  | '${code}'\n`)
  const kinds = eventTypes.map((type) => `  | '${type}'\n`)
  return [
    HEAD,
    `/** Every code of the catalog (\`/docs/errors\`). */\nexport type ErrorCode =\n${codes.join('')}`,
    `/** Every kind of event (\`/docs/events\`). */\nexport type EventType =\n${kinds.join('')}`,
    ...Object.entries(components.schemas).map(([name, schema]) => declarationOf(name, schema)),
    `export interface Routes {\n${operations.map(([name, operation]) => routeOf(name, operation)).join('')}}\n`,
  ].join('\n')
}
