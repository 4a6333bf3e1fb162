import { z } from 'zod'
import { bodyWith, sendContent } from './send-form.ts'
import { languageNames } from '../../../formats/readable/labels.ts'
import type { ErrorCode } from '../../../kernel/errors/catalog.ts'
import { Upload, file, freeObject, peppolId, oneOf, typedAs } from '../../../kernel/input.ts'
import { externalId } from '../../../operation/external-id.ts'
import { documentTypes } from '../../../values/document-types.ts'
import { limits } from '../../../values/limits.ts'
import { isObject } from '../../../values/is-object.ts'

export const formats = {
  json: 'The fields of `document`.',
  'ubl-xml': 'UBL 2.1.',
  'cii-xml': 'UN/CEFACT CII.',
  auto: 'Recognized from the content: UBL, CII, JSON, or a PDF with an embedded invoice. Any other file is rejected.',
  raw: 'Stored as it is: the file is not read, and not delivered.',
} as const

export const sendExample = {
  type: 'invoice',
  from: '9930:DE811569869',
  to: '0208:0417497106',
  document: {
    number: 'INV-2026-001',
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    currency: 'EUR',
    buyerReference: 'PO-77',
    lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 99.5, vatRate: 19 }],
  },
}

/** Which field carries the document, by its format. */
const carriers = {
  json: 'document',
  'ubl-xml': 'xml',
  'cii-xml': 'xml',
  auto: 'file',
  raw: 'file',
} as const satisfies Record<keyof typeof formats, 'document' | 'xml' | 'file'>

type BodyFault = readonly [field: string, message: string, code: ErrorCode]

/** What fields say together. A body that lacks other fields is told these faults too. */
const faultsOf = (
  body: Partial<
    Record<'type' | 'format' | 'to' | 'file' | 'documentSubtype' | 'selfBilled' | 'document' | 'xml', unknown>
  >,
): BodyFault[] => {
  const given = (field: keyof typeof body): boolean => body[field] !== undefined
  const isEvent = body.type === 'event'
  const needed = carriers[(body.format ?? 'json') as keyof typeof carriers] as
    (typeof carriers)[keyof typeof carriers] | undefined
  const faults: (BodyFault | false)[] = [
    body.type !== 'invoice' &&
      given('type') &&
      given('documentSubtype') && ['documentSubtype', 'Only an invoice can have a subtype.', 'INVALID_REQUEST'],
    body.type !== 'invoice' &&
      given('type') &&
      given('selfBilled') && ['selfBilled', 'Only an invoice can be self-billed.', 'INVALID_REQUEST'],
    !isEvent && !given('to') && ['to', 'This field is required.', 'MISSING_FIELD'],
    isEvent && given('to') && ['to', 'An event has no recipient. Remove the field.', 'INVALID_REQUEST'],
    body.file instanceof Upload && body.file.content.size === 0 && ['file', 'The file is empty.', 'INVALID_REQUEST'],
    needed !== undefined &&
      !given(needed) && [needed, `The format ${String(body.format ?? 'json')} requires this field.`, 'MISSING_FIELD'],
    ...(['document', 'xml', 'file'] as const).map(
      (other): BodyFault | false =>
        needed !== undefined &&
        other !== needed &&
        given(other) && [
          other,
          `With the format ${String(body.format)}, put the document in the field \`${needed}\` and ` +
            `remove this field.`,
          'INVALID_REQUEST',
        ],
    ),
  ]
  return faults.filter((fault) => fault !== false)
}

/** The body of a send: specification 2.3. What stands in `document` is checked by its kind, with the same paths. */
const sendBody = z
  .strictObject({
    type: z.enum(documentTypes).meta({ graphql: 'DocumentType' }).describe('Kind of document.'),
    documentSubtype: z
      .string()
      .min(1)
      .max(60)
      .optional()
      .describe(
        'Subtype of an invoice: PREPAYMENT_INVOICE, CORRECTED_INVOICE, SELF_BILLED_INVOICE or a code of UNCL1001.',
      ),
    selfBilled: z
      .boolean()
      .optional()
      .describe('Whether an invoice is self-billed: the sender is the buyer and issues the invoice for the seller.'),
    format: oneOf('SendFormat', formats)
      .default('json')
      .describe('Format of the document in the request (default `json`).'),
    from: peppolId.describe('Participant id of the sending company.'),
    to: peppolId
      .optional()
      .describe('Participant id of the recipient. Required for every kind of document except `event`.'),
    document: z
      .record(z.string(), z.unknown())
      .meta({ 'x-maxBytes': limits.jsonBodyBytes })
      .optional()
      .describe('The document as JSON, for the format `json`. The README of the JSON format lists the field names.'),
    xml: z
      .string()
      .max(limits.fileBytes)
      .optional()
      .describe('The document as XML, for the formats `ubl-xml` and `cii-xml`.'),
    file: file
      .optional()
      .describe('The document as a file, for the formats `auto` and `raw`: its bytes in base64, or a part of a form.'),
    fileName: z.string().min(1).max(255).optional().describe('Name of the file (default: the name in the upload).'),
    externalId: externalId.optional(),
    metadata: freeObject.optional().describe('Free data to store with the document.'),
  })
  .meta({ examples: [sendExample] })
  .superRefine(
    (body, context) => {
      for (const [field, message, code] of faultsOf(body))
        context.addIssue({ code: 'custom', path: [field], message, params: { code } })
    },
    { when: ({ value }) => isObject(value) },
  )

const { type, documentSubtype, selfBilled, from, to, fileName, metadata } = sendBody.shape
const sendForm = z.strictObject({
  type,
  documentSubtype,
  selfBilled,
  from,
  to,
  content: sendContent.describe('The document to send.'),
  fileName,
  metadata,
})

export const sendInput = typedAs(sendBody, sendForm, bodyWith)
/** One of a batch. */
export const sendItem = typedAs(
  sendBody.meta({ id: 'SendDocument', description: 'A document to send.' }),
  sendForm.meta({ id: 'SendDocument', description: 'A document to send.' }),
  bodyWith,
)

export type SendInput = z.output<typeof sendInput>

export const previewMeanings = {
  pdf: 'A readable PDF/A-3.',
  html: 'A readable page.',
  xml: 'The XML that would be sent.',
} as const

const preview = {
  rendition: oneOf('PreviewForm', previewMeanings).default('pdf').describe('Form of the preview (default `pdf`).'),
  language: oneOf('Language', languageNames).default('en').describe('Language of the labels in a readable view.'),
}
export const previewInput = typedAs(
  sendBody.safeExtend(preview).meta({ examples: [sendExample] }),
  sendForm.extend(preview),
  bodyWith,
)
