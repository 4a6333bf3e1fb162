import type { XmlElement } from '../xml/tree.ts'
import type { Header } from './header.ts'

/** How the network calls a document: its type, its process and what the header says of its syntax. */
type NetworkType = Required<Pick<Header, 'documentType' | 'process'>> &
  Pick<Header, 'standard' | 'typeVersion' | 'type'>

const FRENCH = 'urn:peppol:france:billing:'
/** In France BT-23 is the "cadre de facturation" and no process of the network. */
const FRENCH_PROCESS = `${FRENCH}regulated`

/** What the envelope of a document has to say of it. Undefined where it does not name a specification and a process. */
export const networkTypeOf = (root: XmlElement): NetworkType | undefined => {
  const context = root.first('rsm:ExchangedDocumentContext') ?? root.first('cdar:ExchangedDocumentContext')
  const cefact = context !== undefined
  const specification = textOf(
    cefact
      ? context.first('ram:GuidelineSpecifiedDocumentContextParameter')?.first('ram:ID')
      : root.first('cbc:CustomizationID'),
  )
  const said = textOf(
    cefact
      ? context.first('ram:BusinessProcessSpecifiedDocumentContextParameter')?.first('ram:ID')
      : root.first('cbc:ProfileID'),
  )
  const french = specification?.includes(FRENCH) ?? false
  const process = french ? FRENCH_PROCESS : said
  if (specification === undefined || process === undefined) return undefined
  const { namespace, name } = root.names
  const typeVersion = cefact ? (french ? 'D22B' : 'D16B') : '2.1'
  return {
    documentType: {
      value: `${namespace}::${name}##${specification}::${typeVersion}`,
      scheme: specification.startsWith('urn:peppol:pint:') ? 'peppol-doctype-wildcard' : 'busdox-docid-qns',
    },
    process: { value: process, scheme: 'cenbii-procid-ubl' },
    standard: namespace,
    typeVersion,
    type: name,
  }
}

const textOf = (element: XmlElement | undefined): string | undefined => element?.text.trim() || undefined
