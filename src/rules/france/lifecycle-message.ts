/** Where a message of the French life cycle says its parts, and whom it is for. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { select, some, value } from '../path.ts'
import { place } from '../place.ts'
import { type Context, fatal, type Rule } from '../rule.ts'
import type { FrenchVersion } from './lists.ts'

const ROOT = '/cdar:CrossDomainAcknowledgementAndResponse'
export const CONTEXT = `${ROOT}/cdar:ExchangedDocumentContext`
export const DOCUMENT = `${ROOT}/cdar:ExchangedDocument`
export const ACKNOWLEDGEMENT = `${ROOT}/cdar:AcknowledgementDocument`
export const INVOICE = `${ACKNOWLEDGEMENT}/ram:ReferenceReferencedDocument`
export const STATUS = `${INVOICE}/ram:SpecifiedDocumentStatus`

/** The public portal, which the two versions number differently; it is told of states as the only recipient. */
const portals: Readonly<Record<FrenchVersion, string>> = { '1.3': '9998', '1.4': '0000' }
const PUBLIC_BUYERS = '9999'

/** Messages for the portal name the platform that issues them, also on transmission. */
export const FOR_PORTAL = 'urn.cpro.gouv.fr:1p0:CDV:einvoicingF2'
export const isPhase = (root: XmlElement, phase: string): boolean =>
  some(root, 'cdar:AcknowledgementDocument/ram:TypeCode', phase)
/** A message that names no phase is of none, and of no other either. */
export const isOtherPhase = (root: XmlElement, phase: string): boolean =>
  select(root, 'cdar:AcknowledgementDocument/ram:TypeCode').some(({ stringValue }) => stringValue !== phase)
export const stateOf = (invoice: XmlElement): string => value(invoice, 'ram:ProcessConditionCode')
const RECIPIENT = 'cdar:ExchangedDocument/ram:RecipientTradeParty'

/** One recipient has an id, which is that of the portal; one that has none does not count. */
export const isForPortal = (root: XmlElement, version: FrenchVersion): boolean => {
  const ids = select(root, `${RECIPIENT}/ram:GlobalID`)
  return (
    ids.length === 1 &&
    some(root, `${RECIPIENT}/ram:GlobalID[@schemeID=0238]`, portals[version]) &&
    some(root, `${RECIPIENT}/ram:RoleCode`, 'DFH')
  )
}

export const isPublicBuyer = (root: XmlElement): boolean =>
  [...select(root, RECIPIENT), ...select(root, 'cdar:ExchangedDocument/ram:IssuerTradeParty')].some(
    (party) => value(party, 'ram:GlobalID[@schemeID=0238]') === PUBLIC_BUYERS,
  )

export const rule = (id: string, term: string, test: Rule['test'], message: string, fix: string): Rule =>
  fatal(`BR-FR-${id}`, term, test, message, fix)
export const at = (path: string, ...rules: readonly Rule[]): Context => ({ ...place(path), rules })
