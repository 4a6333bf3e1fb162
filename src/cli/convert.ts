import { readFile, writeFile } from 'node:fs/promises'
import { readCii, writeCii } from '../formats/cii/invoice.ts'
import { readFatturaPa, writeFatturaPa } from '../formats/fatturapa/invoice.ts'
import { FormatError } from '../formats/format-error.ts'
import { writeHtml } from '../formats/html/write.ts'
import type { Invoice } from '../formats/invoice.ts'
import { stringify, toJson } from '../formats/json/view.ts'
import type { Order } from '../formats/order.ts'
import { writeFacturX } from '../formats/pdf/facturx.ts'
import { loadFonts } from '../formats/pdf/fonts.ts'
import { writePdf } from '../formats/pdf/write.ts'
import { languages, type Language } from '../formats/readable/labels.ts'
import { COLOR, type Look } from '../formats/readable/look.ts'
import { LARGEST_PICTURE, type Picture, pictureOf } from '../formats/readable/picture.ts'
import { readEnvelope, standalone } from '../formats/sbdh/envelope.ts'
import { sniff } from '../formats/sniff.ts'
import { kindOf } from '../formats/type-codes.ts'
import { readUbl, writeUbl } from '../formats/ubl/invoice.ts'
import { readOrder, writeOrder } from '../formats/ubl/order.ts'
import type { Reading } from '../formats/unmapped.ts'
import { type Input, UsageError } from './command.ts'
import { draftBody } from './json-input.ts'

type Readable = Invoice | Order
const isInvoice = (document: Readable): document is Invoice => 'typeCode' in document

/** The forms a document can be written in. */
const writers: Readonly<Record<string, (document: Readable, look: Look) => string | Uint8Array | Promise<Uint8Array>>> =
  {
    ubl: (document) => (isInvoice(document) ? writeUbl(document) : writeOrder(document)),
    cii: (document) => writeCii(invoiceOnly(document, 'CII')),
    fatturapa: (document) => writeFatturaPa(invoiceOnly(document, 'FatturaPA')),
    facturx: (document, look) => writeFacturX(invoiceOnly(document, 'Factur-X'), loadFonts(), look),
    json: (document) => `${stringify({ ...typeOf(document), document: toJson(document) }, 2)}\n`,
    pdf: (document, look) => writePdf(document, loadFonts(), look),
    html: (document, look) => writeHtml(document, look),
  }

type ConvertOptions = {
  readonly out?: string | undefined
  readonly language?: string | undefined
  readonly color?: string | undefined
  readonly logo?: string | undefined
  /** What could not be carried over is told for programs. */
  readonly json: boolean
}

export const convertCommand = (input: Input): Promise<number> => {
  const [file] = input.words
  const to = input.text('to')
  if (file === undefined || input.words.length !== 1 || to === undefined)
    throw new UsageError('convert requires exactly one FILE, and --to.')
  const [out, language, color, logo] = ['out', 'language', 'color', 'logo'].map((one) => input.text(one))
  return convertFile(file, to, { out, language, color, logo, json: input.json })
}

const convertFile = async (
  file: string,
  to: string,
  { out, language = 'en', color, logo, json }: ConvertOptions,
): Promise<number> => {
  const writer = Object.hasOwn(writers, to) ? writers[to] : undefined
  if (!writer) throw new UsageError(`--to must be one of ${Object.keys(writers).join(', ')}.`)
  if (!isLanguage(language)) throw new UsageError(`--language must be one of ${languages.join(', ')}.`)
  if (color !== undefined && !COLOR.test(color)) throw new UsageError('--color must be a colour such as #1f4e79.')
  try {
    const picture = logo === undefined ? undefined : await readPicture(logo)
    const { document, unmapped } = readAny(new Uint8Array(await readFile(file)))
    const written = await writer(document, { language, color, logo: picture })
    for (const { xpath, value } of unmapped)
      process.stderr.write(
        json
          ? `${JSON.stringify({ unmapped: { xpath, value } })}\n`
          : `not converted: ${xpath} = ${value.slice(0, 200)}\n`,
      )
    if (out === undefined) process.stdout.write(written)
    else await writeFile(out, written)
    return 0
  } catch (error) {
    if (!(error instanceof FormatError) && !(error instanceof Error && 'syscall' in error)) throw error
    process.stderr.write(`${file}: ${error.message}\n`)
    return 1
  }
}

const readPicture = async (file: string): Promise<Picture> => {
  const picture = pictureOf(await readFile(file))
  if (picture === undefined)
    throw new UsageError(
      `--logo must be a PNG or JPEG file of at most ${LARGEST_PICTURE / 1_024} kB and 2,000 pixels ` +
        `per side. A PNG must have eight bits per sample and must not be interlaced.`,
    )
  return picture
}

const isLanguage = (text: string): text is Language => languages.some((language) => language === text)

type Read = Pick<Reading<Readable>, 'document' | 'unmapped'>

const readAny = (bytes: Uint8Array): Read => {
  const file = sniff(bytes)
  switch (file.kind) {
    case 'ubl':
      return readUbl(file.root)
    case 'cii':
      return readCii(file.root)
    case 'fatturapa':
      return readFatturaPa(file.root)
    case 'facturx':
      return file.root.qname.startsWith('rsm:') ? readCii(file.root) : readUbl(file.root)
    case 'order':
      return readOrder(file.root)
    case 'sbdh':
      return readAny(standalone(readEnvelope(bytes)))
    case 'json':
      return readBody(file.value)
    default:
      throw new FormatError('UNSUPPORTED', `The file is ${nameOf(file)}. It contains no invoice or order to convert.`)
  }
}

const readBody = (value: unknown): Read => {
  const { invoice, order } = draftBody(value)
  const document = invoice ?? order
  if (!document) throw new FormatError('UNSUPPORTED', 'The JSON contains no document.')
  return { document, unmapped: [] }
}

const nameOf = (file: ReturnType<typeof sniff>): string => {
  if (file.kind === 'pdf') return 'a PDF without an embedded invoice'
  return 'root' in file ? `a ${file.root.name} document` : file.kind
}

const invoiceOnly = (document: Readable, form: string): Invoice => {
  if (isInvoice(document)) return document
  throw new FormatError('UNSUPPORTED', `A ${document.kind} cannot be converted to ${form}. Only invoices can.`)
}

const typeOf = (document: Readable): { type: string; documentSubtype?: string } => {
  if (!isInvoice(document)) return { type: document.kind }
  const type = kindOf(document)
  return type === 'invoice' && document.typeCode !== '380' ? { type, documentSubtype: document.typeCode } : { type }
}
