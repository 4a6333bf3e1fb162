/** The forms that are made of a document's bytes when somebody asks for them. */
import { AppError } from '../../kernel/errors/app-error.ts'
import { heavyJob } from '../../kernel/threads/job.ts'
import { writeCii } from '../../formats/cii/invoice.ts'
import { asReported } from '../../formats/fatturapa/as-reported.ts'
import { faultsOf } from '../../formats/fatturapa/faults.ts'
import { writeFatturaPa } from '../../formats/fatturapa/invoice.ts'
import { fileNameOf, routeOf } from '../../formats/fatturapa/route.ts'
import { writeHtml } from '../../formats/html/write.ts'
import type { Invoice } from '../../formats/invoice.ts'
import type { Order } from '../../formats/order.ts'
import { writeFacturX } from '../../formats/pdf/facturx.ts'
import { loadFonts } from '../../formats/pdf/fonts.ts'
import { writePdf } from '../../formats/pdf/write.ts'
import type { Look } from '../../formats/readable/look.ts'
import { writeUbl } from '../../formats/ubl/invoice.ts'
import { writeOrder } from '../../formats/ubl/order.ts'
import { readBytes } from './read-document.ts'

/** Ten thousand lines as a PDF take some seconds of a processor. */
export const LONGEST_RENDERING_MS = 60_000

interface Rendered {
  bytes: Uint8Array
  /** Where the form has a name of its own. */
  fileName?: string
}

type Model = Invoice | Order

const invoiceIn = (model: Model): Invoice => {
  if (!('typeCode' in model)) throw new Error('An order has no form of an invoice.')
  return model
}

/** Not every invoice can be said in FatturaPA: the refusal names what it lacks. */
const fatturaPaOf = (sent: Invoice): Rendered => {
  const invoice = asReported(sent)
  const faults = faultsOf(invoice)
  if (faults.length > 0)
    throw new AppError('CANNOT_RENDER', {
      message: 'The document cannot be converted to FatturaPA.',
      details: faults.map(({ term, message }) => ({ field: term, rule: 'CANNOT_RENDER', message })),
    })
  return { bytes: Buffer.from(writeFatturaPa(invoice)), fileName: fileNameOf(routeOf(invoice)) }
}

const renditions = {
  pdf: async (model: Model, look: Look): Promise<Rendered> => ({ bytes: await writePdf(model, loadFonts(), look) }),
  facturx: async (model: Model, look: Look): Promise<Rendered> => ({
    bytes: await writeFacturX(invoiceIn(model), loadFonts(), look),
  }),
  ubl: async (model: Model): Promise<Rendered> => ({
    bytes: Buffer.from('typeCode' in model ? writeUbl(model) : writeOrder(model)),
  }),
  cii: async (model: Model): Promise<Rendered> => ({ bytes: Buffer.from(writeCii(invoiceIn(model))) }),
  fatturapa: async (model: Model): Promise<Rendered> => fatturaPaOf(invoiceIn(model)),
  html: async (model: Model, look: Look): Promise<Rendered> => ({ bytes: Buffer.from(writeHtml(model, look)) }),
}

export type WrittenRendition = keyof typeof renditions

/** Setting the type of a PDF takes some 30 ms before its first line; the others take what reading does. */
const weightOf: Readonly<Record<WrittenRendition, number>> = {
  pdf: 100,
  facturx: 100,
  ubl: 1,
  cii: 1,
  fatturapa: 1,
  html: 1,
}

export const renderDocument = heavyJob({
  name: 'renderDocument',
  run: ({
    bytes,
    rendition,
    look,
  }: {
    bytes: Uint8Array
    rendition: WrittenRendition
    look: Look
  }): Promise<Rendered> => {
    const { model } = readBytes(bytes)
    if (model.kind === 'none') throw new Error('A document with a structure has none.')
    return renditions[rendition](model.kind === 'invoice' ? model.invoice : model.order, look)
  },
  sizeOf: ({ bytes, rendition }) => bytes.length * weightOf[rendition],
  inPlaceBelow: 64_000,
  limitMs: LONGEST_RENDERING_MS,
})
