import { letterheadOf } from '../../companies/letterhead.ts'
import { renderDocument } from '../../documents/record/render-document.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { type FileAnswer, fileAnswer, safeName } from '../../operation/file-answer.ts'
import { runHeavy } from '../../operation/heavy.ts'
import { operation } from '../../operation/operation.ts'
import { examine } from './judge/examine.ts'
import { previewInput, previewMeanings } from './read/send-input.ts'
import { validateDocument } from './validate-document.ts'

type Form = keyof typeof previewMeanings
export const previewForms = Object.keys(previewMeanings) as Form[]

export const previewTypes: Readonly<Record<Form, string>> = {
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
  xml: 'application/xml',
}

export const previewDocument = operation({
  name: 'previewDocument',
  summary:
    'Shows a document as it would be sent: as a readable PDF or page with the letterhead of the company, or as XML. ' +
    'It takes the body of a send, and also shows documents that break rules. Nothing is stored.',
  scope: 'send',
  writes: false,
  input: previewInput,
  errors: [...validateDocument.errors, 'CANNOT_RENDER'],
  async prepare(call, { rendition, language, ...input }): Promise<FileAnswer> {
    const { document, parties } = await examine(call, input)
    const { bytes, kind, summary } = document
    if (kind === 'none')
      throw new AppError('CANNOT_RENDER', { message: 'A document without a structure is sent as it is.' })
    const name = `${safeName(summary.number)}.${rendition}`
    const whole = bytes instanceof Uint8Array ? bytes : bytes.whole()
    if (rendition === 'xml') return fileAnswer(whole, previewTypes.xml, name)
    const { organizationId, id: companyId } = parties.sender
    const letterhead = await letterheadOf(call.db, { organizationId, companyId, direction: 'outgoing' })
    const look = { ...letterhead, language }
    const made = await runHeavy(call, renderDocument, { bytes: whole, rendition, look })
    return fileAnswer(made.bytes, previewTypes[rendition], name)
  },
  run: (_run, _input, file) => Promise.resolve(file),
})
