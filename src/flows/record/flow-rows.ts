/** The rows of flows, to be written beside what they tell of: by whatever door it came. Pure. */
import { Prisma } from '../../generated/prisma/client.ts'
import type { NewRow } from '../../kernel/database/rows.ts'
import { isInvoiceKind } from '../../values/document-types.ts'
import { newId, prefixes } from '../../values/ids.ts'
import { type FlowSubject, profileOf, ruleOf, sideOf } from './flow-words.ts'

const LONGEST_NAME = 255
const PDF = 'application/pdf'

/** A flow has the moment and the number of what it tells of, so that each finds the other. */
export const flowIdOf = (id: string): string => `${prefixes.flow}_${id.slice(id.indexOf('_') + 1)}`

interface Owner {
  organizationId: string
  companyId: string
}

interface MovingDocument extends Owner, FlowSubject {
  id: string
  number?: string
  syntax?: string | null
  deliveryStatus?: string | null
  specification?: string | null
  originalType?: string | null
  fileName?: string | null
}

interface Hashes {
  fileHash: string | null
  originalHash: string | null
}

const ofParties = (subject: FlowSubject & Owner) => ({
  organizationId: subject.organizationId,
  companyId: subject.companyId,
  processingRule: ruleOf(subject),
})

const isFlow = ({ type, syntax, deliveryStatus }: MovingDocument): boolean =>
  isInvoiceKind(type) && (syntax === 'ubl' || syntax === 'cii') && deliveryStatus != null

/** What a flow tells of its document: that of a PDF is the PDF. */
const ofContent = ({ syntax, originalType, specification }: MovingDocument, { fileHash, originalHash }: Hashes) => ({
  syntax: originalType === PDF ? 'Factur-X' : (syntax ?? '').toUpperCase(),
  profile: profileOf(specification),
  sha256: originalType === PDF ? originalHash : fileHash,
})

/** The flow of an invoice that is sent or has arrived; none for what stays where it is, or the norm does not know. */
export const documentFlow = (document: MovingDocument, hashes: Hashes, now: Date): NewRow[] => {
  if (!isFlow(document)) return []
  const { id, number = id, direction, fileName } = document
  return [
    {
      table: 'flows',
      columns: {
        ...ofParties(document),
        ...ofContent(document, hashes),
        id: flowIdOf(id),
        name: (fileName ?? `${number}.xml`).slice(0, LONGEST_NAME),
        direction,
        type: `${sideOf(document)}Invoice`,
        ackStatus: 'ok',
        documentId: id,
        submittedAt: now,
      },
    },
  ]
}

/** Makes a submitted flow that of the document that is written in the same statement, as `written`. */
export const documentOfSubmitted = (flowId: string, document: MovingDocument): Prisma.Sql => {
  const { syntax, profile } = ofContent(document, { fileHash: null, originalHash: null })
  return Prisma.sql`
    UPDATE flows SET "documentId" = written.id, "companyId" = written."companyId", "ackStatus" = 'ok',
      type = ${`${sideOf(document)}Invoice`}, syntax = ${syntax}, profile = ${profile}, unsettled = true, caller = NULL,
      "processingRule" = CASE flows."processingRule" WHEN 'Undefined' THEN ${ruleOf(document)} ELSE flows."processingRule" END
    FROM written
    WHERE written.id = ${document.id} AND flows."organizationId" = written."organizationId" AND flows.id = ${flowId}`
}

interface StatusOf {
  entryId: string
  frenchStatus: string | null
  source: string
  now: Date
}

type StatedDocument = MovingDocument & { number: string }

const ofStatus = (document: StatedDocument, { entryId, frenchStatus, now }: StatusOf) => ({
  ...ofParties(document),
  name: `${document.number}_CDV-${frenchStatus}.xml`.slice(-LONGEST_NAME),
  syntax: 'CDAR',
  documentId: document.id,
  entryId,
  submittedAt: now,
})

/** What the organization says goes out; what the other side or a platform says comes in. */
const SAID_HERE: readonly string[] = ['api', 'payment']

/** The flow of a French status, whoever gave it and however it came. */
export const statusFlow = (document: StatedDocument, status: StatusOf): NewRow[] =>
  status.frenchStatus === null
    ? []
    : [
        {
          table: 'flows',
          columns: {
            ...ofStatus(document, status),
            id: flowIdOf(status.entryId),
            direction: SAID_HERE.includes(status.source) ? 'outgoing' : 'incoming',
            type: `${sideOf(document)}InvoiceLC`,
            ackStatus: 'ok',
          },
        },
      ]

const DEPOSITED = '200'

/** What the state is told of a status, and with the first of them of the invoice: pending until the portal answers. */
export const stateFlows = (document: StatedDocument, status: StatusOf, reportId: string): NewRow[] => {
  const told = { ...ofStatus(document, status), direction: 'incoming', ackStatus: 'pending', reportId } as const
  const copy = { ...ofContent(document, { fileHash: null, originalHash: null }), name: `${document.number}_F1.xml` }
  return [
    {
      table: 'flows',
      columns: { ...told, id: flowIdOf(reportId), type: `State${sideOf(document)}InvoiceLC` },
    },
    ...(status.frenchStatus === DEPOSITED && isFlow(document)
      ? [
          {
            table: 'flows' as const,
            columns: {
              ...told,
              ...copy,
              name: copy.name.slice(-LONGEST_NAME),
              // The copy is the XML, also where a PDF was sent.
              syntax: (document.syntax ?? '').toUpperCase(),
              id: newId('flow'),
              type: `State${sideOf(document)}Invoice`,
            },
          },
        ]
      : []),
  ]
}
