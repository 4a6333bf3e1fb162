/** What the French rules need to know of a syntax: where its terms stand, and how it writes notes. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import type { FrenchVersion } from './lists.ts'

export type FrenchSyntax = {
  readonly roots: string
  /** Rules that the file of this syntax calls by another id. */
  readonly ids: Readonly<Record<string, string>>
  /** Terms, and pairs that share a place, to their paths from the root; `//` for a path from anywhere. */
  readonly places: Readonly<Record<string, string>>
  /** Parties, by the term of their identifier, to their paths from the root. */
  readonly parties: Readonly<Record<PartyTerm, string>>
  readonly party: {
    readonly siret: string
    readonly siren: string
    readonly address: string
    readonly identifier: string
    readonly legalEntity: string
  }
  /** Delivery places, which UBL does not write as parties, from their element. */
  readonly delivery: { readonly siret: string; readonly siren: string; readonly identifier: string }
  /** Invoiced objects (BT-18, BT-128), from where they stand, and the scheme of one. */
  readonly objects: { readonly values: string; readonly scheme: (value: XmlElement) => string | undefined }
  /** A day from 2000 to 2099; whether the month has it is not for a pattern to say. */
  readonly date: RegExp
  readonly notes: (root: XmlElement) => Notes
  readonly unsaid: Unsaid
  readonly subLines: SubLineSyntax
}

/** What the official file of the syntax makes of what is absent or empty: the two files differ. */
export type Unsaid = {
  /** This tax may lack its category. */
  readonly category: (tax: XmlElement, version: FrenchVersion) => boolean
  /** A rate may be empty. */
  readonly rate: boolean
  /** A price or base quantity may be empty. */
  readonly price: boolean
  /** The due date is not before the date of the invoice, both as written. */
  readonly isDueLater: (due: string | undefined, issued: string | undefined) => boolean
}

/** Lines in groups, one for each vendor: paths from the line, unless said otherwise. */
export type SubLineSyntax = {
  readonly id: string
  /** Where a line of the invoice of that number stands. */
  readonly places: (line: XmlElement, number: string) => readonly LinePlace[]
  readonly vendor: { readonly name: string; readonly legal: string; readonly country: string }
  readonly objects: (line: XmlElement) => readonly InvoicedObject[]
  /** The official file for CII only looks at subtypes and objects that are there. */
  readonly mayBeUnsaid: boolean
  readonly net: string
  readonly gross: string
  readonly vat: string
  readonly exemptionReason: string
  /** References to preceding invoices, and the number and date from there. */
  readonly preceding: {
    readonly of: (line: XmlElement, number: string) => readonly XmlElement[]
    readonly number: string
    readonly date: string
  }
  /** The VAT breakdown from the root, and scheme, reason and amount from there. */
  readonly breakdown: {
    readonly taxes: string
    readonly scheme: string
    readonly reason: string
    readonly amount: string
  }
  /** The legal identifier of a party, from the party. */
  readonly partyLegal: string
  /** The identifiers of the document among which the number of a group must be new, in document order. */
  readonly numbers: (document: CheckedDocument) => readonly XmlElement[]
}

/** EXT-FR-FE-163, GROUP, DETAIL or INFORMATION, and EXT-FR-FE-162, the line above. */
export type LinePlace = { readonly subtypes: readonly string[]; readonly parents: readonly string[] }

/** BT-128; `isObject` where its reference has type 130. */
export type InvoicedObject = {
  readonly scheme: string | undefined
  readonly isObject: boolean
  readonly identifier: XmlElement | undefined
}

/** What notes (BG-1) say by their subject (BT-21). */
export type Notes = {
  readonly count: (subject: string) => number
  /** The texts under a subject. */
  readonly of: (subject: string) => readonly string[]
}

/**
 * EXT-FR-FE: agent of the buyer (06), payer (46), agent of the seller (69), invoiced party (92), invoicing party (115).
 */
export const partyTerms = [
  'BT-29',
  'BT-46',
  'BT-60',
  'EXT-FR-FE-06',
  'EXT-FR-FE-46',
  'EXT-FR-FE-69',
  'EXT-FR-FE-92',
  'EXT-FR-FE-115',
] as const
type PartyTerm = (typeof partyTerms)[number]

/** Delivery places of the document and of a line. */
export const deliveryTerms = ['BT-71', 'EXT-FR-FE-146'] as const

/** The electronic address of a party has a term of its own. */
export const addressTerms: Readonly<Partial<Record<PartyTerm, string>>> = {
  'BT-29': 'BT-34',
  'BT-46': 'BT-49',
  'EXT-FR-FE-06': 'EXT-FR-FE-12',
  'BT-60': 'EXT-FR-FE-29',
  'EXT-FR-FE-46': 'EXT-FR-FE-52',
  'EXT-FR-FE-69': 'EXT-FR-FE-75',
  'EXT-FR-FE-92': 'EXT-FR-FE-98',
  'EXT-FR-FE-115': 'EXT-FR-FE-121',
}
