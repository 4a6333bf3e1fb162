/** The requests of the OpenAPI document, as collections for programs that send them by hand have them. */
import type { openapi } from '../openapi/document.ts'
import type { Json } from '../openapi/schemas.ts'

export type OpenApi = ReturnType<typeof openapi>

export interface Value {
  name: string
  value: string
  about: string
  required: boolean
}

export interface SampleRequest {
  /** The group that it stands in. */
  section: string
  name: string
  about: string
  method: string
  /** With its parameters in braces. */
  path: string
  inPath: readonly Value[]
  inQuery: readonly Value[]
  /** A JSON body. */
  body: unknown
  isPublic: boolean
  /** A recorded answer. */
  answer: { status: number; body: unknown } | undefined
}

interface Parameter {
  name?: string
  in?: string
  required?: boolean
  example?: unknown
  description?: string
}

const textOf = (value: unknown): string =>
  value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? value.join(',')
        : JSON.stringify(value)

const valuesIn = (parameters: readonly Parameter[], place: string): Value[] =>
  parameters
    .filter((one) => one.in === place)
    .map(({ name = '', example, description = '', required = false }) => ({
      name,
      value: textOf(example),
      about: description,
      required,
    }))

interface Content {
  content?: Record<string, { example?: unknown }>
}

const answerIn = (operation: Json): SampleRequest['answer'] => {
  const answers = Object.entries(operation['responses'] as Record<string, Content>)
  const [status, answer] = answers.find(([code]) => code.startsWith('2')) ?? []
  const example = answer?.content?.['application/json']?.example
  return example === undefined ? undefined : { status: Number(status), body: example }
}

export const requestsOf = ({ paths }: OpenApi): SampleRequest[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => {
      const operation = one as Json
      const parameters = (operation['parameters'] as Parameter[] | undefined) ?? []
      return {
        section: (operation['tags'] as string[])[0] ?? '',
        name: textOf(operation['summary']),
        about: textOf(operation['description']),
        method: method.toUpperCase(),
        path,
        inPath: valuesIn(parameters, 'path'),
        inQuery: valuesIn(parameters, 'query'),
        body: (operation['requestBody'] as Content | undefined)?.content?.['application/json']?.example,
        isPublic: (operation['security'] as unknown[] | undefined)?.length === 0,
        answer: answerIn(operation),
      }
    }),
  )

/** Requests of a group, with the groups in the order of the document. */
export const bySection = (requests: readonly SampleRequest[]): [section: string, requests: SampleRequest[]][] => [
  ...Map.groupBy(requests, ({ section }) => section),
]
