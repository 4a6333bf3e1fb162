/** What a request carries. */
import type { Route } from '../../../http/route.ts'
import { FILE_TYPES } from '../../../http/uploads.ts'
import { namesInPath, takesBody } from './parameters.ts'
import { exampleOf } from './samples.ts'
import { type Components, type Json, propertiesOf, requiredIn } from './schemas.ts'
import { shownLimit } from '../../../values/limits.ts'

interface RequestBody {
  required: boolean
  content: { 'application/json': { schema: Json; example: unknown } } & Record<string, { schema: Json }>
}

const BINARY: Json = { type: 'string', contentMediaType: 'application/octet-stream' }

/** The same fields in a form, and a file by itself, whose fields stand in the query. */
const fileContent = (fields: [string, Json][], required: string[]): Json => {
  const inForm = fields.map(
    ([name, schema]) =>
      [
        name,
        name === 'file' ? { ...BINARY, description: `The file, at most ${shownLimit('fileBytes')}.` } : schema,
      ] as const,
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
              `The file as the whole body, at most ${shownLimit('fileBytes')}. The other fields are ` +
              'in the query, and the format is `auto` by default.',
          },
        },
      ]),
    ),
  }
}

export const bodyOf = (route: Route, input: Json, components: Components): RequestBody | undefined => {
  if (!takesBody(route)) return undefined
  const elsewhere = new Set([...namesInPath(route.path), ...(route.inQuery ?? []), ...(route.graphqlOnly ?? [])])
  const shown = (name: string): string => route.names?.[name] ?? name
  const fields = propertiesOf(input)
    .filter(([name]) => !elsewhere.has(name))
    .map(([name, schema]): [string, Json] => [shown(name), schema])
  if (fields.length === 0) return undefined
  const inPath = namesInPath(route.path)
  const required = requiredIn(input)
    .filter((name) => !inPath.includes(name))
    .map(shown)
  const renamed = (example: Json): Json =>
    Object.fromEntries(Object.entries(example).map(([name, value]) => [shown(name), value]))
  // Zod drops the examples of what it transforms from the schema; what was written is meant.
  const { examples } = route.operation.input.meta() ?? {}
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(fields),
    ...(required.length > 0 && { required }),
    ...(examples !== undefined && { examples: (examples as Json[]).map(renamed) }),
  }
  const content = {
    'application/json': { schema, example: exampleOf(schema, components) },
    ...(route.takesUrlForm && { 'application/x-www-form-urlencoded': { schema } }),
    ...(route.takesFile && fileContent(fields, required)),
  } as RequestBody['content']
  return { required: required.length > 0, content }
}
