/**
 * What an entity answers, said once: GraphQL objects, JSON and the OpenAPI document are made of it.
 * A field is a column, a part of the row, a relation, or a function of named columns.
 */
import type { z } from 'zod'
import type { Prisma } from '../generated/prisma/client.ts'
import type { FieldKind, FieldKinds } from './field-kinds.ts'

/** One of a list of words. */
export interface Choice {
  name: string
  values: readonly string[]
  descriptions: Readonly<Record<string, string>>
}

export type FieldType =
  | { is: 'value'; kind: FieldKind }
  | { is: 'choice'; choice: Choice }
  /** Made of columns of the same row. */
  | { is: 'part'; view: View<never> }
  /** What a column holds. */
  | { is: 'object'; view: View<never> }
  | { is: 'relation'; view: View<never> }
  /** Objects by a key that the data brings; GraphQL has a field of its own for them. */
  | { is: 'map'; view: View<never> }
  /** JSON of this form, which REST writes as it is. */
  | { is: 'structure'; schema: z.ZodType }

type Door = 'graphql' | 'rest'
type Read = (row: never) => unknown

interface FieldOptions {
  type: FieldType
  description: string
  isNullable?: boolean
  isList?: boolean
  /** Absent: the column that has the field's name. */
  columns?: readonly string[]
  /** Absent: the column itself. */
  read?: Read
  /** Absent: every door. */
  only?: Door
  /** Absent: what the view calls it. */
  name?: string
  /** Where it is undefined: left out of JSON, and null in GraphQL. */
  isOptional?: boolean
  /** What is known of JSON that is sent as it is. */
  shape?: z.ZodType
  example?: unknown
  /** Written in JSON as the column holds it. */
  isStored?: boolean
}

/** `Source` is where the value comes from: a column's name, the row that a function takes, or nothing said. */
export class Field<Value, Source = undefined> {
  declare readonly value: Value
  declare readonly source: Source
  readonly options: FieldOptions

  constructor(options: FieldOptions) {
    this.options = options
  }

  #with<V = Value, S = Source>(more: Partial<FieldOptions>): Field<V, S> {
    return new Field<V, S>({ ...this.options, ...more })
  }

  orNull(): Field<Value | null, Source> {
    return this.#with<Value | null>({ isNullable: true })
  }

  list(): Field<readonly Value[], Source> {
    return this.#with<readonly Value[]>({ isList: true })
  }

  /** The column, where it has another name. */
  from<C extends string>(column: C): Field<Value, C> {
    return this.#with<Value, C>({ columns: [column] })
  }

  /** A function of these columns and of nothing else: not of the time, nor of who asks. */
  by<Row>(columns: readonly (keyof Row & string)[], read: (row: Row) => Value): Field<Value, (row: Row) => void> {
    return this.#with<Value, (row: Row) => void>({ columns, read: read as Read })
  }

  onlyIn(door: Door): Field<Value, Source> {
    return this.#with({ only: door })
  }

  /** What it is called outside, where each door has a field of its own under one name. */
  named(name: string): Field<Value, Source> {
    return this.#with({ name })
  }

  /** The column holds JSON of this shape, which REST writes as it is. */
  stored(): Field<Value, Source> {
    return this.#with({ isStored: true })
  }

  /** For JSON that is sent as it is: what is known of it. */
  shaped(shape: z.ZodType): Field<Value, Source> {
    return this.#with({ shape })
  }

  /** There is nothing where nothing was said. */
  orAbsent(): Field<Value | undefined, Source> {
    return this.#with<Value | undefined>({ isOptional: true })
  }

  like(example: unknown): Field<Value, Source> {
    return this.#with({ example })
  }
}

const valueField =
  <K extends FieldKind>(kind: K) =>
  (description: string): Field<FieldKinds[K]> =>
    new Field({ type: { is: 'value', kind }, description })

export const text = valueField('text')
export const id = valueField('id')
export const integer = valueField('integer')
export const number = valueField('number')
export const flag = valueField('flag')
export const instant = valueField('instant')
export const day = valueField('day')
export const amount = valueField('amount')
export const decimal = valueField('decimal')
export const currency = valueField('currency')
export const country = valueField('country')
export const peppolId = valueField('peppolId')
export const vatNumber = valueField('vatNumber')
export const record = valueField('record')
export const free = valueField('free')
export const texts = valueField('texts')

export const choiceOf = (
  name: string,
  values: readonly string[],
  descriptions: Readonly<Record<string, string>>,
): Choice => ({ name, values, descriptions })

export const choice = (choice: Choice, description: string): Field<string> =>
  new Field({ type: { is: 'choice', choice }, description })

/** Some columns of the same row, together under one name. */
export const part = <Row>(view: View<Row>, description: string): Field<Row, (row: Row) => void> =>
  new Field({ type: { is: 'part', view: view as View<never> }, description, columns: view.columns })

/** What a column holds, or a function answers. */
export const object = <Row>(view: View<Row>, description: string): Field<Row> =>
  new Field({ type: { is: 'object', view: view as View<never> }, description })

/** Nobody changes it. */
type Stored<T> = T extends readonly (infer Item)[]
  ? readonly Stored<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Stored<T[K]> }
    : T

/** JSON of this form. It is written as it is in REST, and as objects in GraphQL. */
export const structure = <S extends z.ZodType>(schema: S, description: string): Field<Stored<z.output<S>>> =>
  new Field({ type: { is: 'structure', schema }, description })

/** Objects by a key that the data brings. */
export const mapOf = <Row>(view: View<Row>, description: string): Field<Readonly<Record<string, Row>>> =>
  new Field({ type: { is: 'map', view: view as View<never> }, description })

/** Prisma knows it, although not every row brings it. */
interface Loaded {
  loaded: true
}

/** What belongs to the row in another table; left out where it was not loaded. */
export const relation = <Row>(view: View<Row>, description: string): Field<Row | undefined, Loaded> =>
  new Field({ type: { is: 'relation', view: view as View<never> }, description, isOptional: true })

export interface View<Row> {
  readonly name: string
  readonly description: string
  readonly fields: Readonly<Record<string, Field<unknown, unknown>>>
  /** Every column that it reads. */
  readonly columns: readonly string[]
  /** Only for the compiler: what it is made of. */
  readonly row?: (row: Row) => void
}

type FieldsOf<F> = { [K in keyof F]: Field<unknown, unknown> }

/** The fields that the row cannot give do not compile: a misspelt column, a null that is not said, another type. */
type FieldsFrom<Row, F> = {
  [K in keyof F]: F[K] extends Field<infer Value, infer Source>
    ? Source extends undefined
      ? Column<Row, K, Value, F[K]>
      : Source extends string
        ? Column<Row, Source, Value, F[K]>
        : Source extends (row: infer Wanted) => void
          ? Row extends Wanted
            ? F[K]
            : { 'the row lacks what the function takes': Wanted }
          : F[K]
    : never
}
type Column<Row, Name, Value, F> = Name extends keyof Row
  ? Row[Name] extends Value
    ? F
    : // What stands in a JSON column is ours.
      [Prisma.JsonValue] extends [Row[Name]]
      ? F
      : { 'the column is': Row[Name]; 'the field takes': Value }
  : { 'the row has no column': Name }

const columnsOf = (name: string, { options: { columns, type } }: Field<unknown, unknown>): readonly string[] =>
  columns ?? (type.is === 'relation' ? [] : [name])

export const view =
  <Row>() =>
  <F extends FieldsOf<F>>(name: string, description: string, fields: F & FieldsFrom<Row, F>): View<Row> => ({
    name,
    description,
    fields,
    columns: [
      ...new Set(
        Object.entries(fields as Readonly<Record<string, Field<unknown, unknown>>>).flatMap(([field, one]) =>
          columnsOf(field, one),
        ),
      ),
    ],
  })

/** The same view with more fields, after those that it has; one of the same name takes its place. */
export const extend =
  <Row, More>(base: View<Row>) =>
  <F extends FieldsOf<F>>(name: string, description: string, fields: F & FieldsFrom<Row & More, F>): View<Row & More> =>
    view<Row & More>()(name, description, { ...base.fields, ...fields } as never)

/** Some fields of a view, in its order. */
export const pick = <Row>(base: View<Row>, name: string, description: string, names: readonly string[]): View<Row> =>
  view<Row>()(name, description, Object.fromEntries(names.map((one) => [one, base.fields[one]])) as never)

/** What a field is called outside. */
export const nameOf = (name: string, { options }: Field<unknown, unknown>): string => options.name ?? name

/** What a field reads of a row. */
export const reading = (name: string, { options: { columns, read, type } }: Field<unknown, unknown>): Read => {
  if (read) return read
  if (type.is === 'part') return (row: object) => row
  const [column = name] = columns ?? []
  return (row: Record<string, unknown>) => row[column]
}
