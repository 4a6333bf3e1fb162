/** What clients build on, as lines that can be compared: GraphQL, REST and events alike. */
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql'
import type { Body } from '../support/app.ts'

/** What is given to us, or what we give. */
type Direction = 'in' | 'out'

/** Direction and type of each coordinate. `!` behind a type: always given in an answer, required in an input. */
export type Contract = ReadonlyMap<string, `${Direction} ${string}`>

const inputOf = ({ type, defaultValue }: GraphQLArgument | GraphQLInputField): string =>
  defaultValue === undefined ? String(type) : String(type).replace(/!$/, '')

function* ofSchema(schema: GraphQLSchema): Generator<[string, `${Direction} ${string}`]> {
  for (const [name, type] of Object.entries(schema.getTypeMap())) {
    if (name.startsWith('__')) continue
    if (isEnumType(type)) for (const value of type.getValues()) yield [`${name}.${value.name}`, 'in value']
    if (isUnionType(type)) for (const member of type.getTypes()) yield [`${name} | ${member.name}`, 'out member']
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) yield [`${name}.${field.name}`, `in ${inputOf(field)}`]
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const one of type.getInterfaces()) yield [`${name} implements ${one.name}`, 'out interface']
    for (const field of Object.values(type.getFields())) {
      yield [`${name}.${field.name}`, `out ${String(field.type)}`]
      for (const argument of field.args) yield [`${name}.${field.name}(${argument.name}:)`, `in ${inputOf(argument)}`]
    }
  }
}

const typeOf = (schema: Body): string => {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return 'enum'
  const parts = schema.anyOf ?? schema.oneOf
  if (parts) return parts.map(typeOf).toSorted().join('|')
  if (schema.type === 'array') return `[${typeOf(schema.items ?? {})}]`
  return [schema.type ?? 'any'].flat().join('|')
}

/** Every property below a schema, through references and lists, once for each component. */
function* ofJson(
  place: string,
  schema: Body,
  direction: Direction,
  document: Body,
  seen: Set<string>,
): Generator<[string, `${Direction} ${string}`]> {
  if (schema.$ref) {
    const name: string = schema.$ref.split('/').at(-1)
    if (seen.has(`${direction} ${name}`)) return
    seen.add(`${direction} ${name}`)
    yield* ofJson(
      `${direction === 'in' ? '>' : '<'} ${name}`,
      document.components.schemas[name],
      direction,
      document,
      seen,
    )
    return
  }
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    yield* ofJson(place, part, direction, document, seen)
  if (schema.items) yield* ofJson(place, schema.items, direction, document, seen)
  // Values of an answer may become more; what an input takes may not become less.
  if (direction === 'in') for (const value of schema.enum ?? []) yield [`${place} = ${value}`, 'in value']
  for (const [name, property] of Object.entries<Body>(schema.properties ?? {})) {
    const required = (schema.required ?? []).includes(name) ? '!' : ''
    yield [`${place}.${name}`, `${direction} ${typeOf(property)}${required}`]
    yield* ofJson(`${place}.${name}`, property, direction, document, seen)
  }
}

function* ofOpenapi(document: Body): Generator<[string, `${Direction} ${string}`]> {
  const seen = new Set<string>()
  for (const [path, operations] of Object.entries<Body>(document.paths))
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries<Body>(operations)) {
      const coordinate = `${method.toUpperCase()} ${path}`
      yield [coordinate, 'out route']
      for (const { name, schema, required, $ref } of parameters)
        if (!$ref) yield [`${coordinate} ?${name}`, `in ${typeOf(schema)}${required ? '!' : ''}`]
      for (const { schema } of Object.values<Body>(requestBody?.content ?? {}))
        yield* ofJson(`${coordinate} > body`, schema, 'in', document, seen)
      for (const [status, { content = {} }] of Object.entries<Body>(responses)) {
        if (!status.startsWith('2')) continue
        yield [`${coordinate} < ${status}`, 'out answer']
        for (const { schema } of Object.values<Body>(content))
          yield* ofJson(`${coordinate} < ${status}`, schema, 'out', document, seen)
      }
    }
  for (const [type, { post }] of Object.entries<Body>(document.webhooks)) {
    yield [`event ${type}`, 'out event']
    yield* ofJson(`event ${type}`, post.requestBody.content['application/json'].schema, 'out', document, seen)
  }
}

export const contractOf = (schema: GraphQLSchema, openapi: Body): Contract =>
  new Map([...ofSchema(schema), ...ofOpenapi(openapi)])

export const write = (contract: Contract): string =>
  [...contract]
    .map(([coordinate, said]) => `${coordinate}\t${said}\n`)
    .toSorted()
    .join('')

export const read = (text: string): Contract =>
  new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t') as [string, `${Direction} ${string}`]),
  )

/** What is always given may be so more often, and what is required less often. */
const fits = (before: string, now: string): boolean => {
  if (before === now) return true
  const [direction] = now.split(' ')
  const [wider, narrower] = direction === 'out' ? [before, now] : [now, before]
  // `A`, `[A!]` and so on, with one mark less somewhere.
  return wider.replaceAll('!', '') === narrower.replaceAll('!', '') && isNarrower(narrower, wider)
}

/** Whether the first has every mark of the second, at the same places. */
const isNarrower = (narrower: string, wider: string): boolean => {
  let at = 0
  for (const character of narrower) {
    if (character === wider[at]) at += 1
    else if (character !== '!') return false
  }
  return at === wider.length
}

/** The type, field, path or schema that a coordinate is a part of. */
const ownerOf = (coordinate: string): string =>
  /^(.*)(?:\(\w+:\)| \?\S+)$/.exec(coordinate)?.[1] ?? coordinate.replace(/\.[^.]*$/, '')

/** The coordinates that a client of the earlier contract may fail by. */
export const broken = (before: Contract, now: Contract): string[] => {
  const changed = [...before].filter(([coordinate, said]) => {
    const current = now.get(coordinate)
    return current === undefined || !fits(said, current)
  })
  const owners = new Set([...before.keys()].flatMap((coordinate) => [coordinate, ownerOf(coordinate)]))
  // What is new altogether may demand what it wants.
  const demanded = [...now].filter(
    ([coordinate, said]) =>
      said.startsWith('in ') && said.endsWith('!') && !before.has(coordinate) && owners.has(ownerOf(coordinate)),
  )
  return [...changed, ...demanded].map(([coordinate]) => coordinate).toSorted()
}
