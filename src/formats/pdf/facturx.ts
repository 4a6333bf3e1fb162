import { writeCii } from '../cii/invoice.ts'
import type { Invoice } from '../invoice.ts'
import type { Look } from '../readable/look.ts'
import type { Fonts } from './fonts.ts'
import { writePdf } from './write.ts'

const FACTURX_FILENAME = 'factur-x.xml'

const EN16931 = 'urn:cen.eu:en16931:2017'
const EXTENDED = `${EN16931}#conformant#urn:factur-x.eu:1p0:extended`

/** Factur-X knows its own profiles only: any other specification is the plain norm inside a Factur-X file. */
const specificationOf = ({ specification }: Invoice): string => (specification === EXTENDED ? EXTENDED : EN16931)

/** A Factur-X invoice: the readable view as PDF/A-3b with the same invoice in CII embedded. */
export const writeFacturX = (invoice: Invoice, fonts: Fonts, look: Look = {}): Promise<Uint8Array> => {
  const specification = specificationOf(invoice)
  const xml = Buffer.from(writeCii({ ...invoice, specification }))
  return writePdf(invoice, fonts, look, (doc, date) => {
    doc.file(xml, {
      name: FACTURX_FILENAME,
      type: 'text/xml',
      description: 'Factur-X invoice',
      relationship: 'Alternative',
      creationDate: date,
      modifiedDate: date,
    } as object)
    doc.appendXML(metadata(specification === EXTENDED ? 'EXTENDED' : 'EN 16931'))
  })
}

const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const property = (name: string, description: string): string => `
            <rdf:li rdf:parseType="Resource">
              <pdfaProperty:name>${name}</pdfaProperty:name>
              <pdfaProperty:valueType>Text</pdfaProperty:valueType>
              <pdfaProperty:category>external</pdfaProperty:category>
              <pdfaProperty:description>${description}</pdfaProperty:description>
            </rdf:li>`

/** The XMP of Factur-X: what is embedded, and, since PDF/A knows no such properties, their schema. */
const metadata = (level: string): string => `
    <rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">
      <fx:DocumentType>INVOICE</fx:DocumentType>
      <fx:DocumentFileName>${FACTURX_FILENAME}</fx:DocumentFileName>
      <fx:Version>1.0</fx:Version>
      <fx:ConformanceLevel>${level}</fx:ConformanceLevel>
    </rdf:Description>
    <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
      <pdfaExtension:schemas>
        <rdf:Bag>
          <rdf:li rdf:parseType="Resource">
            <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
            <pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
            <pdfaSchema:prefix>fx</pdfaSchema:prefix>
            <pdfaSchema:property>
              <rdf:Seq>${property('DocumentFileName', 'The name of the embedded XML document')}${property('DocumentType', 'The type of the hybrid document')}${property('Version', 'The version of the standard')}${property('ConformanceLevel', 'The profile of the embedded XML document')}
              </rdf:Seq>
            </pdfaSchema:property>
          </rdf:li>
        </rdf:Bag>
      </pdfaExtension:schemas>
    </rdf:Description>`
