/** Why a flow is not taken, in the codes of XP Z12-013. */
import type { FormatError } from '../formats/format-error.ts'
import type { AppError } from '../kernel/errors/app-error.ts'
import type { ErrorCode } from '../kernel/errors/catalog.ts'
import { atMost } from '../values/text.ts'
import type { AckDetail, ReasonCode } from './record/acknowledgement.ts'

const MOST_DETAILS = 100
const LONGEST_MESSAGE = 1_000

/** An inadmissible flow: it ends here, and its sender reads why. */
export class FlowFault extends Error {
  override readonly name = 'FlowFault'
  readonly details: readonly AckDetail[]
  constructor(details: readonly AckDetail[]) {
    super(details[0]?.reasonMessage)
    this.details = details.slice(0, MOST_DETAILS)
  }
}

export const fault = (reasonCode: ReasonCode, item: string, message: string): FlowFault =>
  new FlowFault([{ level: 'Error', item, reasonCode, reasonMessage: atMost(LONGEST_MESSAGE, message) }])

const ofFormat: Readonly<Record<string, ReasonCode>> = {
  EMPTY: 'EmptyFlow',
  TOO_LARGE: 'FileSizeExceeded',
  UNSUPPORTED: 'FlowTypeError',
}

/** What cannot be read. */
export const faultOfFormat = (
  { code, message, line, recognition: { recognized } }: FormatError,
  name: string,
): FlowFault =>
  fault(
    ofFormat[code] ?? 'InvalidSchema',
    line ? `${name}:${line}` : name,
    recognized === undefined || message.includes(recognized)
      ? message
      : `${message} The file looks like ${recognized}.`,
  )

/** What a refusal of an operation means for an invoice. */
const ofInvoice: Partial<Record<ErrorCode, ReasonCode>> = {
  DUPLICATE_NUMBER: 'AlreadyExistingFlow',
  UNREADABLE_FILE: 'InvalidSchema',
  UNSUPPORTED_FILE: 'FlowTypeError',
  TOO_LARGE: 'FileSizeExceeded',
  PAYLOAD_TOO_LARGE: 'FileSizeExceeded',
}

/** What a refusal means for a status. */
const ofStatus: Partial<Record<ErrorCode, ReasonCode>> = {
  INVALID_TRANSITION: 'InvoiceLCStatusError',
  CONFLICT: 'InvoiceLCStatusError',
  DOCUMENT_NOT_FOUND: 'InvoiceLCAccessDenied',
  INSUFFICIENT_SCOPE: 'InvoiceLCAccessDenied',
  COMPANY_FORBIDDEN: 'InvoiceLCAccessDenied',
  CURRENCY_MISMATCH: 'InvoiceLCAmountError',
  MISSING_FIELD: 'InvoiceLCRuleError',
  INVALID_ENUM: 'InvoiceLCRuleError',
  INVALID_REQUEST: 'InvoiceLCRuleError',
  INVALID_DATE: 'InvoiceLCRuleError',
}

const AMOUNTS = /mount|paymentByRate/

const faultsOf = (error: AppError, codes: Partial<Record<ErrorCode, ReasonCode>>): FlowFault => {
  const codeOf = (field: string): ReasonCode => {
    if (codes === ofStatus && AMOUNTS.test(field)) return 'InvoiceLCAmountError'
    return codes[error.code] ?? 'OtherTechnicalError'
  }
  const details = error.details.length > 0 ? error.details : [{ field: error.code, message: error.message }]
  return new FlowFault(
    details.map(({ field, message }) => ({
      level: 'Error',
      item: field === '' ? error.code : field,
      reasonCode: codeOf(field),
      reasonMessage: atMost(LONGEST_MESSAGE, message),
    })),
  )
}

export const faultOfInvoice = (error: AppError): FlowFault => faultsOf(error, ofInvoice)
export const faultOfStatus = (error: AppError): FlowFault => faultsOf(error, ofStatus)

/** What a refusal means for a report: nothing but that the caller may not. */
export const faultOfReport = (error: AppError): FlowFault => faultsOf(error, {})
