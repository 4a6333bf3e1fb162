/** What a request says beside its body. */
import type { Route } from '../../../http/route.ts'
import { wireName } from '../../../http/wire-names.ts'
import { takesIfMatch } from '../../../http/preconditions.ts'
import { exampleOf } from './samples.ts'
import { type Components, type Json, propertiesOf, requiredIn } from './schemas.ts'

export interface Parameter extends Json {
  name: string
  in: string
  required: boolean
  example?: unknown
}

type Place = 'path' | 'query' | 'header'
type Describe = (name: string, schema: Json, place: Place, isRequired: boolean) => Parameter

export const namesInPath = (path: string): string[] =>
  [...path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? '')

export const takesBody = ({ method }: Route): boolean => method === 'POST' || method === 'PATCH'

/** An example of the whole input, where fields that are optional one by one are needed together. */
export const exampleInput = (route: Route): Json =>
  ((route.operation.input.meta()?.examples as Json[] | undefined) ?? [])[0] ?? {}

/** An order stands in a query as one text. */
const ORDER: Json = {
  type: 'string',
  pattern: '^[A-Za-z]+(:(asc|desc))?$',
  examples: ['issueDate:desc'],
  description:
    'Field and direction of the order: `createdAt`, `issueDate`, `dueDate`, ' +
    '`grossAmount` or `number`, followed by `:asc` or `:desc` (default `createdAt:desc`).',
}

const LAST_EVENT: Json = {
  type: 'string',
  description: 'Start after the event with this `seq`. Clients send this header automatically when they reconnect.',
  examples: ['0'],
}

/** Stands for the parameter in the components. */
const idempotencyKey: Parameter = { $ref: '#/components/parameters/IdempotencyKey' } as never

const ifMatch: Parameter = { $ref: '#/components/parameters/IfMatch' } as never

const describing =
  (route: Route, components: Components): Describe =>
  (name, schema, place, isRequired) => {
    const { description, ...rest } = schema
    const example = name === 'cursor' ? undefined : (exampleInput(route)[name] ?? exampleOf(schema, components, name))
    return {
      name,
      in: place,
      required: isRequired,
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      schema: rest,
    }
  }

/** Fields of the body that stand in the query when the body is a file. */
const besideFile = (input: Json, describe: Describe): Parameter[] =>
  propertiesOf(input)
    .filter(([name, { type }]) => name !== 'file' && name !== 'xml' && type !== 'object')
    .map(([name, { description, ...schema }]) =>
      describe(name, { ...schema, description: `When the body is a file: ${String(description)}` }, 'query', false),
    )

const besideBody = (route: Route, input: Json, describe: Describe): Parameter[] => [
  ...propertiesOf(input)
    .filter(([name]) => route.inQuery?.includes(name))
    .map(([name, schema]) => describe(name, schema, 'query', false)),
  ...(route.takesFile ? besideFile(input, describe) : []),
  ...(route.method === 'POST' ? [idempotencyKey] : []),
  ...(takesIfMatch(route) ? [ifMatch] : []),
]

const inQuery = (route: Route, input: Json, describe: Describe): Parameter[] => {
  const elsewhere = new Set([...namesInPath(route.path), 'last', 'before', ...(route.graphqlOnly ?? [])])
  const required = requiredIn(input)
  return propertiesOf(input)
    .filter(([name]) => !elsewhere.has(name))
    .map(([name, schema]) => {
      const isRequired = required.includes(name) && schema['default'] === undefined
      return describe(wireName(name, route), name === 'orderBy' ? ORDER : schema, 'query', isRequired)
    })
}

export const parametersOf = (route: Route, input: Json, components: Components): Parameter[] => {
  const describe = describing(route, components)
  const inPath = namesInPath(route.path)
  const fromPath = propertiesOf(input)
    .filter(([name]) => inPath.includes(name))
    .map(([name, schema]) => describe(name, schema, 'path', true))
  if (takesBody(route)) return [...fromPath, ...besideBody(route, input, describe)]
  return [
    ...fromPath,
    ...(route.answersStream ? [describe('Last-Event-ID', LAST_EVENT, 'header', false)] : []),
    ...inQuery(route, input, describe),
  ]
}

export const parameterComponents: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A key of your choice. A repeated request with the same key is ' +
      'carried out only once: for 24 hours it gets the stored answer.',
    schema: { type: 'string', maxLength: 255, minLength: 1 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of the object as you have read it. The change is carried out only if the object was not ' +
      'changed since; otherwise the answer is 412.',
    schema: { type: 'string' },
    example: '"2026-11-21T10:00:00.000Z"',
  },
}
