/**
 * GraphQL input types made from the zod schemas of operations: one description of every input, for every door.
 * A schema names its scalar with `.meta({graphql})`, its type with `.meta({id})`, its description with `.describe()`.
 */
import type { InputRef } from '@pothos/core'
import { z } from 'zod'
import { typedFormOf } from '../kernel/input.ts'
import { isSecret } from '../kernel/secret-input.ts'
import { builder } from './builder.ts'
import { byName, dynamic } from './dynamic.ts'
import { enumOf } from './enums.ts'

type AnyInput = InputRef<unknown>
/** Scalars by their names, enums, and objects under way are inputs too, which Pothos types by what they hold. */
const asInput = (type: string | object): AnyInput => type as AnyInput

type InputField = {
  type: AnyInput | [AnyInput]
  required: boolean
  description?: string
  extensions?: { isSecret: true }
}

interface SchemaMeta {
  graphql?: string
  'x-enumDescriptions'?: Readonly<Record<string, string>>
  id?: string
  /** Exactly one of the fields is given. */
  isOneOf?: boolean
  /** What the type is, where the field says something else. */
  about?: string
  description?: string
}
const metaOf = (schema: z.ZodType): SchemaMeta => (schema.meta() ?? {}) as SchemaMeta

interface Unwrapped {
  inner: z.ZodType
  optional: boolean
  nullable: boolean
  meta: SchemaMeta
  /** What the operation gets for a value of GraphQL, where that is another. */
  read?(value: unknown): unknown
}

const known = new WeakMap<z.ZodType, Unwrapped>()

/** A schema without the wrappers that say whether a value may be left out or null. */
export const unwrap = (schema: z.ZodType): Unwrapped => {
  const before = known.get(schema)
  if (before) return before
  const unwrapped = lookInto(schema)
  known.set(schema, unwrapped)
  return unwrapped
}

const lookInto = (schema: z.ZodType): Unwrapped => {
  const typed = typedFormOf(schema)
  if (typed) return { ...unwrap(typed.schema), ...(typed.read && { read: typed.read }) }
  const meta = metaOf(schema)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
  ) {
    const below = unwrap(schema._zod.def.innerType as z.ZodType)
    return {
      ...below,
      optional: below.optional || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault,
      nullable: below.nullable || schema instanceof z.ZodNullable,
      meta: { ...below.meta, ...meta },
    }
  }
  if (schema instanceof z.ZodPipe && meta.graphql === undefined) {
    const below = unwrap(schema._zod.def.in as z.ZodType)
    return { ...below, meta: { ...below.meta, ...meta } }
  }
  return { inner: schema, optional: false, nullable: false, meta }
}

const objects = new Map<string, AnyInput>()

const typeOf = (schema: z.ZodType, meta: SchemaMeta, fallbackName: string): AnyInput | [AnyInput] => {
  if (schema instanceof z.ZodEnum)
    return asInput(enumOf(meta.graphql ?? fallbackName, schema.options.map(String), meta['x-enumDescriptions']))
  if (meta.graphql) return asInput(meta.graphql)
  if (schema instanceof z.ZodArray) {
    const element = unwrap(schema._zod.def.element as z.ZodType)
    return [typeOf(element.inner, element.meta, `${fallbackName}Item`) as AnyInput]
  }
  if (schema instanceof z.ZodObject) return inputObject(schema, meta.id ?? fallbackName, meta)
  if (schema instanceof z.ZodNumber) return asInput(schema.isInt ? 'Int' : 'Float')
  if (schema instanceof z.ZodBoolean) return asInput('Boolean')
  if (schema instanceof z.ZodString || schema instanceof z.ZodLiteral || schema instanceof z.ZodEmail)
    return asInput('String')
  throw new Error(`The input ${fallbackName} has a schema without a GraphQL type: ${schema._zod.def.type}.`)
}

const fieldOf = (schema: z.ZodType, fallbackName: string): InputField => {
  const { inner, optional, nullable, meta } = unwrap(schema)
  return {
    type: typeOf(inner, meta, fallbackName),
    required: !optional && !nullable,
    ...(meta.description && { description: meta.description }),
    ...(isSecretBelow(schema) && { extensions: { isSecret: true } }),
  }
}

const isSecretBelow = (schema: z.core.$ZodType): boolean => {
  const { innerType, element } = schema._zod.def as { innerType?: z.core.$ZodType; element?: z.core.$ZodType }
  const inner = innerType ?? element
  return isSecret(schema) || (inner !== undefined && isSecretBelow(inner))
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const fieldsOf = (schema: z.ZodObject, parent: string, omit: readonly string[] = []): Record<string, InputField> =>
  Object.fromEntries(
    Object.entries(schema.shape)
      .filter(([name]) => !omit.includes(name))
      .map(([name, field]) => [
        name,
        fieldOf(field as z.ZodType, `${parent.replace(/Input$/, '')}${capitalized(name)}Input`),
      ]),
  )

const inputObject = (
  schema: z.ZodObject,
  name: string,
  { about, description = about, isOneOf = false }: SchemaMeta,
  extra: Record<string, InputField> = {},
): AnyInput => {
  const known = objects.get(name)
  if (known) return known
  const ref = builder.inputRef<object>(name)
  // Stored before its fields are made, because they may be of its own type.
  objects.set(name, asInput(ref))
  const fields = { ...fieldsOf(schema, name), ...extra }
  ref.implement({
    ...(description && { description: about ?? description }),
    isOneOf,
    fields: (t) => byName(Object.entries(fields).map(([field, options]) => [field, dynamic(t).field(options)])),
  })
  return asInput(ref)
}

/** The `input` of a mutation. */
export const inputTypeOf = (name: string, schema: z.ZodType, description: string): AnyInput =>
  inputObject(
    objectOf(schema),
    name,
    { description },
    {
      idempotencyKey: {
        type: asInput('String'),
        required: false,
        description:
          'A key of your choice. A repeated request with the same key is ' +
          'carried out only once, like with the header `Idempotency-Key`.',
      },
    },
  )

const objectOf = (schema: z.ZodType): z.ZodObject => {
  const { inner } = unwrap(schema)
  if (inner instanceof z.ZodObject) return inner
  throw new Error('The input of an operation is an object.')
}

/** The arguments of a query field. */
export const argumentsOf = (
  schema: z.ZodType,
  parent: string,
  omit: readonly string[] = [],
): Record<string, InputField> => fieldsOf(objectOf(schema), parent, omit)
