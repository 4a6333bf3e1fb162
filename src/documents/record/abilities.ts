/**
 * What can be done with a document, and when: the operations refuse by this table, and `viewerCan` tells it beforehand.
 */
import { type Scope, grants } from '../../auth/scopes.ts'
import type { Actor } from '../../auth/actor.ts'
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
  company: { select: { status: true } },
} as const

/** The company is looked at where something would leave in its name. */
type AbilitySubject = Pick<DocumentRow, Exclude<keyof typeof abilityColumns, 'company'>> & {
  company?: Pick<Company, 'status'>
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
  fileHash === null ? absent('The document has no file: it is a record.') : undefined
const isReadable = ({ syntax }: AbilitySubject): boolean => syntax !== null && syntax !== 'file'
const needsStructure = (document: AbilitySubject) =>
  needsFile(document) ??
  (isReadable(document) ? undefined : absent('The document has no structure: it was stored as it is.'))

export const abilities = {
  act: { scope: 'documents.write', description: 'Mark, archive, tag, annotate or link it.', refusal: ALWAYS },
  resend: {
    scope: 'send',
    description: 'Have it delivered again.',
    refusal: ({ direction, deliveryStatus, company }) => {
      if (direction !== 'outgoing' || deliveryStatus !== 'failed')
        return {
          code: 'CONFLICT',
          message:
            'Only a document whose transport failed can be sent again as it is. A rejected one needs a new number.',
        }
      return company?.status === 'active'
        ? undefined
        : {
            code: 'CONFLICT',
            message: `The company of the document is ${company?.status ?? 'unknown'}: it sends nothing.`,
          }
    },
  },
  viewStructured: { scope: 'documents.read', description: 'Read what it says.', refusal: needsStructure },
  downloadOriginal: { scope: 'documents.read', description: 'Download its bytes.', refusal: needsFile },
  downloadXml: {
    scope: 'documents.read',
    description: 'Download it as XML.',
    refusal: (document) =>
      needsFile(document) ?? (document.fileType === 'application/xml' ? undefined : absent('The document has no XML.')),
  },
  downloadPdf: {
    scope: 'documents.read',
    description: 'Download it as PDF.',
    refusal: (document) => (document.fileType === 'application/pdf' ? needsFile(document) : needsStructure(document)),
  },
  downloadHtml: { scope: 'documents.read', description: 'Read it as a page.', refusal: needsStructure },
  downloadFacturx: {
    scope: 'documents.read',
    description: 'Download it as a hybrid PDF.',
    refusal: (document) =>
      needsStructure(document) ??
      (document.syntax === 'order' ? absent('Only invoices and credit notes have a hybrid form.') : undefined),
  },
  downloadEvidence: { scope: 'documents.read', description: 'Download the evidence of its exchange.', refusal: ALWAYS },
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
