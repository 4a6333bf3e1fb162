import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { limits } from '../values/limits.ts'

const { pageRows: MOST_ROWS, defaultPageRows: DEFAULT_ROWS } = limits

const limit = z.number().int().min(1, 'At least 1').max(MOST_ROWS, `At most ${MOST_ROWS}`)
const cursor = z.string().max(limits.cursorCharacters)

/** What every list takes. REST knows `limit` and `cursor`, which are `first` and `after`. */
export const pageInput = {
  first: limit
    .optional()
    // Only told: a page that is read from its end has no `first`.
    .meta({
      description: `Number of rows from the start of the list (default ${DEFAULT_ROWS}, at most ${MOST_ROWS}).`,
      default: DEFAULT_ROWS,
    }),
  after: cursor.optional().describe('Only rows after this cursor.'),
  last: limit.optional().describe(`Number of rows from the end of the list (at most ${MOST_ROWS}).`),
  before: cursor.optional().describe('Only rows before this cursor.'),
}

export interface PageInput {
  first?: number | undefined
  after?: string | undefined
  last?: number | undefined
  before?: string | undefined
}

export interface Page<Row> {
  rows: Row[]
  hasNext: boolean
  hasPrevious: boolean
  /** Read from the end of the list. */
  isBackwards: boolean
  cursorOf(row: Row): string
  /** Counts all rows of the list; only run when somebody asks. */
  count(): Promise<number>
}

/** What of a page is cut off where its rows are large. */
type Rows<Row> = Pick<Page<Row>, 'rows' | 'hasNext' | 'hasPrevious' | 'isBackwards'>

/** The page with the rows that come first where it is read from; the others follow on the next page. */
export const shorterPage = <Row, P extends Rows<Row>>(page: P, size: number): P =>
  size >= page.rows.length
    ? page
    : page.isBackwards
      ? { ...page, rows: page.rows.slice(-size), hasPrevious: true }
      : { ...page, rows: page.rows.slice(0, size), hasNext: true }

/** Signs and reads opaque cursors. Each belongs to one list with one set of filters. */
export interface Cursors {
  write(list: string, filters: object, key: string): string
  read(list: string, filters: object, cursor: string, field: string): string
}

export const cursorsWith = (secret: string): Cursors => {
  // Neither a name nor JSON contains a line break, so the parts cannot run into each other.
  const sign = (list: string, filters: object, key: string): Buffer =>
    createHmac('sha256', secret)
      .update(`${list}\n${JSON.stringify(filters)}\n${key}`)
      .digest()
      .subarray(0, 12)
  return {
    write: (list, filters, key) => Buffer.concat([sign(list, filters, key), Buffer.from(key)]).toString('base64url'),
    read(list, filters, text, field) {
      const bytes = Buffer.from(text, 'base64url')
      const key = bytes.subarray(12).toString()
      if (
        bytes.length <= 12 ||
        bytes.toString('base64url') !== text ||
        !timingSafeEqual(bytes.subarray(0, 12), sign(list, filters, key))
      )
        throw new AppError('INVALID_REQUEST', {
          message: 'The cursor does not belong to this list with these filters.',
          details: [
            {
              field,
              rule: 'INVALID_REQUEST',
              message:
                'The cursor is not valid: it belongs to another list or to other ' +
                'filters, or was changed. Start again without a cursor.',
            },
          ],
        })
      return key
    },
  }
}

export interface ListOptions<Row> {
  name: string
  /** What the cursor is bound to: the filters, without the page. */
  filters: object
  page: PageInput
  /** The key that orders the list; unique, and never null. */
  keyOf(row: Row): string
  /** Newest first unless said otherwise. */
  order?: 'asc' | 'desc'
  /** `range` is undefined for the first page. */
  find(range: { lt?: string; gt?: string } | undefined, order: 'asc' | 'desc', take: number): Promise<Row[]>
  count(): Promise<number>
}

/** Reads one page by the value of its key: page 500 costs what page 1 costs. */
export const readPage = async <Row>(
  cursors: Cursors,
  { name, filters, page, keyOf, order = 'desc', find, count }: ListOptions<Row>,
): Promise<Page<Row>> => {
  const { first, last, after, before } = page
  if (first !== undefined && last !== undefined)
    throw refusal('INVALID_REQUEST', 'last', 'Give either first or last, not both.')
  const backwards = last !== undefined
  const size = last ?? first ?? DEFAULT_ROWS
  const range: { lt?: string; gt?: string } = {}
  const [afterSide, beforeSide] = order === 'desc' ? (['lt', 'gt'] as const) : (['gt', 'lt'] as const)
  if (after !== undefined) range[afterSide] = cursors.read(name, filters, after, 'after')
  if (before !== undefined) range[beforeSide] = cursors.read(name, filters, before, 'before')
  const direction = backwards === (order === 'desc') ? 'asc' : 'desc'
  const found = await find(Object.keys(range).length > 0 ? range : undefined, direction, size + 1)
  const more = found.length > size
  const rows = more ? found.slice(0, size) : found
  if (backwards) rows.reverse()
  return {
    rows,
    hasNext: backwards ? before !== undefined : more,
    hasPrevious: backwards ? more : after !== undefined,
    isBackwards: backwards,
    cursorOf: (row) => cursors.write(name, filters, keyOf(row)),
    count,
  }
}
