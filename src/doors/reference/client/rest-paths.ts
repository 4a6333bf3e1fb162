/** Paths of the OpenAPI document, as the client names them. */
import { routes } from '../../../../rest-compat/routes/index.ts'
import { openapi } from '../openapi/document.ts'
import { type Json, requiredIn } from '../openapi/schemas.ts'

export interface RestParameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Json
}

export interface RestPath {
  method: string
  path: string
  summary: unknown
  parameters: RestParameter[]
  body: { schema: Json; isRequired: boolean; takesFile: boolean } | undefined
  /** Schema of JSON; absent for an empty answer. */
  answer: Json | 'file' | 'stream' | undefined
}

type Content = Record<string, { schema: Json }>

const bodyOf = ({ requestBody }: { requestBody?: { content: Content } }): RestPath['body'] => {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return undefined
  const takesFile = 'multipart/form-data' in (requestBody?.content ?? {})
  return { schema, isRequired: requiredIn(schema).length > 0, takesFile }
}

const answerOf = (operation: Json): RestPath['answer'] => {
  const answers = operation['responses'] as Record<string, { content?: Content }>
  const { content = {} } = Object.entries(answers).find(([status]) => status.startsWith('2'))?.[1] ?? {}
  if (Object.values(content).some(({ schema }) => schema['contentEncoding'] === 'binary')) return 'file'
  return 'text/event-stream' in content ? 'stream' : content['application/json']?.schema
}

const parametersOf = (operation: Json): RestParameter[] =>
  ((operation['parameters'] as RestParameter[] | undefined) ?? []).filter((one) => 'in' in one)

export const restPaths = (): { paths: RestPath[]; components: Record<string, Json> } => {
  const { paths, components } = openapi(routes, 'http://127.0.0.1:4000')
  return {
    paths: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Json>).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        summary: operation['summary'],
        parameters: parametersOf(operation),
        body: bodyOf(operation),
        answer: answerOf(operation),
      })),
    ),
    components: components.schemas,
  }
}
