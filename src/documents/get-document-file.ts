import { z } from 'zod'
import { AppError } from '../errors/app-error.ts'
import { faultsOf } from '../formats/fatturapa/faults.ts'
import { writeFatturaPa } from '../formats/fatturapa/invoice.ts'
import { fileNameOf, routeOf } from '../formats/fatturapa/route.ts'
import { writeHtml } from '../formats/html/write.ts'
import type { Invoice } from '../formats/invoice.ts'
import { writeFacturX } from '../formats/pdf/facturx.ts'
import { loadFonts } from '../formats/pdf/fonts.ts'
import { writePdf } from '../formats/pdf/write.ts'
import { languages } from '../formats/readable/labels.ts'
import { operation } from '../operation.ts'
import { documentRef, type DocumentRow, visibleDocument } from './document.ts'
import { readFile } from './files.ts'
import { type ReadDocument, readBytes } from './read-document.ts'

export interface FileAnswer { bytes: Uint8Array; contentType: string; fileName: string }

const PDF = 'application/pdf'

interface Source { row: DocumentRow; bytes: Uint8Array; language: (typeof languages)[number] }

const safeName = (number: string): string => number.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 80) || 'document'

const readModel = ({ bytes, row }: Source) => {
  const read: ReadDocument = readBytes(bytes)
  if (read.model.kind === 'none') throw noSuch(row, 'readable view')
  return read.model.kind === 'invoice' ? read.model.invoice : read.model.order
}

const noSuch = (row: DocumentRow, what: string): AppError => new AppError('RESOURCE_NOT_FOUND', { message: `The document ${row.id} has no ${what}: it was stored as a file.` })

/** Not every invoice can be said in FatturaPA: the refusal names what it lacks. */
const fatturaPaOf = (invoice: Invoice): Uint8Array => {
  const faults = faultsOf(invoice)
  if (faults.length > 0) throw new AppError('CANNOT_RENDER', { message: 'The document cannot be said in FatturaPA.', details: faults.map(({ term, message }) => ({ field: term, rule: 'CANNOT_RENDER', message })) })
  return Buffer.from(writeFatturaPa(invoice))
}

/** The forms in which a document can be had, and how each is made from its bytes. */
const renditions = {
  async original({ row, bytes }: Source): Promise<FileAnswer> {
    const contentType = row.fileType ?? 'application/octet-stream'
    const extension = contentType === 'application/xml' ? '.xml' : contentType === PDF ? '.pdf' : ''
    return { bytes, contentType, fileName: row.fileName ?? `${safeName(row.number)}${extension}` }
  },
  async xml({ row, bytes }: Source): Promise<FileAnswer> {
    if (row.fileType !== 'application/xml') throw noSuch(row, 'XML')
    return { bytes, contentType: 'application/xml', fileName: `${safeName(row.number)}.xml` }
  },
  async pdf(source: Source): Promise<FileAnswer> {
    if (source.row.fileType === PDF) return { bytes: source.bytes, contentType: PDF, fileName: `${safeName(source.row.number)}.pdf` }
    return { bytes: await writePdf(readModel(source), loadFonts(), { language: source.language }), contentType: PDF, fileName: `${safeName(source.row.number)}.pdf` }
  },
  async facturx(source: Source): Promise<FileAnswer> {
    const model = readModel(source)
    if (!('typeCode' in model)) throw noSuch(source.row, 'hybrid invoice')
    return { bytes: await writeFacturX(model, loadFonts(), { language: source.language }), contentType: PDF, fileName: `${safeName(source.row.number)}-factur-x.pdf` }
  },
  async fatturapa(source: Source): Promise<FileAnswer> {
    const model = readModel(source)
    if (!('typeCode' in model)) throw noSuch(source.row, 'Italian form')
    return { bytes: fatturaPaOf(model), contentType: 'application/xml', fileName: fileNameOf(routeOf(model)) }
  },
  async html(source: Source): Promise<FileAnswer> {
    return { bytes: Buffer.from(writeHtml(readModel(source), { language: source.language })), contentType: 'text/html; charset=utf-8', fileName: `${safeName(source.row.number)}.html` }
  },
} satisfies Record<string, (source: Source) => Promise<FileAnswer>>

export const renditionNames = Object.keys(renditions) as (keyof typeof renditions)[]

export const getDocumentFile = operation({
  name: 'getDocumentFile',
  summary: 'A document as a file: its exact bytes, or a readable view made from them.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({
    documentId: documentRef,
    rendition: z.enum(renditionNames).meta({ graphql: 'Rendition' }).default('original').describe('Which form of it (default original).'),
    language: z.enum(languages).meta({ graphql: 'Language' }).default('en').describe('Of the labels in a readable view.'),
  }),
  errors: ['DOCUMENT_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'CONFLICT', 'CANNOT_RENDER'],
  async prepare({ db, actor, platform, trace }, { documentId, rendition, language }) {
    const row = await visibleDocument(db, actor, documentId)
    if (row.fileHash === null) throw noSuch(row, 'file')
    return renditions[rendition]({ row, bytes: await readFile(platform.upstreams.storage, db, trace, row.organizationId, row.fileHash), language })
  },
  run: (_run, _input, file) => Promise.resolve(file),
})
