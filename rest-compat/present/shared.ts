import { z } from 'zod'
import type { Detail } from '../../src/kernel/errors/app-error.ts'
import { type ErrorCode, catalog } from '../../src/kernel/errors/catalog.ts'
import { listShape, shapeOf } from '../../src/http/answers.ts'
import { refusalView } from '../../src/operation/refusal-view.ts'

export const timestamp = z.iso.datetime().meta({ examples: ['2026-11-21T10:00:00.000Z'] })

export const iso = (date: Date | null): string | null => date?.toISOString() ?? null

export { listShape }

/** Why an item of a batch was refused. */
export const refusalShape = shapeOf(refusalView)

interface Refused {
  code: string
  message: string
  details: readonly Detail[]
}

/** A refusal in the operations' dialect: the catalog code stays readable in the details. */
export const inOperationDialect = <R extends Refused>(error: R) => ({
  ...error,
  code: catalog[error.code as ErrorCode].operationCode,
  details: error.details.some(({ rule }) => rule === error.code)
    ? error.details
    : [...error.details, { field: '', rule: error.code, message: error.message }],
})

/** A list that is answered whole. */
export const wholeList =
  <Row, Shown>(present: (row: Row) => Shown) =>
  (rows: readonly Row[]) => ({ data: rows.map((row) => present(row)), hasMore: false, cursor: null })

interface PageLike<Row> {
  rows: Row[]
  hasNext: boolean
  cursorOf(row: Row): string
}

export const listOf =
  <Row, Shown>(present: (row: Row) => Shown) =>
  (page: PageLike<Row>) => {
    const last = page.rows.at(-1)
    return {
      data: page.rows.map((row) => present(row)),
      hasMore: page.hasNext,
      cursor: page.hasNext && last ? page.cursorOf(last) : null,
    }
  }
