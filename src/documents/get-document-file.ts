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
import { type AbilityName, requireAbility } from './abilities.ts'
import { EXTENSIONS, type FileAnswer, fileAnswer, safeName } from './file-answer.ts'
import { documentRef, type DocumentRow, visibleDocument } from './document.ts'
import { readFile } from './files.ts'
import { readBytes } from './read-document.ts'

const PDF = 'application/pdf'

interface Source { row: DocumentRow; bytes: Uint8Array; language: (typeof languages)[number] }

const readModel = ({ bytes }: Source) => {
  const { model } = readBytes(bytes)
  if (model.kind === 'none') throw new Error('A document with a structure has none.')
  return model.kind === 'invoice' ? model.invoice : model.order
}

/** Not every invoice can be said in FatturaPA: the refusal names what it lacks. */
const fatturaPaOf = (invoice: Invoice): Uint8Array => {
  const faults = faultsOf(invoice)
  if (faults.length > 0) throw new AppError('CANNOT_RENDER', { message: 'The document cannot be said in FatturaPA.', details: faults.map(({ term, message }) => ({ field: term, rule: 'CANNOT_RENDER', message })) })
  return Buffer.from(writeFatturaPa(invoice))
}

/** The forms in which a document can be had, and how each is made from its bytes. */
const renditions = {
  async original({ row, bytes }: Source): Promise<FileAnswer> {
    const contentType = row.originalType ?? row.fileType ?? 'application/octet-stream'
    const extension = EXTENSIONS[contentType] ?? ''
    return fileAnswer(bytes, contentType, row.fileName ?? `${safeName(row.number)}${extension}`)
  },
  async xml({ row, bytes }: Source): Promise<FileAnswer> {
    return fileAnswer(bytes, 'application/xml', `${safeName(row.number)}.xml`)
  },
  async pdf(source: Source): Promise<FileAnswer> {
    const bytes = source.row.fileType === PDF ? source.bytes : await writePdf(readModel(source), loadFonts(), { language: source.language })
    return fileAnswer(bytes, PDF, `${safeName(source.row.number)}.pdf`)
  },
  async facturx(source: Source): Promise<FileAnswer> {
    const model = readModel(source)
    if (!('typeCode' in model)) throw new Error('An order has no hybrid form.')
    return fileAnswer(await writeFacturX(model, loadFonts(), { language: source.language }), PDF, `${safeName(source.row.number)}-factur-x.pdf`)
  },
  async fatturapa(source: Source): Promise<FileAnswer> {
    const model = readModel(source)
    if (!('typeCode' in model)) throw new Error('An order has no Italian form.')
    return fileAnswer(fatturaPaOf(model), 'application/xml', fileNameOf(routeOf(model)))
  },
  async html(source: Source): Promise<FileAnswer> {
    return fileAnswer(Buffer.from(writeHtml(readModel(source), { language: source.language })), 'text/html; charset=utf-8', `${safeName(source.row.number)}.html`)
  },
} satisfies Record<string, (source: Source) => Promise<FileAnswer>>

type Rendition = keyof typeof renditions
export const renditionNames = Object.keys(renditions) as Rendition[]

/** What the caller must be able to do, for each form. */
const needed: Readonly<Record<Rendition, AbilityName>> = { original: 'downloadOriginal', xml: 'downloadXml', pdf: 'downloadPdf', facturx: 'downloadFacturx', fatturapa: 'downloadFacturx', html: 'downloadHtml' }

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
    requireAbility(needed[rendition], row)
    return renditions[rendition]({ row, bytes: await readFile(platform.upstreams.storage, db, trace, row.organizationId, (rendition === 'original' ? row.originalHash : null) ?? row.fileHash ?? ''), language })
  },
  run: (_run, _input, file) => Promise.resolve(file),
})
