import type { Decimal } from '../../values/money.ts'
import type { Identifier } from '../invoice.ts'

/**
 * A message about the statuses of invoices: CDAR D22B (Cross Domain Acknowledgement and Response), as France uses it
 * (XP Z12-012). MDT are the terms of that document.
 */
export type Acknowledgement = {
  process?: string // MDT-2
  specification: string // MDT-3
  id: string // MDT-4
  name?: string // MDT-5
  /** Moments are ISO 8601 without a zone: `2026-11-21T10:00:00`. */
  createdAt?: string // MDT-8
  sender?: CdarParty // MDG-9
  /** Who decided. */
  issuer?: CdarParty // MDG-16
  recipients: CdarParty[] // MDG-23
  /** Whether it is about more than one document. */
  several?: boolean // MDT-74
  /** 305: on the way of the document; 23: on what becomes of it. */
  phase: string // MDT-77
  decidedAt?: string // MDT-78
  references: ReferencedDocument[] // MDG-32
}

export type CdarParty = {
  identifiers: Identifier[]
  name?: string
  role?: string
  electronicAddress?: Identifier
}

export type ReferencedDocument = {
  number: string // MDT-87
  /** The status as other networks number it. */
  networkCode?: string // MDT-88
  typeCode?: string // MDT-91
  receivedAt?: string // MDT-95
  referenceType?: string // MDT-97
  issueDate?: string // MDT-100
  status: string // MDT-105
  label?: string // MDT-106
  seller?: CdarParty // MDG-38
  buyers: CdarParty[]
  details: StatusDetail[] // MDG-37
}

export type StatusDetail = {
  reasonCode?: string // MDT-113
  reason?: string // MDT-114
  status?: string // MDT-115
  actionCode?: string // MDT-121
  action?: string // MDT-122
  sequence?: number // MDT-124
  notes: { text: string; subject?: string }[] // MDT-126, MDT-127
  figures: Figure[] // MDG-43
}

/** An amount of a status, or a field of the document that is wrong or as it should be. */
export type Figure = {
  term?: string // MDT-206
  kind: string // MDT-207
  changed?: boolean // MDT-209
  name?: string // MDT-211
  path?: string // MDT-213
  text?: string
  amount?: Decimal // MDT-215
  currency?: string
  date?: string // MDT-219
  quantity?: Decimal
  percent?: Decimal // MDT-224
}
