/**
 * A hybrid invoice as a file: what the XML inside cannot say. A reader of Factur-X finds the XML by its name, its
 * relationship and the metadata; people read the picture. None of it makes the invoice less valid: all are warnings.
 */
import type { Invoice } from '../invoice.ts'
import type { PdfAttachment } from './attachments.ts'
import type { PdfFile } from './file.ts'
import { condensed, saysAmount, saysDay } from './picture-says.ts'
import { textOf } from './text.ts'

/** Something about the file that its receiver may stumble over. */
export type FileFinding = {
  readonly rule: 'FX-PDFA' | 'FX-XMP' | 'FX-NAME' | 'FX-RELATIONSHIP' | 'FX-TEXT'
  readonly terms: readonly string[]
  readonly message: string
  readonly fix: string
}

type Hybrid = { file: PdfFile; attachment: PdfAttachment; invoice: Invoice; syntax: 'ubl' | 'cii' }

export const lookAtHybrid = (hybrid: Hybrid): FileFinding[] => {
  const metadata = metadataOf(hybrid.file)
  return [
    ...(isPdfA3(metadata) ? [] : [noPdfA]),
    ...(hybrid.syntax === 'cii' ? asFacturX(hybrid, metadata) : []),
    ...pictureOf(hybrid),
  ]
}

const LONGEST_METADATA = 1_000_000

const metadataOf = (file: PdfFile): string => {
  const catalog = file.catalog()
  const bytes = catalog && file.streamOf(catalog.get('Metadata'))
  return bytes === undefined ? '' : Buffer.from(bytes.subarray(0, LONGEST_METADATA)).toString('utf8')
}

/** A property of the metadata, which may stand in an attribute or an element, under any prefix. */
const property = (metadata: string, name: string): string | undefined => {
  const found = new RegExp(`:${name}\\s{0,9}(?:=\\s{0,9}["']([^"'<]{0,200})["']|>([^<]{0,200})<)`).exec(metadata)
  return (found?.[1] ?? found?.[2])?.trim()
}

const isPdfA3 = (metadata: string): boolean =>
  /pdfa\/ns\/id/.test(metadata) && ['3', '4'].includes(property(metadata, 'part') ?? '')

const noPdfA: FileFinding = {
  rule: 'FX-PDFA',
  terms: [],
  message: 'The PDF does not say that it is PDF/A-3, which a hybrid invoice is.',
  fix: 'Write the file as PDF/A-3, with pdfaid:part 3 in its metadata.',
}

const XRECHNUNG = 'xrechnung.xml'
const FACTURX = 'factur-x.xml'
const NAMESPACE = /urn:(factur-x|zugferd|ferd):(pdfa:)?/
const RELATIONSHIPS = ['Data', 'Source', 'Alternative']

const asFacturX = ({ file, attachment, invoice }: Hybrid, metadata: string): FileFinding[] => {
  const { filename, specification } = attachment
  const name = invoice.specification?.includes('xrechnung') === true && filename === XRECHNUNG ? XRECHNUNG : FACTURX
  const relationship = file.nameAt(specification, 'AFRelationship') ?? ''
  const missing = ['DocumentType', 'DocumentFileName', 'Version', 'ConformanceLevel'].filter(
    (one) => !property(metadata, one),
  )
  const described = property(metadata, 'DocumentFileName')
  const xmp = (message: string): FileFinding => ({
    rule: 'FX-XMP',
    terms: [],
    message,
    fix: `Give DocumentType INVOICE, DocumentFileName ${name}, Version and ConformanceLevel of Factur-X in the metadata.`,
  })
  return [
    ...(!NAMESPACE.test(metadata) || missing.length > 0
      ? [xmp('The metadata (XMP) of the PDF does not describe the invoice inside, as Factur-X asks.')]
      : described === filename
        ? []
        : [xmp(`The metadata (XMP) says that the invoice is the file ${described}, and it is ${filename}.`)]),
    ...(filename === name ? [] : [otherName(filename, name)]),
    ...(RELATIONSHIPS.includes(relationship) && file.isAssociated(filename) ? [] : [unrelated(filename)]),
  ]
}

const otherName = (filename: string, name: string): FileFinding => ({
  rule: 'FX-NAME',
  terms: [],
  message: `The invoice inside the PDF is called ${filename.slice(0, 200)}: readers of Factur-X look for ${name}.`,
  fix: `Embed the XML as ${name}.`,
})

const unrelated = (filename: string): FileFinding => ({
  rule: 'FX-RELATIONSHIP',
  terms: [],
  message: `The PDF does not say how ${filename.slice(0, 200)} belongs to it (AFRelationship, and AF of the catalog).`,
  fix: 'Name the file in AF of the catalog, with the relationship Alternative, Data or Source.',
})

/** What people read is held against the XML only where the text of every page can be read. */
const pictureOf = ({ file, invoice }: Hybrid): FileFinding[] => {
  const text = textOf(file) ?? ''
  const said = condensed(text)
  if (said === '') return []
  const { number, issueDate, totals } = invoice
  const differs = (term: string, what: string, value: string): FileFinding => ({
    rule: 'FX-TEXT',
    terms: [term],
    message: `The XML says ${what} ${value.slice(0, 200)} (${term}), which the pages of the PDF do not show.`,
    fix: 'Make both from the same data: the recipient books the XML and reads the PDF.',
  })
  return [
    ...(said.includes(condensed(number)) ? [] : [differs('BT-1', 'the number', number)]),
    ...(saysDay(said, issueDate) ? [] : [differs('BT-2', 'the date', issueDate)]),
    ...(saysAmount(text, totals.withVat) ? [] : [differs('BT-112', 'the total', totals.withVat.toFixed(2))]),
  ]
}
