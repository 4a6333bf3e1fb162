import { z } from 'zod'
import { letterheadOf } from '../../companies/letterhead.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { faultsOf } from '../../formats/fatturapa/faults.ts'
import { writeFatturaPa } from '../../formats/fatturapa/invoice.ts'
import { fileNameOf, routeOf } from '../../formats/fatturapa/route.ts'
import { writeHtml } from '../../formats/html/write.ts'
import type { Invoice } from '../../formats/invoice.ts'
import { writeFacturX } from '../../formats/pdf/facturx.ts'
import { loadFonts } from '../../formats/pdf/fonts.ts'
import { writePdf } from '../../formats/pdf/write.ts'
import { languages } from '../../formats/readable/labels.ts'
import type { Look } from '../../formats/readable/look.ts'
import { operation } from '../../operation/operation.ts'
import { type AbilityName, requireAbility } from '../record/abilities.ts'
import { EXTENSIONS, type FileAnswer, fileAnswer, safeName, storedAnswer } from '../../operation/file-answer.ts'
import { documentRef, type DocumentRow, visibleDocument } from '../record/document.ts'
import { openFile, readFile } from '../record/files.ts'
import { readBytes } from '../record/read-document.ts'

const PDF = 'application/pdf'

interface RenditionSource {
  row: DocumentRow
  bytes: Uint8Array
  look: Look
}

const readModel = ({ bytes }: RenditionSource) => {
  const { model } = readBytes(bytes)
  if (model.kind === 'none') throw new Error('A document with a structure has none.')
  return model.kind === 'invoice' ? model.invoice : model.order
}

/** Not every invoice can be said in FatturaPA: the refusal names what it lacks. */
const fatturaPaOf = (invoice: Invoice): Uint8Array => {
  const faults = faultsOf(invoice)
  if (faults.length > 0)
    throw new AppError('CANNOT_RENDER', {
      message: 'The document cannot be converted to FatturaPA.',
      details: faults.map(({ term, message }) => ({ field: term, rule: 'CANNOT_RENDER', message })),
    })
  return Buffer.from(writeFatturaPa(invoice))
}

/** The forms in which a document can be had, and how each is made from its bytes. */
const renditions = {
  async pdf(source: RenditionSource): Promise<FileAnswer> {
    const bytes =
      source.row.fileType === PDF ? source.bytes : await writePdf(readModel(source), loadFonts(), source.look)
    return fileAnswer(bytes, PDF, `${safeName(source.row.number)}.pdf`)
  },
  async facturx(source: RenditionSource): Promise<FileAnswer> {
    const model = readModel(source)
    if (!('typeCode' in model)) throw new Error('An order has no hybrid form.')
    return fileAnswer(
      await writeFacturX(model, loadFonts(), source.look),
      PDF,
      `${safeName(source.row.number)}-factur-x.pdf`,
    )
  },
  async fatturapa(source: RenditionSource): Promise<FileAnswer> {
    const model = readModel(source)
    if (!('typeCode' in model)) throw new Error('An order has no Italian form.')
    return fileAnswer(fatturaPaOf(model), 'application/xml', fileNameOf(routeOf(model)))
  },
  async html(source: RenditionSource): Promise<FileAnswer> {
    return fileAnswer(
      Buffer.from(writeHtml(readModel(source), source.look)),
      'text/html; charset=utf-8',
      `${safeName(source.row.number)}.html`,
    )
  },
} satisfies Record<string, (source: RenditionSource) => Promise<FileAnswer>>

/** What is had as it was stored: which bytes, and what they are. */
const stored = {
  original: ({ originalHash, originalType, fileHash, fileType, fileName, number }: DocumentRow) => {
    const type = originalType ?? fileType ?? 'application/octet-stream'
    return {
      hash: originalHash ?? fileHash ?? '',
      type,
      name: fileName ?? `${safeName(number)}${EXTENSIONS[type] ?? ''}`,
    }
  },
  xml: ({ fileHash, number }: DocumentRow) => ({
    hash: fileHash ?? '',
    type: 'application/xml',
    name: `${safeName(number)}.xml`,
  }),
}

type WrittenRendition = keyof typeof renditions
type Rendition = keyof typeof stored | WrittenRendition
const isStored = (rendition: Rendition): rendition is keyof typeof stored => rendition in stored
const renditionNames = [...Object.keys(stored), ...Object.keys(renditions)] as Rendition[]

/** What the caller must be able to do, for each form. */
const needed: Readonly<Record<Rendition, AbilityName>> = {
  original: 'downloadOriginal',
  xml: 'downloadXml',
  pdf: 'downloadPdf',
  facturx: 'downloadFacturx',
  fatturapa: 'downloadFacturx',
  html: 'downloadHtml',
}

export const getDocumentFile = operation({
  name: 'getDocumentFile',
  summary: 'Returns a document as a file: the original bytes, or a readable view made from them.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({
    documentId: documentRef,
    rendition: z
      .enum(renditionNames)
      .meta({ graphql: 'Rendition' })
      .default('original')
      .describe('Form of the file (default `original`).'),
    language: z
      .enum(languages)
      .meta({ graphql: 'Language' })
      .default('en')
      .describe('Language of the labels in a readable view.'),
  }),
  errors: ['DOCUMENT_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'CONFLICT', 'CANNOT_RENDER'],
  async prepare({ db, actor, platform, trace }, { documentId, rendition, language }): Promise<FileAnswer> {
    const row = await visibleDocument(db, actor, documentId)
    requireAbility(needed[rendition], row)
    const { storage } = platform.upstreams
    if (!isStored(rendition)) {
      const [bytes, letterhead] = [
        await readFile(storage, db, trace, row.organizationId, row.fileHash ?? ''),
        await letterheadOf(db, row),
      ]
      return renditions[rendition]({ row, bytes, look: { ...letterhead, language } })
    }
    const { hash, type, name } = stored[rendition](row)
    return storedAnswer(await openFile(storage, db, trace, row.organizationId, hash), hash, type, name)
  },
  run: (_run, _input, file) => Promise.resolve(file),
})
