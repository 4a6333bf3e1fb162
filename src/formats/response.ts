import type { Identifier } from './invoice.ts'

/** An answer about a document: Invoice Response (Peppol T111), Message Level Response (T71) or Message Level Status. */
export type Response = {
  specification: string
  process?: string
  id: string
  issueDate: string
  issueTime?: string
  note?: string
  sender: ResponseParty
  receiver: ResponseParty
  /** UNCL4343: AB, IP, UQ, CA, RE, AP, PD. */
  code: string
  description?: string
  effectiveDate?: string
  statuses: ResponseStatus[]
  /** The document answered: the invoice, or the envelope of the message. */
  reference: AnsweredDocument
  issuer?: ResponseParty
  recipient?: ResponseParty
  lines: LineResponse[]
}

export type ResponseParty = {
  electronicAddress?: Identifier
  identifiers: Identifier[]
  name?: string
  contact?: { name?: string; phone?: string; email?: string }
}

export type ResponseStatus = {
  reasonCode?: string
  /** OPStatusReason (why) or OPStatusAction (what the other side should do). */
  list?: string
  reason?: string
  conditions: { field?: string; description?: string }[]
}

export type AnsweredDocument = { number: string; issueDate?: string; typeCode?: string; version?: string }

/** A finding about one place of the document answered, given by its XPath or 'NA'. */
export type LineResponse = { place: string; code?: string; description?: string; statuses: ResponseStatus[] }
