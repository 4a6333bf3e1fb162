/** What a document says it conforms to (BT-24) and the process it belongs to (BT-23, UBL ProfileID). */
type Profile = { readonly specification: string; readonly process?: string }

const EN = 'urn:cen.eu:en16931:2017'

export const profiles = {
  en16931: { specification: EN },
  'peppol-billing': {
    specification: `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  },
  'peppol-selfbilling': {
    specification: `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0`,
    process: 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0',
  },
  // The French "cadre de facturation" stands in BT-23; M1, goods and services, claims the least. A body may say
  // another.
  'france-cius': { specification: `${EN}#compliant#urn:peppol:france:billing:cius:1.0`, process: 'M1' },
  'france-extended': { specification: `${EN}#conformant#urn:peppol:france:billing:extended:1.0`, process: 'M1' },
  // The plain norm as France uses it between its own platforms.
  'france-en16931': { specification: EN, process: 'M1' },
  'peppol-order': {
    specification: 'urn:fdc:peppol.eu:poacc:trns:order:3',
    process: 'urn:fdc:peppol.eu:poacc:bis:ordering:3',
  },
  'peppol-order-response': {
    specification: 'urn:fdc:peppol.eu:poacc:trns:order_response:3',
    process: 'urn:fdc:peppol.eu:poacc:bis:ordering:3',
  },
  'peppol-invoice-response': {
    specification: 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3',
    process: 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
  },
  'peppol-mlr': { specification: 'urn:fdc:peppol.eu:poacc:trns:mlr:3', process: 'urn:fdc:peppol.eu:poacc:bis:mlr:3' },
  'peppol-mls': { specification: 'urn:peppol:edec:mls:1.0', process: 'urn:peppol:edec:mls' },
  // Peppol has no quotation and no request for one: plain UBL, exchanged between parties of one platform.
  'ubl-quotation': { specification: 'urn:oasis:names:specification:ubl:schema:xsd:Quotation-2' },
  'ubl-request-for-quotation': { specification: 'urn:oasis:names:specification:ubl:schema:xsd:RequestForQuotation-2' },
} as const satisfies Record<string, Profile>

export type ProfileName = keyof typeof profiles
export type InvoiceProfile =
  'en16931' | 'peppol-billing' | 'peppol-selfbilling' | 'france-cius' | 'france-extended' | 'france-en16931'

export const isPeppol = (profile: InvoiceProfile): boolean => profile.startsWith('peppol-')
export const isFrench = (profile: InvoiceProfile): boolean => profile.startsWith('france-')
