/**
 * GraphQL output types made from zod schemas. A schema names its type with `.meta({graphql})`, its description with
 * `.describe()`.
 */
import type { ObjectRef } from '@pothos/core'
import { z } from 'zod'
import { builder } from './builder.ts'
import { enumOf } from './enums.ts'

type Values = Readonly<Record<string, unknown>>
type Type = ObjectRef<never, unknown> | [Type]
export interface OutputField {
  type: Type
  nullable: boolean
  description: string
}

const metaOf = (schema: z.ZodType) =>
  (schema.meta() ?? {}) as {
    graphql?: string
    'x-enumDescriptions'?: Readonly<Record<string, string>>
    description?: string
  }

const objects = new Map<string, ObjectRef<never, unknown>>()

const objectOf = (schema: z.ZodObject, name: string): ObjectRef<never, unknown> => {
  const known = objects.get(name)
  if (known) return known
  const ref = builder.objectRef<Values>(name).implement({
    description: `Part of an event: ${Object.keys(schema.shape)
      .map((field) => `\`${field}\``)
      .join(', ')}.`,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(outputFields(schema)).map(([field, how]) => [
          field,
          t.field({ ...(how as object), resolve: (values: Values) => values[field] } as never),
        ]),
      ) as never,
  }) as unknown as ObjectRef<never, unknown>
  objects.set(name, ref)
  return ref
}

const typeOf = (schema: z.ZodType): Type => {
  const { graphql, 'x-enumDescriptions': meanings } = metaOf(schema)
  if (schema instanceof z.ZodArray) return [typeOf(schema._zod.def.element as z.ZodType)]
  if (schema instanceof z.ZodEnum && graphql) return enumOf(graphql, schema.options.map(String), meanings) as never
  if (schema instanceof z.ZodObject && graphql) return objectOf(schema, graphql)
  if (schema instanceof z.ZodUnknown) return 'JSON' as never
  if (graphql) return graphql as never
  if (schema instanceof z.ZodString || schema instanceof z.ZodLiteral) return 'String' as never
  throw new Error(`A schema of the kind ${schema._zod.def.type} has no GraphQL type.`)
}

/** The fields of an object, as GraphQL shows them. */
export const outputFields = (schema: z.ZodObject): Record<string, OutputField> =>
  Object.fromEntries(
    Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
      const nullable = field instanceof z.ZodNullable
      const inner = nullable ? (field._zod.def.innerType as z.ZodType) : field
      const description = metaOf(field).description ?? metaOf(inner).description
      if (description === undefined) throw new Error(`The field ${name} says nothing of itself.`)
      return [name, { type: typeOf(inner), nullable: nullable || inner instanceof z.ZodUnknown, description }]
    }),
  )
