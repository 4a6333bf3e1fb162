import { z } from 'zod'

export const timestamp = z.iso.datetime().meta({ examples: ['2026-11-21T10:00:00.000Z'] })

export const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/** The envelope of every list. */
export const listShape = <S extends z.ZodType>(row: S) => z.object({ data: z.array(row), hasMore: z.boolean(), cursor: z.string().nullable() })

interface PageLike<Row> { rows: Row[]; hasNext: boolean; cursorOf(row: Row): string }

export const listOf = <Row, Shown>(present: (row: Row) => Shown) => (page: PageLike<Row>) => {
  const last = page.rows.at(-1)
  return { data: page.rows.map((row) => present(row)), hasMore: page.hasNext, cursor: page.hasNext && last ? page.cursorOf(last) : null }
}
