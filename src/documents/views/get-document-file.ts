import { z } from 'zod'
import { oneOf } from '../../kernel/input.ts'
import { letterheadOf } from '../../companies/letterhead.ts'
import { languageNames } from '../../formats/readable/labels.ts'
import { operation } from '../../operation/operation.ts'
import { type AbilityName, requireAbility } from '../record/abilities.ts'
import {
  ANY_TYPE,
  EXTENSIONS,
  type FileAnswer,
  fileAnswer,
  safeName,
  storedAnswer,
} from '../../operation/file-answer.ts'
import { documentRef, type DocumentRow, visibleDocument } from '../record/document.ts'
import { type WrittenRendition, renderDocument } from '../record/render-document.ts'
import { runHeavy } from '../../operation/heavy.ts'
import { openFile, readFile } from '../record/files.ts'

const PDF = 'application/pdf'
const XML = 'application/xml'

/** How the forms that are made of a document are answered. */
const written: Readonly<Record<WrittenRendition, { type: string; ending: string }>> = {
  pdf: { type: PDF, ending: '.pdf' },
  facturx: { type: PDF, ending: '-factur-x.pdf' },
  ubl: { type: XML, ending: '-ubl.xml' },
  cii: { type: XML, ending: '-cii.xml' },
  fatturapa: { type: XML, ending: '.xml' },
  html: { type: 'text/html; charset=utf-8', ending: '.html' },
}

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
    type: XML,
    name: `${safeName(number)}.xml`,
  }),
}

export type Rendition = keyof typeof stored | WrittenRendition
const isStored = (rendition: Rendition): rendition is keyof typeof stored => rendition in stored
const meanings: Readonly<Record<Rendition, string>> = {
  original: 'The bytes that were sent or received.',
  xml: 'The XML: as it came, or as it was found in a PDF.',
  pdf: 'A readable PDF/A-3.',
  facturx: 'A readable PDF/A-3 with the invoice in CII inside.',
  ubl: 'UBL: as it came, or written of what the document says.',
  cii: 'CII: as it came, or written of what the invoice says.',
  fatturapa: 'The Italian XML.',
  html: 'A readable page.',
}

/** The media type of each form. */
export const documentFileType = (rendition: Rendition): string =>
  rendition === 'original' ? ANY_TYPE : rendition === 'xml' ? XML : written[rendition].type

/** What came in the syntax that is asked for is answered byte for byte. */
const inWhichItCame = (rendition: Rendition, { syntax, fileType }: DocumentRow): Rendition => {
  const own = syntax === 'order' ? 'ubl' : syntax
  return rendition === own && fileType === XML ? 'xml' : rendition
}

/** What the caller must be able to do, for each form. */
const needed: Readonly<Record<Rendition, AbilityName>> = {
  original: 'downloadOriginal',
  xml: 'downloadXml',
  pdf: 'downloadPdf',
  facturx: 'downloadFacturx',
  ubl: 'downloadUbl',
  cii: 'downloadCii',
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
    rendition: oneOf('Rendition', meanings).default('original').describe('Form of the file (default `original`).'),
    language: oneOf('Language', languageNames).default('en').describe('Language of the labels in a readable view.'),
  }),
  errors: ['DOCUMENT_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'CONFLICT', 'CANNOT_RENDER'],
  async prepare(call, { documentId, rendition, language }): Promise<FileAnswer> {
    const { db, actor, platform, trace } = call
    const row = await visibleDocument(db, actor, documentId)
    requireAbility(needed[rendition], row)
    const { storage } = platform.upstreams
    const form = inWhichItCame(rendition, row)
    if (!isStored(form)) {
      const [bytes, letterhead] = [
        await readFile(storage, db, trace, row.organizationId, row.fileHash ?? ''),
        await letterheadOf(db, row),
      ]
      const { type, ending } = written[form]
      const name = `${safeName(row.number)}${ending}`
      if (form === 'pdf' && row.fileType === PDF) return fileAnswer(bytes, type, name)
      const look = { ...letterhead, language }
      const made = await runHeavy(call, renderDocument, { bytes, rendition: form, look })
      return fileAnswer(made.bytes, type, made.fileName ?? name)
    }
    const { hash, type, name } = stored[form](row)
    return storedAnswer(await openFile(storage, db, trace, row.organizationId, hash), hash, type, name)
  },
  run: (_run, _input, file) => Promise.resolve(file),
})
