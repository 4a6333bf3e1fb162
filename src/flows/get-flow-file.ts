import { z } from 'zod'
import { letterheadOf } from '../companies/letterhead.ts'
import { openFile, readFile } from '../documents/record/files.ts'
import { renderDocument } from '../documents/record/render-document.ts'
import type { Document } from '../generated/prisma/client.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { oneOf } from '../kernel/input.ts'
import { type FileAnswer, fileAnswer, storedAnswer } from '../operation/file-answer.ts'
import { runHeavy } from '../operation/heavy.ts'
import { type Preparation, operation } from '../operation/operation.ts'
import { convertInvoice } from './convert-invoice.ts'
import { type FlowRow, flowRef, visibleFlow } from './flow.ts'
import { statusFile } from './status-file.ts'

const XML = 'application/xml'
const PDF = 'application/pdf'

const docTypes = {
  Original: 'The bytes that were sent or received.',
  Converted: 'An invoice in the other syntax: UBL as CII, CII and Factur-X as UBL.',
  ReadableView: 'An invoice as a PDF for people.',
} as const
type DocType = keyof typeof docTypes

const none = (what: string): never => {
  throw new AppError('RESOURCE_NOT_FOUND', { message: `The flow has no ${what}.` })
}

const renamed = (name: string, ending: string): string => `${name.replace(/\.[A-Za-z0-9]{2,4}$/, '')}${ending}`

const documentOf = async ({ db }: Preparation, { organizationId, documentId }: FlowRow): Promise<Document | null> =>
  documentId === null
    ? null
    : db.document.findUnique({ where: { organizationId_id: { organizationId, id: documentId } } })

const stored = async (
  { platform, db, trace }: Preparation,
  { organizationId, name }: FlowRow,
  hash: string | null,
  type: string,
): Promise<FileAnswer> =>
  hash === null
    ? none('file')
    : storedAnswer(await openFile(platform.upstreams.storage, db, trace, organizationId, hash), hash, type, name)

/** The XML of the invoice that the flow is; undefined where it is none. */
const invoiceOf = async (
  call: Preparation,
  flow: FlowRow,
): Promise<{ document: Document; bytes: Uint8Array } | undefined> => {
  const document = flow.syntax === 'CDAR' ? null : await documentOf(call, flow)
  if (!document?.fileHash) return undefined
  const { platform, db, trace } = call
  const bytes = await readFile(platform.upstreams.storage, db, trace, flow.organizationId, document.fileHash)
  return { document, bytes }
}

const files: Readonly<Record<DocType, (call: Preparation, flow: FlowRow) => Promise<FileAnswer>>> = {
  async Original(call, flow) {
    if (flow.fileHash !== null) return stored(call, flow, flow.fileHash, flow.fileType ?? XML)
    if (flow.syntax === 'CDAR') return fileAnswer(await statusFile(call, flow), XML, flow.name)
    const document = await documentOf(call, flow)
    return flow.syntax === 'Factur-X'
      ? stored(call, flow, document?.originalHash ?? null, PDF)
      : stored(call, flow, document?.fileHash ?? null, XML)
  },
  async Converted(call, flow) {
    const invoice = await invoiceOf(call, flow)
    const converted = invoice && (await runHeavy(call, convertInvoice, { bytes: invoice.bytes }))
    return converted
      ? fileAnswer(converted.bytes, XML, renamed(flow.name, `-${converted.syntax}.xml`))
      : none('converted file')
  },
  async ReadableView(call, flow) {
    const name = renamed(flow.name, '.pdf')
    if (flow.fileType === PDF && flow.documentId !== null) return stored(call, { ...flow, name }, flow.fileHash, PDF)
    const invoice = await invoiceOf(call, flow)
    if (!invoice) return none('readable view')
    if (flow.syntax === 'Factur-X') return stored(call, { ...flow, name }, invoice.document.originalHash, PDF)
    const look = { ...(await letterheadOf(call.db, invoice.document)), language: 'fr' as const }
    const made = await runHeavy(call, renderDocument, { bytes: invoice.bytes, rendition: 'pdf', look })
    return fileAnswer(made.bytes, PDF, name)
  },
}

export const getFlowFile = operation({
  name: 'getFlowFile',
  summary: 'Returns the file of a flow: as it was sent or received, in the other syntax, or for people.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({
    flowId: flowRef,
    docType: oneOf('FlowDocType', docTypes).default('Original').describe('Which file (default `Original`).'),
  }),
  errors: ['RESOURCE_NOT_FOUND', 'CANNOT_RENDER'],
  prepare: async (call, { flowId, docType }): Promise<FileAnswer> => ({
    ...(await files[docType](call, await visibleFlow(call.db, call.actor, flowId))),
    isDownload: true,
  }),
  run: (_run, _input, file) => Promise.resolve(file),
})
