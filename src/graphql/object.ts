/** GraphQL objects made of views. */
import type PrismaTypes from '../generated/pothos.ts'
import type { FieldKind } from '../operation/field-kinds.ts'
import { type Field, type FieldType, type View, nameOf, reading } from '../operation/view.ts'
import { builder } from './builder.ts'
import { byName, dynamic } from './dynamic.ts'
import { enumOf } from './enums.ts'
import { NamedValue, pairsOf } from './named-value.ts'
import { typeOfSchema } from './outputs.ts'
import { type PlainField, notePlain, notePlainRelation } from './plain.ts'
import { dayOf } from '../values/dates.ts'

type AnyField = Field<unknown, unknown>
type AnyView = View<never>
type RefOf<Row> = ReturnType<typeof builder.objectRef<Row & object>>
type Ref = RefOf<never>

type Resolve = (row: unknown) => unknown

interface Codec {
  scalar: unknown
  /** Absent where the scalar takes the value as it is. */
  write?(value: unknown): unknown
}

interface Digits {
  toFixed(decimals?: number): string
}

const codecs: Readonly<Record<FieldKind, Codec>> = {
  text: { scalar: 'String' },
  id: { scalar: 'ID' },
  integer: { scalar: 'Int', write: (value: number | bigint) => Number(value) },
  number: { scalar: 'Float' },
  flag: { scalar: 'Boolean' },
  instant: { scalar: 'DateTime' },
  day: {
    scalar: 'Date',
    write: (value: Date | string) => (typeof value === 'string' ? value : dayOf(value)),
  },
  amount: { scalar: 'Decimal', write: (value: Digits) => value.toFixed(2) },
  decimal: { scalar: 'Decimal' },
  currency: { scalar: 'CurrencyCode' },
  country: { scalar: 'CountryCode' },
  peppolId: { scalar: 'PeppolId' },
  vatNumber: { scalar: 'VatNumber' },
  record: { scalar: [NamedValue], write: pairsOf },
  free: { scalar: 'JSON' },
  texts: { scalar: 'JSON' },
}

const refs = new WeakMap<AnyView, Ref>()
const tables = new WeakMap<object, string>()

/** What the object of a table is called; undefined for other objects. */
export const tableNameOf = (ref: unknown): string | undefined =>
  typeof ref === 'object' && ref !== null ? tables.get(ref) : undefined

const fieldsFor = (view: AnyView, omitted: readonly string[]): [name: string, field: AnyField][] =>
  Object.entries(view.fields).filter(([name, { options }]) => options.only !== 'rest' && !omitted.includes(name))

const typeOf = (type: FieldType): unknown => {
  if (type.is === 'value') return codecs[type.kind].scalar
  if (type.is === 'structure') return typeOfSchema(type.schema)
  if (type.is === 'map') throw new Error(`${type.view.name}: GraphQL has no objects by a key.`)
  return type.is === 'choice'
    ? enumOf(type.choice.name, type.choice.values, type.choice.descriptions)
    : objectOf(type.view as View<object>)
}

const resolverOf = (name: string, field: AnyField): Resolve => {
  const { type, isList } = field.options
  const read = reading(name, field) as Resolve
  const write = type.is === 'value' ? (codecs[type.kind].write as Resolve | undefined) : undefined
  if (!write) return (row) => read(row) ?? null
  const one = (value: unknown): unknown => (value === null || value === undefined ? null : write(value))
  return isList
    ? (row) => (read(row) as readonly unknown[] | null | undefined)?.map(one) ?? null
    : (row) => one(read(row))
}

const configOf = (name: string, field: AnyField) => {
  const { type, description, isNullable = false, isOptional = false, isList } = field.options
  const one = typeOf(type)
  const nullable = isNullable || isOptional
  return { type: isList ? [one] : one, nullable, description, resolve: resolverOf(name, field) }
}

/** What only GraphQL says of an object. */
interface ObjectOptions {
  interfaces?: readonly unknown[]
  authScopes?: object
  /** Columns that are read whatever is asked for. */
  select?: object
}

/** Fields that the interfaces of an object bring with them. */
const INHERITED = ['id']

const fieldMap =
  (view: AnyView, { interfaces }: ObjectOptions, isRow: boolean) =>
  (t: object): never =>
    byName(
      fieldsFor(view, interfaces ? INHERITED : []).map(([name, field]) => {
        const { columns = [name], description, isNullable = false, type } = field.options
        const shown = nameOf(name, field)
        if (type.is === 'relation')
          return [
            shown,
            dynamic(t).relation(columns[0] ?? name, { nullable: isNullable, description, type: objectOf(type.view) }),
          ]
        const select = Object.fromEntries(columns.map((column) => [column, true]))
        return [shown, dynamic(t).field({ ...configOf(name, field), ...(isRow && { select }) })]
      }),
    )

const plainOf = (name: string, field: AnyField): PlainField => {
  const { columns = [name], type, read, isList } = field.options
  return type.is === 'relation'
    ? { columns: [], relation: columns[0] ?? name }
    : { read: resolverOf(name, field), columns, ...(!read && !isList && { of: type }) }
}

const ID: PlainField = { columns: ['id'], of: { is: 'value', kind: 'id' } }

const note = (view: AnyView, options: ObjectOptions, isRow: boolean): void =>
  notePlain(
    view.name,
    [
      ...(options.interfaces ? [['id', ID] as const] : []),
      ...fieldsFor(view, options.interfaces ? INHERITED : []).map(
        ([name, field]) => [nameOf(name, field), plainOf(name, field)] as const,
      ),
    ],
    { options, isRow },
  )

/** The fields of a view, for an object that is not only it. */
export const fieldsOf =
  <Row>(view: View<Row>) =>
  (t: object): never =>
    fieldMap(view as AnyView, {}, false)(t)

/** The object of a view; asked for again, the same one. */
export const objectOf = <Row>(view: View<Row>, options: ObjectOptions = {}): RefOf<Row> => {
  const known = refs.get(view as AnyView)
  if (known) return known as unknown as RefOf<Row>
  const { name, description } = view
  const ref = builder.objectRef<Row & object>(name)
  refs.set(view as AnyView, ref as unknown as Ref)
  note(view as AnyView, options, false)
  ref.implement({ description, ...options, fields: fieldMap(view as AnyView, options, false) } as never)
  return ref
}

/** The object of a view whose rows are those of a table: Prisma loads what was asked for. */
export const tableOf = <Model extends keyof PrismaTypes & string, Row>(
  model: Model,
  view: View<Row>,
  options: ObjectOptions = {},
) => {
  const { name, description } = view
  const ref = builder.prismaObject(model, {
    name,
    description,
    ...options,
    fields: fieldMap(view as AnyView, options, true),
  } as never)
  refs.set(view as AnyView, ref as unknown as Ref)
  tables.set(ref, name)
  note(view as AnyView, options, true)
  return ref
}

/** A field of a table beside those of its view: the one row of another table that a relation leads to. */
export const relationField = (
  from: object,
  name: string,
  options: { type: unknown; nullable?: boolean; description: string },
): void => {
  builder.prismaObjectField(from as never, name as never, (t) => dynamic(t).relation(name, options))
  notePlainRelation(tables.get(from) ?? '', name, name)
}
