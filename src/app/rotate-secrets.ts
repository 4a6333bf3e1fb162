/** `invoice-exchange secrets rotate`: what an earlier key of SECRETS_KEY has sealed is sealed with the first one. */
import { Prisma } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { keyIdOf } from '../kernel/secret-box.ts'
import type { Platform } from '../operation/platform.ts'
import { type SealedColumn, sealedColumns } from './sealed-columns.ts'

/** Rows in memory at a time. */
const PAGE = 200

type Row = Readonly<Record<string, unknown>>
const name = (text: string): Prisma.Sql => Prisma.raw(`"${text}"`)
const names = (texts: readonly string[]): Prisma.Sql => Prisma.join(texts.map(name), ', ')

const after = ({ key }: SealedColumn, row: Row | undefined): Prisma.Sql =>
  row === undefined
    ? Prisma.empty
    : Prisma.sql`AND (${names(key)}) > (${Prisma.join(
        key.map((one) => Prisma.sql`${row[one]}`),
        ', ',
      )})`

/** Every row that has something sealed in the column, a page at a time. */
const pagesOf = async function* (db: Db, place: SealedColumn): AsyncGenerator<Row[]> {
  const { table, key, column, where } = place
  let page: Row[] = []
  do {
    page = await db.$queryRaw<Row[]>(Prisma.sql`
      SELECT ${names(key)}, ${name(column)} AS value FROM ${name(table)}
      WHERE ${Prisma.raw(where)} ${after(place, page.at(-1))} ORDER BY ${names(key)} LIMIT ${PAGE}`)
    yield page
  } while (page.length === PAGE)
}

/** The ids of the keys that what is stored was sealed with. */
export const sealedBy = async ({ db, clock }: Platform): Promise<Set<string>> => {
  const ids = new Set<string>()
  const now = clock.now()
  for (const place of sealedColumns)
    for await (const page of pagesOf(db.client, place))
      for (const { value } of page)
        place.map(
          value,
          (sealed) => {
            ids.add(keyIdOf(sealed))
            return sealed
          },
          now,
        )
  return ids
}

/** Nothing is written where somebody else has changed the value meanwhile: that was sealed anew. */
const store = (db: Db, { table, key, column, type }: SealedColumn, row: Row, value: unknown): Promise<number> => {
  const typed = (one: unknown): Prisma.Sql => Prisma.sql`${one}::${Prisma.raw(type)}`
  const before = type === 'jsonb' ? JSON.stringify(row['value']) : row['value']
  const place = key.map((one) => Prisma.sql`${name(one)} = ${row[one]}`)
  return db.$executeRaw(Prisma.sql`
    UPDATE ${name(table)} SET ${name(column)} = ${typed(value)}
    WHERE ${Prisma.join(place, ' AND ')} AND ${name(column)} = ${typed(before)}`)
}

/** How many values were sealed again. */
export const rotateSecrets = async ({ db, secretBox, clock }: Platform): Promise<number> => {
  let sealed = 0
  for (const place of sealedColumns)
    for await (const page of pagesOf(db.client, place))
      for (const row of page) {
        let isOld = false
        const context = place.contextOf(row)
        const again = (one: Uint8Array): Uint8Array => {
          if (keyIdOf(one) === secretBox.keyId) return one
          isOld = true
          return secretBox.seal(secretBox.open(one, context), context)
        }
        const value = place.map(row['value'], again, clock.now())
        if (isOld) sealed += await store(db.client, place, row, value)
      }
  return sealed
}
