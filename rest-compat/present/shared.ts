import type { Detail } from '../../src/kernel/errors/app-error.ts'
import { type ErrorCode, catalog } from '../../src/kernel/errors/catalog.ts'
import { shapeOf } from '../../src/http/answers.ts'
import { refusalView } from '../../src/operation/refusal-view.ts'

/** Why an item of a batch was refused. */
export const refusalShape = shapeOf(refusalView)

interface Refusal {
  code: string
  message: string
  details: readonly Detail[]
}

/** A refusal in the operations' dialect: the catalog code stays readable in the details. */
export const inOperationDialect = <R extends Refusal>(error: R) => ({
  ...error,
  code: catalog[error.code as ErrorCode].operationCode,
  details: error.details.some(({ rule }) => rule === error.code)
    ? error.details
    : [...error.details, { field: '', rule: error.code, message: error.message }],
})
