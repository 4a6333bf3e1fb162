import type { AppError } from '../kernel/errors/app-error.ts'
import { catalog } from '../kernel/errors/catalog.ts'
import { type Refusal, refusalOf } from '../operation/batch.ts'

/** Stands in the place of the result of a mutation that was refused. */
export class Refused {
  readonly refusal: Refusal

  constructor(error: AppError, baseUrl: string) {
    this.refusal = refusalOf(error, baseUrl)
  }
}

/**
 * Whether a refusal may be an answer: it is about what was asked. Who calls without good credentials, and what fails on
 * our side, is an error everywhere.
 */
export const isExpected = ({ code }: AppError): boolean => {
  const { status } = catalog[code]
  return status < 500 && status !== 401
}
