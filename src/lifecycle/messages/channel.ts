/** How a status reaches the other side: as a CDAR inside France, as an Invoice Response elsewhere, or not at all. */
import { networkDocumentOf } from '../../values/peppol-documents.ts'
import { type LifecycleDocument, isFrench, isInFrance, sidesOf } from '../read/document-standing.ts'
import { isInvoiceKind } from '../../values/document-types.ts'
import { frenchStatuses } from '../tables/french-statuses.ts'
import { responseFor } from '../tables/responses.ts'
import type { LifecycleState } from '../tables/states.ts'

export const messageSyntaxes = ['invoice-response', 'cdar'] as const
export type MessageSyntax = (typeof messageSyntaxes)[number]

export interface MessageChannel {
  syntax: MessageSyntax
  senderPeppolId: string
  receiverPeppolId: string
  documentTypeId: string
  processId: string
}

interface PartyStatus {
  status: LifecycleState | null
  frenchStatus: string | null
  party: 'buyer' | 'supplier' | 'platform'
  /** Said where a payment is taken back. */
  restores?: object | undefined
}

/** Where a document stands again, as far as an Invoice Response can say it without a reason. */
const toldAgain: readonly (string | null)[] = ['approved', 'partially_paid']

/** What our own platform says of the way of a document, the other side learns only where it concerns it. */
const toldByPlatform: readonly string[] = ['203', '213']

export const networkTypes = {
  'invoice-response': networkDocumentOf('invoice-response', 'peppol'),
  cdar: networkDocumentOf('lifecycle', 'france-cius', 'cdar'),
}

/** In which syntax the other side is told statuses; null where it is told none. */
export const syntaxTowards = (document: LifecycleDocument): MessageSyntax | null => {
  const sides = sidesOf(document)
  if (isFrench(document) && isInFrance(sides[sides.other])) return 'cdar'
  return sides.own === 'buyer' ? 'invoice-response' : null
}

const syntaxFor = (document: LifecycleDocument, said: PartyStatus): MessageSyntax | null => {
  const { status, frenchStatus, party, restores } = said
  const sides = sidesOf(document)
  if (frenchStatus !== null && isFrench(document) && isInFrance(sides[sides.other])) {
    if (party !== 'platform') return frenchStatuses[frenchStatus] ? 'cdar' : null
    // What was rejected before it left is told to nobody.
    return toldByPlatform.includes(frenchStatus) && document.direction === 'incoming' ? 'cdar' : null
  }
  if (restores && !toldAgain.includes(status)) return null
  return party === 'buyer' && status !== null && responseFor(status, false) !== undefined ? 'invoice-response' : null
}

/** Null where there is nobody to tell, or nothing to tell it in. */
export const channelFor = (document: LifecycleDocument, said: PartyStatus): MessageChannel | null => {
  const sides = sidesOf(document)
  const [sender, receiver] = [sides[sides.own].peppolId, sides[sides.other].peppolId]
  // What did not come or go over the network has no other side there.
  if (!isInvoiceKind(document.type) || document.instanceId === null || sender === null || receiver === null) return null
  const syntax = syntaxFor(document, said)
  const type = syntax && networkTypes[syntax]
  return type
    ? {
        syntax,
        senderPeppolId: sender,
        receiverPeppolId: receiver,
        documentTypeId: type.documentTypeId,
        processId: type.processIds[0] ?? '',
      }
    : null
}
