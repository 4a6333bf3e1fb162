/** Views as JSON: what is sent, and the schema of it for the OpenAPI document. */
import { z } from 'zod'
import { Exact } from '../kernel/json.ts'
import { type Page, shorterPage } from '../operation/pagination.ts'
import type { FieldKind } from '../operation/field-kinds.ts'
import { type Choice, type Field, type FieldType, type View, nameOf, reading } from '../operation/view.ts'
import { dayOf } from '../values/dates.ts'

interface Codec {
  shape: z.ZodType
  /** Absent where the value is JSON as it is. */
  write?(value: never): unknown
}

interface Digits {
  toFixed(decimals?: number): string
}

const instant = z.iso.datetime().meta({ examples: ['2026-11-21T10:00:00.000Z'] })
const exact = z.number().meta({ examples: [121.5] })

const codecs: Readonly<Record<FieldKind, Codec>> = {
  text: { shape: z.string() },
  id: { shape: z.string() },
  integer: { shape: z.int(), write: (value: number | bigint) => Number(value) },
  number: { shape: z.number() },
  flag: { shape: z.boolean() },
  instant: {
    shape: instant,
    write: (value: Date | string) => (typeof value === 'string' ? value : value.toISOString()),
  },
  day: {
    shape: z.iso.date().meta({ examples: ['2026-11-21'] }),
    write: (value: Date | string) => (typeof value === 'string' ? value : dayOf(value)),
  },
  amount: { shape: exact, write: (value: Digits) => new Exact(value, 2) },
  decimal: {
    shape: exact,
    write: (value: Digits | string) => new Exact(typeof value === 'string' ? { toFixed: () => value } : value),
  },
  currency: { shape: z.string().meta({ examples: ['EUR'] }) },
  country: { shape: z.string().meta({ examples: ['FR'] }) },
  peppolId: { shape: z.string().meta({ examples: ['0208:0123456749'] }) },
  vatNumber: { shape: z.string().meta({ examples: ['FR40303265045'] }) },
  record: { shape: z.record(z.string(), z.unknown()) },
  free: { shape: z.record(z.string(), z.unknown()) },
  texts: { shape: z.record(z.string(), z.string()) },
}

type Write = (value: never) => unknown
type AnyField = Field<unknown, unknown>

const writers = new WeakMap<View<never>, Write>()
const shapes = new WeakMap<View<never>, z.ZodObject>()

export const fieldsFor = (view: View<never>): [name: string, field: AnyField][] =>
  Object.entries(view.fields).filter(([, { options }]) => options.only !== 'graphql')

const writerOf = (type: FieldType): Write | undefined => {
  if (type.is === 'value') return codecs[type.kind].write
  if (type.is === 'choice' || type.is === 'structure') return undefined
  const write = present(type.view)
  return type.is === 'map' ? (map: Readonly<Record<string, never>>) => mapped(map, write) : write
}

const mapped = (map: Readonly<Record<string, never>>, write: Write): object =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, write(value)]))

export const valueWriter = (name: string, field: AnyField): Write => {
  const { type, isList, isStored } = field.options
  const read = reading(name, field) as (row: never) => unknown
  const write = writerOf(type) as ((value: unknown) => unknown) | undefined
  if (!write || isStored) return read
  const one = (value: unknown): unknown => (value === null || value === undefined ? value : write(value))
  return isList
    ? (row) => {
        const list = read(row) as readonly unknown[] | null | undefined
        return list ? list.map(one) : list
      }
    : (row) => one(read(row))
}

/** How a row is written as JSON. What is undefined is left out. */
export const present = <Row>(view: View<Row>): ((row: Row) => object) => {
  const known = writers.get(view as View<never>) as ((row: Row) => object) | undefined
  if (known) return known
  const fields = fieldsFor(view as View<never>).map(([name, field]) => ({
    name: nameOf(name, field),
    write: valueWriter(name, field),
  }))
  const written = (row: Row): object => {
    const shown: Record<string, unknown> = {}
    for (const { name, write } of fields) shown[name] = write(row as never)
    return shown
  }
  writers.set(view as View<never>, written)
  return written
}

const choices = new Map<string, { values: string; shape: z.ZodType }>()

/** A list of words under its name, with what each of them means. */
const choiceShape = ({ name, values, descriptions }: Choice): z.ZodType => {
  const known = choices.get(name)
  if (known && known.values !== values.join()) throw new Error(`The choice ${name} has two lists of values.`)
  if (known) return known.shape
  const meanings = values.flatMap((value) => (descriptions[value] ? [`\`${value}\`: ${descriptions[value]}`] : []))
  const shape = z.enum(values).meta({ id: name, ...(meanings.length > 0 && { description: meanings.join(' ') }) })
  choices.set(name, { values: values.join(), shape })
  return shape
}

const typeShape = (type: FieldType): z.ZodType => {
  if (type.is === 'value') return codecs[type.kind].shape
  if (type.is === 'choice') return choiceShape(type.choice)
  if (type.is === 'structure') return type.schema
  return type.is === 'map' ? z.record(z.string(), shapeOf(type.view)) : shapeOf(type.view)
}

const fieldShape = ({ options }: AnyField): z.ZodType => {
  const { type, description, isNullable, isList, isOptional, shape, example } = options
  const one = shape ?? typeShape(type)
  const listed = isList ? z.array(one) : one
  const shaped = isNullable ? listed.nullable() : listed
  const optional = isOptional ? shaped.optional() : shaped
  return optional.meta({ description, ...(example !== undefined && { examples: [example] }) })
}

/** The schema of a row in JSON. */
export const shapeOf = <Row>(view: View<Row>): z.ZodObject => {
  const known = shapes.get(view as View<never>)
  if (known) return known
  const { name, description } = view
  const fields = fieldsFor(view as View<never>).map(([field, one]) => [nameOf(field, one), fieldShape(one)] as const)
  const shape = z.object(Object.fromEntries(fields)).meta({ id: name, description })
  shapes.set(view as View<never>, shape)
  return shape
}

/** What a row of the route table says of its answer. */
interface Answered<Result> {
  shape: z.ZodType
  present(result: Result): unknown
  /** The result with fewer rows, for an answer that is too large; undefined where it has one row. */
  fewer?(result: Result): Result | undefined
}

export const one = <Row>(view: View<Row>): Answered<Row> => ({ shape: shapeOf(view), present: present(view) })

/** The envelope of every list. */
const listShape = <S extends z.ZodType>(row: S) =>
  z.object({
    data: z.array(row).describe('The rows of the page.'),
    hasMore: z.boolean().describe('Whether more rows follow.'),
    cursor: z
      .string()
      .nullable()
      .describe('Cursor of the next page. Send it as `cursor` to read that page. Null on the last page.'),
  })

type PageOf<Row> = Omit<Page<Row>, 'count'>

/** Pages of what has an answer of its own. */
export const paged = <Row>({ shape, present }: Answered<Row>): Answered<PageOf<Row>> => ({
  shape: listShape(shape),
  fewer: (page) =>
    page.rows.length > 1 ? shorterPage<Row, PageOf<Row>>(page, Math.ceil(page.rows.length / 2)) : undefined,
  present: ({ rows, hasNext, cursorOf }) => {
    const last = rows.at(-1)
    return { data: rows.map(present), hasMore: hasNext, cursor: hasNext && last ? cursorOf(last) : null }
  },
})

export const pageOf = <Row>(view: View<Row>) => ({ ...paged(one(view)), rows: view as View<never> })

/** A list that is answered whole. */
export const wholeListOf = <Row>(view: View<Row>): Answered<readonly Row[]> => {
  const written = present(view)
  return {
    shape: listShape(shapeOf(view)),
    present: (rows) => ({ data: rows.map(written), hasMore: false, cursor: null }),
  }
}

/** A plain list, without an envelope. */
export const listOfAll = <Row>(view: View<Row>): Answered<readonly Row[]> => {
  const written = present(view)
  return { shape: z.array(shapeOf(view)), present: (rows) => rows.map(written) }
}
