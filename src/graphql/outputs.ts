/**
 * GraphQL output types made from zod schemas. A schema names its type with `.meta({graphql})`, says what that type is
 * with `.meta({about})`, and what the field is with `.describe()`.
 */
import type { ObjectRef } from '@pothos/core'
import { z } from 'zod'
import { builder } from './builder.ts'
import { byName } from './dynamic.ts'
import { enumOf } from './enums.ts'
import { notePlain } from './plain.ts'

type AnyObject = ObjectRef<(typeof builder)['$inferSchemaTypes'], unknown>
type Type = AnyObject | [AnyObject]
/** Scalars by their names, and enums, are types of fields too. */
const asType = (type: string | object): AnyObject => type as AnyObject

interface OutputField {
  type: Type
  nullable: boolean
  description: string
  resolve(value: unknown): unknown
}

const metaOf = (schema: z.ZodType) =>
  (schema.meta() ?? {}) as {
    graphql?: string
    about?: string
    'x-enumDescriptions'?: Readonly<Record<string, string>>
    description?: string
  }

const objects = new Map<string, AnyObject>()

/** The object of this name; asked for again, the same one. */
const objectNamed = (name: string, about: string | undefined, fields: () => Record<string, OutputField>): AnyObject => {
  const known = objects.get(name)
  if (known) return known
  if (about === undefined) throw new Error(`The object ${name} says nothing of itself.`)
  const ref = builder.objectRef<unknown>(name).implement({
    description: about,
    fields: (t) => {
      const made = Object.entries(fields())
      notePlain(
        name,
        made.map(([field, { resolve }]) => [field, { read: resolve, columns: [] }]),
      )
      return byName(made.map(([field, how]) => [field, t.field(how)]))
    },
  })
  objects.set(name, ref)
  return ref
}

/** The object of a schema, under this name where it has none of its own. */
export const objectOfSchema = (schema: z.ZodObject, otherwise?: string): AnyObject => {
  const { graphql: name = otherwise ?? '', about, description } = metaOf(schema)
  return objectNamed(name, about ?? description, () => fieldsOf(name, schema))
}

/** Caches keep objects by `id`: what many documents number alike has another name than in JSON. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'DocumentLine.id': 'lineId',
  'DocumentParty.id': 'participantId',
}

const isTexts = (value: unknown): boolean => Array.isArray(value)

/** What a value may be where it is not always the same: exactly one field holds it. */
const alternatives = [
  { kind: z.ZodBoolean, name: 'flag', type: 'Boolean', holds: 'boolean', description: 'Null when it is no flag.' },
  { kind: z.ZodString, name: 'text', type: 'String', holds: 'string', description: 'Null when it is no text.' },
  { kind: z.ZodNumber, name: 'number', type: 'Float', holds: 'number', description: 'Null when it is no number.' },
  {
    kind: z.ZodArray,
    name: 'texts',
    type: ['String'],
    holds: isTexts,
    description: 'Null when it is no list of texts.',
  },
] as const

const alternativesOf = (union: z.ZodUnion): Record<string, OutputField> =>
  Object.fromEntries(
    union.options.map((option) => {
      const plain = option instanceof z.ZodReadonly ? option._zod.def.innerType : option
      const one = alternatives.find(({ kind }) => plain instanceof kind)
      if (!one) throw new Error('A union is of flags, texts, numbers and lists of texts.')
      const { name, type, holds, description } = one
      const fits = typeof holds === 'string' ? (value: unknown) => typeof value === holds : holds
      const resolve = (value: unknown) => (fits(value) ? value : null)
      return [name, { type: asType(type), nullable: true, description, resolve }]
    }),
  )

/** The type of a schema; asked for again, the same one. */
export const typeOfSchema = (schema: z.ZodType): Type => {
  const { graphql, about, 'x-enumDescriptions': meanings } = metaOf(schema)
  if (schema instanceof z.ZodArray) return [typeOfSchema(schema._zod.def.element as z.ZodType) as AnyObject]
  if (schema instanceof z.ZodEnum && graphql) return asType(enumOf(graphql, schema.options.map(String), meanings))
  if (schema instanceof z.ZodObject && graphql) return objectOfSchema(schema)
  if (schema instanceof z.ZodUnion && graphql) return objectNamed(graphql, about, () => alternativesOf(schema))
  if (graphql) return asType(graphql)
  if (schema instanceof z.ZodString || schema instanceof z.ZodLiteral) return asType('String')
  throw new Error(`A schema of the kind ${schema._zod.def.type} has no GraphQL type.`)
}

/** What is absent in JSON is null in GraphQL. The wrapper may name the scalar. */
const withoutNull = (schema: z.ZodType): { inner: z.ZodType; nullable: boolean; graphql?: string | undefined } => {
  if (!(schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)) return { inner: schema, nullable: false }
  const below = withoutNull(schema._zod.def.innerType as z.ZodType)
  return { inner: below.inner, nullable: true, graphql: metaOf(schema).graphql ?? below.graphql }
}

/** The fields of an object, as GraphQL shows them. */
const fieldsOf = (type: string, schema: z.ZodObject): Record<string, OutputField> =>
  Object.fromEntries(
    Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
      const { inner, nullable, graphql } = withoutNull(field)
      const description = metaOf(field).description ?? metaOf(inner).description
      if (description === undefined) throw new Error(`The field ${name} says nothing of itself.`)
      const resolve = (values: Readonly<Record<string, unknown>>) => values[name] ?? null
      const kind = nullable && graphql !== undefined ? asType(graphql) : typeOfSchema(inner)
      return [OTHER_NAMES[`${type}.${name}`] ?? name, { type: kind, nullable, description, resolve }]
    }),
  )
