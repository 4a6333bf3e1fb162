/**
 * What can be done with a document, and when: the operations refuse by this table, and `viewerCan` tells it beforehand.
 */
import { type Scope, grants } from '../../auth/scopes.ts'
import type { Actor } from '../../auth/actor.ts'
import { lossOf, senderColumns } from '../../companies/ownership.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { type ErrorCode } from '../../kernel/errors/catalog.ts'
import type { Company } from '../../generated/prisma/client.ts'
import type { DocumentRow } from './document.ts'

export const abilityColumns = {
  type: true,
  direction: true,
  deliveryStatus: true,
  syntax: true,
  fileHash: true,
  fileType: true,
  company: { select: senderColumns },
} as const

/** The company is looked at where something would leave in its name. */
type AbilitySubject = Pick<DocumentRow, Exclude<keyof typeof abilityColumns, 'company'>> & {
  company?: Pick<Company, keyof typeof senderColumns>
}

interface Ability {
  scope: Exclude<Scope, '*'>
  description: string
  /** Undefined where the document's state is no obstacle. */
  refusal(document: AbilitySubject): { code: ErrorCode; message: string } | undefined
}

const ALWAYS = (): undefined => undefined
const absent = (message: string) => ({ code: 'RESOURCE_NOT_FOUND' as const, message })

const needsFile = ({ fileHash }: AbilitySubject) =>
  fileHash === null ? absent('The document has no file: only its data was stored.') : undefined
const isReadable = ({ syntax }: AbilitySubject): boolean => syntax !== null && syntax !== 'file'
const needsStructure = (document: AbilitySubject) =>
  needsFile(document) ??
  (isReadable(document)
    ? undefined
    : absent('The document has no structured content: its file was stored without being read.'))

const needsInvoice = (document: AbilitySubject) =>
  needsStructure(document) ??
  (document.syntax === 'order' ? absent('Only invoices and credit notes can be converted to this format.') : undefined)

export const abilities = {
  act: {
    scope: 'documents.write',
    description: 'The caller may mark, archive, tag, annotate or link the document.',
    refusal: ALWAYS,
  },
  resend: {
    scope: 'send',
    description: 'The caller may start the delivery again.',
    refusal: ({ direction, deliveryStatus, company }) => {
      if (direction !== 'outgoing' || deliveryStatus !== 'failed')
        return {
          code: 'CONFLICT',
          message:
            'Only a sent document whose delivery failed can be sent again. ' +
            'Send a rejected document as a new one, with a new number.',
        }
      if (company?.status !== 'active')
        return {
          code: 'CONFLICT',
          message: `The company of the document is ${company?.status ?? 'unknown'}. Only an active company can send.`,
        }
      const message = lossOf(company)
      return message === undefined ? undefined : { code: 'OWNERSHIP_PENDING', message }
    },
  },
  viewStructured: {
    scope: 'documents.read',
    description: 'The caller may read the structured content.',
    refusal: needsStructure,
  },
  downloadOriginal: {
    scope: 'documents.read',
    description: 'The caller may download the original file.',
    refusal: needsFile,
  },
  downloadXml: {
    scope: 'documents.read',
    description: 'The caller may download the document as XML.',
    refusal: (document) =>
      needsFile(document) ??
      (document.fileType === 'application/xml' ? undefined : absent('The document is not an XML file.')),
  },
  downloadPdf: {
    scope: 'documents.read',
    description: 'The caller may download the document as PDF.',
    refusal: (document) => (document.fileType === 'application/pdf' ? needsFile(document) : needsStructure(document)),
  },
  downloadHtml: {
    scope: 'documents.read',
    description: 'The caller may download the document as an HTML page.',
    refusal: needsStructure,
  },
  downloadUbl: {
    scope: 'documents.read',
    description: 'The caller may download the document as UBL.',
    refusal: needsStructure,
  },
  downloadCii: {
    scope: 'documents.read',
    description: 'The caller may download the document as CII.',
    refusal: needsInvoice,
  },
  downloadFacturx: {
    scope: 'documents.read',
    description: 'The caller may download the document as a hybrid PDF (Factur-X).',
    refusal: needsInvoice,
  },
  downloadEvidence: {
    scope: 'documents.read',
    description: "The caller may download the evidence of the document's exchange.",
    refusal: ALWAYS,
  },
} as const satisfies Record<string, Ability>

export type AbilityName = keyof typeof abilities
export const abilityNames = Object.keys(abilities) as AbilityName[]

/** Refuses what the document's state does not allow. */
export const requireAbility = (name: AbilityName, document: AbilitySubject): void => {
  const refusal = abilities[name].refusal(document)
  if (refusal) throw new AppError(refusal.code, { message: refusal.message })
}

/** Whether the operation would do it for this caller, now. */
export const allows = (name: AbilityName, actor: Actor, document: AbilitySubject): boolean =>
  grants(actor.scopes, abilities[name].scope) && abilities[name].refusal(document) === undefined
