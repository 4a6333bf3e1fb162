/** What became of the checks of a flow, in the words of XP Z12-013. */

/** The norm's codes. The first is spelt as the norm spells it. */
export const reasonCodes = {
  EmptyAttachement: 'A file inside the document is empty.',
  AttachmentTypeError: 'A file inside the document has a type that is not allowed.',
  EmptyFlow: 'The file is empty.',
  OtherTechnicalError: 'Something else; the message says what.',
  InvalidSchema: 'The file does not keep to its schema, or a rule is broken.',
  FileSizeExceeded: 'The file is larger than what can be read.',
  FlowTypeError: 'The file is not what its syntax says, or cannot be taken.',
  AlreadyExistingFlow: 'The same was submitted before.',
  VirusFound: 'The file holds a virus.',
  ChecksumMismatch: 'The SHA-256 of the file is not the one that was given.',
  InvoiceLCInvalidStatus: 'The status is not on the list.',
  InvoiceLCStatusError: 'The invoice cannot have this status now.',
  InvoiceLCRuleError: 'The message breaks a rule.',
  InvoiceLCAccessDenied: 'The sender may not give this status, or there is no such invoice.',
  InvoiceLCAmountError: 'An amount does not fit the invoice.',
} as const
export type ReasonCode = keyof typeof reasonCodes

export interface AckDetail {
  level: 'Error' | 'Warning'
  /** A place in the file, a rule, or the name of a file. */
  item: string
  reasonCode: ReasonCode
  reasonMessage: string
}
