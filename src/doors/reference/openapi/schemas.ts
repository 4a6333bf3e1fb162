/** The schemas that operations check with and views answer by, as the document writes them. */
import { z } from 'zod'

export type Json = Record<string, unknown>
export type Components = Record<string, Json>

/** Of what is sent to us, or what we answer. */
type Direction = 'input' | 'output'

export interface Writer {
  /** Schemas that have a name of their own. */
  components: Components
  write(schema: z.ZodType, io: Direction): Json
}

/** Bytes are nothing that JSON can say: what remains of them is a schema for anything. */
const withoutBytes = ({ anyOf, ...others }: Json): Json | undefined => {
  if (!Array.isArray(anyOf)) return undefined
  const said = anyOf.filter((one: Json) => Object.keys(one).length > 0)
  if (said.length === anyOf.length) return undefined
  return said.length === 1 ? { ...others, ...(said[0] as Json) } : { ...others, anyOf: said }
}

/** What Zod adds and a reader has no use for: patterns of what the format says, bounds that every number has. */
const dropNoise = (schema: Json): void => {
  if (schema['format'] === 'date-time' || schema['format'] === 'date') delete schema['pattern']
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
}

/** JSON Schema whose named parts become components of the document. */
const lift = (node: unknown, components: Components, io: Direction): unknown => {
  if (Array.isArray(node)) return node.map((one) => lift(one, components, io))
  if (typeof node !== 'object' || node === null) return node
  const { $defs, $schema: _dialect, '~standard': _standard, ...rest } = node as Json
  // As words about a schema these are ours; as names of properties they stay.
  for (const ours of ['id', 'graphql', 'about']) if (typeof rest[ours] === 'string') delete rest[ours]
  dropNoise(rest)
  // Answers may grow: a client that refuses what it does not know would break by a new field.
  if (io === 'output' && rest['additionalProperties'] === false) delete rest['additionalProperties']
  for (const [name, part] of Object.entries(($defs as Json | undefined) ?? {}))
    components[name] ??= lift(part, components, io) as Json
  const sayable = withoutBytes(rest)
  if (sayable) return lift(sayable, components, io)
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : lift(value, components, io),
    ]),
  )
}

export const schemaWriter = (): Writer => {
  const components: Components = {}
  const write = (schema: z.ZodType, io: Direction): Json => {
    const name = schema.meta()?.id
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
    const written = lift(json, components, io) as Json
    if (typeof name !== 'string') return written
    components[name] ??= written
    return { $ref: `#/components/schemas/${name}` }
  }
  return { components, write }
}

export const propertiesOf = (schema: Json): [name: string, property: Json][] =>
  Object.entries((schema['properties'] as Components | undefined) ?? {})

export const requiredIn = (schema: Json): string[] => (schema['required'] as string[] | undefined) ?? []
