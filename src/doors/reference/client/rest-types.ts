/** The types of REST for the client: each path with its parameters, body and answer. */
import { eventTypes } from '../../../engine/feed/catalog.ts'
import { catalog } from '../../../kernel/errors/catalog.ts'
import { type RestParameter, type RestPath, restPaths } from './rest-paths.ts'
import { commentOf, declarationOf, typeOf } from './schema-types.ts'

const HEAD = `/** Written by \`prisma/print-client.ts\` from the table of paths: the types of the OpenAPI document. */
import type { FileAnswer, RawBody } from './file-answer.ts'
`

const INDENT = '    '

/** Parameters of one place as an object. */
const valuesOf = (parameters: readonly RestParameter[], place: string): string | undefined => {
  const here = parameters.filter((one) => one.in === place)
  if (here.length === 0) return undefined
  const required = here.filter((one) => one.required).map(({ name }) => name)
  const properties = here.map(({ name, description, schema }) => [name, { description, ...schema }] as const)
  const type = typeOf({ type: 'object', properties: Object.fromEntries(properties), required }, INDENT)
  return `${INDENT}${place}${required.length > 0 ? '' : '?'}: ${type}\n`
}

const bodyOf = ({ body }: RestPath): string | undefined => {
  if (!body) return undefined
  const type = body.takesFile ? `${typeOf(body.schema, INDENT)} | RawBody` : typeOf(body.schema, INDENT)
  return `${INDENT}body${body.isRequired ? '' : '?'}: ${type}\n`
}

const answerOf = ({ answer }: RestPath): string => {
  if (answer === 'file') return 'FileAnswer'
  if (answer === 'stream') return 'never'
  return answer ? typeOf(answer, INDENT) : 'undefined'
}

const routeOf = (route: RestPath): string => {
  const { method, path, parameters, summary } = route
  const parts = [valuesOf(parameters, 'path'), valuesOf(parameters, 'query'), bodyOf(route)]
  const answer = `${INDENT}answer: ${answerOf(route)}\n`
  return `${commentOf(summary, '  ')}  ${JSON.stringify(`${method} ${path}`)}: {\n${parts.join('')}${answer}  }\n`
}

export const restTypes = (): string => {
  const { paths, components } = restPaths()
  const codes = Object.keys(catalog).map((code) => `  | '${code}'\n`)
  const kinds = eventTypes.map((type) => `  | '${type}'\n`)
  return [
    HEAD,
    `/** Every code of the catalog (\`/docs/errors\`). */\nexport type ErrorCode =\n${codes.join('')}`,
    `/** Every kind of event (\`/docs/events\`). */\nexport type EventType =\n${kinds.join('')}`,
    ...Object.entries(components).map(([name, schema]) => declarationOf(name, schema)),
    `export interface Routes {\n${paths.map(routeOf).join('')}}\n`,
  ].join('\n')
}
