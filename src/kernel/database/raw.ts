/**
 * Statements that are written as SQL go to the driver, past Prisma, which would write each value and each row as JSON
 * first. What they answer is what Prisma answers.
 */
import { Prisma } from '../../generated/prisma/client.ts'
import type { Queryable } from './driver.ts'

type Driver = () => Promise<Queryable>
type Text = readonly string[] | Prisma.Sql
type Rows = Awaited<ReturnType<Queryable['queryRaw']>>
type Read = (value: never) => unknown

/** What Prisma's drivers call the types of columns, where their values are not what Prisma gives. */
const Column = {
  bigint: 1,
  decimal: 4,
  date: 8,
  time: 9,
  dateTime: 10,
  json: 11,
  bytes: 13,
  /** A list of a type has its number and this one together. */
  list: 64,
} as const

/** From the driver's value to the one that Prisma gives, by Prisma's names of types. Others stay as they are. */
export const fromDriver = {
  BigInt: (value: string | number | bigint) => BigInt(value),
  Decimal: (value: string | number) => new Prisma.Decimal(value),
  DateTime: (value: string) => new Date(value),
  Bytes: (value: Uint8Array) => new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength),
  Json: (value: unknown) => (typeof value === 'string' ? (JSON.parse(value) as unknown) : value),
} satisfies Readonly<Record<string, Read>>

const readers: Readonly<Record<number, Read | undefined>> = {
  [Column.bigint]: fromDriver.BigInt,
  [Column.decimal]: fromDriver.Decimal,
  [Column.date]: fromDriver.DateTime,
  [Column.time]: (value: string) => new Date(`1970-01-01T${value}Z`),
  [Column.dateTime]: fromDriver.DateTime,
  [Column.json]: fromDriver.Json,
  [Column.bytes]: fromDriver.Bytes,
}

const readerOf = (type: number): Read | undefined => {
  if (type < Column.list) return readers[type]
  const read = readers[type - Column.list]
  return read && ((list: readonly never[]) => list.map((one) => (one === null ? null : read(one))))
}

const shaped = ({ columnNames, columnTypes, rows }: Rows): object[] => {
  const columns = columnNames.map((name, at) => ({ name, read: readerOf(columnTypes[at] as number) }))
  return rows.map((row) => {
    const shown: Record<string, unknown> = {}
    columns.forEach(({ name, read }, at) => {
      const value = row[at] as never
      shown[name] = read && value !== null ? read(value) : value
    })
    return shown
  })
}

const written = (value: unknown): unknown => {
  if (value === undefined) return null
  if (typeof value === 'bigint' || Prisma.Decimal.isDecimal(value)) return String(value)
  return Array.isArray(value) ? value.map(written) : value
}

/** A statement with its values, as drivers take it. */
export const queryOf = (sql: string, values: readonly unknown[]) => {
  const args = values.map(written)
  return {
    sql,
    args,
    argTypes: args.map((value) => ({
      scalarType: 'unknown' as const,
      arity: Array.isArray(value) ? ('list' as const) : ('scalar' as const),
    })),
  }
}

const statementOf = (text: Text, values: readonly unknown[]) => {
  const { text: sql, values: given } = 'text' in text ? text : Prisma.sql(text, ...(values as Prisma.Sql['values']))
  return queryOf(sql, given)
}

/** The codes of Prisma for what a statement violates. */
const CODES: Readonly<Record<string, string>> = {
  UniqueConstraintViolation: 'P2002',
  ForeignKeyConstraintViolation: 'P2003',
  NullConstraintViolation: 'P2011',
}

interface Cause {
  kind?: string
  originalCode?: string
  originalMessage?: string
}

/** As Prisma tells of a statement that the database refuses; of one that it wrote itself, what it violates. */
export const refused =
  (isOurs: boolean) =>
  (error: unknown): never => {
    if (!(error instanceof Error) || error.name !== 'DriverAdapterError') throw error
    const { kind = '', originalCode = 'N/A', originalMessage = error.message } = (error.cause ?? {}) as Cause
    const message = `The statement failed. Code: \`${originalCode}\`. Message: \`${originalMessage}\``
    throw new Prisma.PrismaClientKnownRequestError(message, {
      code: isOurs ? 'P2010' : (CODES[kind] ?? 'P2039'),
      clientVersion: Prisma.prismaVersion.client,
      meta: { driverAdapterError: error },
    })
  }

/** The functions of a client for statements as SQL. `tell` hears of each. */
export const rawOn = (driver: Driver, tell: (sql: string) => void) => {
  type Query = ReturnType<typeof queryOf>
  const query = async (asked: Query): Promise<object[]> => {
    tell(asked.sql)
    const on = await driver()
    return shaped(await on.queryRaw(asked).catch(refused(true)))
  }
  const run = async (asked: Query): Promise<number> => {
    tell(asked.sql)
    const on = await driver()
    return on.executeRaw(asked).catch(refused(true))
  }
  return {
    $queryRaw: (text: Text, ...values: unknown[]) => query(statementOf(text, values)),
    $executeRaw: (text: Text, ...values: unknown[]) => run(statementOf(text, values)),
    $queryRawUnsafe: (sql: string, ...values: unknown[]) => query(queryOf(sql, values)),
    $executeRawUnsafe: (sql: string, ...values: unknown[]) => run(queryOf(sql, values)),
  }
}
