import type { XmlElement } from '../formats/xml/tree.ts'
import { text, value } from './path.ts'
import type { ProfileName } from './profiles.ts'

/** What decides which rules a document of one kind must keep. */
type Claims = {
  /** The specification that the document says it follows (BT-24), or that of an order or response. */
  readonly specification: string
  /** The process it says it belongs to (BT-23). */
  readonly process: string
  readonly seller: string | undefined
  readonly buyer: string | undefined
}

type ProfileChoice = { readonly profile: ProfileName; readonly when: (claims: Claims) => boolean }
type DocumentForm = {
  readonly specification: string
  readonly process: string
  readonly seller?: string
  readonly buyer?: string
  readonly choices: readonly ProfileChoice[]
}

const always = (): boolean => true
const follows =
  (specification: string) =>
  (claims: Claims): boolean =>
    claims.specification.includes(specification)

const BILLING = 'urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const SELF_BILLING = 'urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0'

/** France asks its rules of what is traded inside France, whatever specification the invoice names. */
const isFrench = ({ specification, process, seller, buyer }: Claims): boolean =>
  specification.includes('urn:peppol:france:billing:') ||
  process.startsWith('urn:peppol:france:billing:') ||
  (seller === 'FR' && buyer === 'FR')

const country = (party: string): string => `${party}/cac:Party/cac:PostalAddress/cac:Country/cbc:IdentificationCode`
const agreement = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement'
const context = 'rsm:ExchangedDocumentContext'

const ublInvoice: DocumentForm = {
  specification: 'cbc:CustomizationID',
  process: 'cbc:ProfileID',
  seller: country('cac:AccountingSupplierParty'),
  buyer: country('cac:AccountingCustomerParty'),
  choices: [
    { profile: 'en16931-ubl', when: always },
    { profile: 'peppol-ubl', when: follows(BILLING) },
    { profile: 'peppol-ubl-sb', when: follows(SELF_BILLING) },
    { profile: 'ublbe', when: follows('urn:UBL.BE:') },
    { profile: 'fr-flux2-ubl', when: isFrench },
  ],
}

/** The documents that have rules, by their root element. */
const kinds: Readonly<Record<string, DocumentForm>> = {
  'inv:Invoice': ublInvoice,
  'cn:CreditNote': ublInvoice,
  'rsm:CrossIndustryInvoice': {
    specification: `${context}/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID`,
    process: `${context}/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID`,
    seller: `${agreement}/ram:SellerTradeParty/ram:PostalTradeAddress/ram:CountryID`,
    buyer: `${agreement}/ram:BuyerTradeParty/ram:PostalTradeAddress/ram:CountryID`,
    choices: [
      { profile: 'en16931-cii', when: always },
      { profile: 'peppol-cii', when: follows(BILLING) },
      { profile: 'fr-flux2-cii', when: isFrench },
    ],
  },
  'cdar:CrossDomainAcknowledgementAndResponse': {
    specification: 'cdar:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID',
    process: 'cdar:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID',
    choices: [{ profile: 'fr-cdv', when: always }],
  },
  // E-reporting to the French authorities; its names are in no namespace.
  Report: {
    specification: 'TransactionsReport/Invoice/BusinessProcess/TypeID',
    process: 'ReportDocument/TypeCode',
    choices: [{ profile: 'fr-flux10', when: always }],
  },
  'order:Order': {
    specification: 'cbc:CustomizationID',
    process: 'cbc:ProfileID',
    choices: [{ profile: 'peppol-t01', when: always }],
  },
  'orderresponse:OrderResponse': {
    specification: 'cbc:CustomizationID',
    process: 'cbc:ProfileID',
    // Advanced ordering answers by a specification of its own.
    choices: [
      { profile: 'peppol-t76', when: ({ specification }) => !specification.includes('order_response_advanced') },
    ],
  },
  'response:ApplicationResponse': {
    specification: 'cbc:CustomizationID',
    process: 'cbc:ProfileID',
    choices: [
      { profile: 'peppol-t111', when: follows('urn:fdc:peppol.eu:poacc:trns:invoice_response:3') },
      { profile: 'peppol-mls', when: follows('urn:peppol:edec:mls') },
    ],
  },
}

/** The profiles that a document asks to be tested against; none for a document that has no rules here. */
export const profilesFor = (root: XmlElement): ProfileName[] => {
  const kind = kinds[root.qname]
  if (kind === undefined) return []
  const claims: Claims = {
    specification: value(root, kind.specification),
    process: value(root, kind.process),
    seller: kind.seller && text(root, kind.seller),
    buyer: kind.buyer && text(root, kind.buyer),
  }
  return kind.choices.filter(({ when }) => when(claims)).map(({ profile }) => profile)
}
