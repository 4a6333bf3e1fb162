/** What Peppol BIS Billing and Peppol BIS Self-Billing say differently, for UBL. */
import type { CheckedDocument } from '../checked-document.ts'
import { value } from '../path.ts'

/** What billing and self-billing say differently. */
export type Billing = {
  /** What a specification identifier starts with. */
  readonly customization: string
  /** The process number of a profile identifier: 01, 02, or undefined for one that is not approved. */
  readonly process: (profile: string) => string | undefined
  /** The processes in which the types are asked. */
  readonly processesOfTypes: readonly string[]
  readonly invoiceTypes: ReadonlySet<string>
  readonly creditNoteTypes: ReadonlySet<string>
  /** Types that only two German parties may use. */
  readonly germanTypes: ReadonlySet<string>
  readonly identifiers: readonly string[]
  /** The VAT of a group of the breakdown is in the currency of the invoice (R051), as every other amount. */
  readonly asksCurrencyOfSubtotals: boolean
}

const codes = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const numbered = (list: string): readonly string[] => list.split(' ').map((number) => `PEPPOL-COMMON-R${number}`)

const frenchProcesses = ['urn:peppol:france:billing:regulated', 'urn:peppol:france:billing:non-regulated']
const withResponse = 'urn:peppol:bis:billing_with_response'

export const billing: Billing = {
  customization: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  process: (profile) =>
    profile === 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0' || frenchProcesses.includes(profile)
      ? '01'
      : profile === withResponse
        ? '02'
        : undefined,
  processesOfTypes: ['01', '02'],
  invoiceTypes: codes(
    '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877',
  ),
  creditNoteTypes: codes('381 396 81 83 532'),
  germanTypes: codes('326 384'),
  identifiers: numbered('040 041 042 052 053 043 044 045 046 047 049 050 054 055 056-1 056-2 057'),
  asksCurrencyOfSubtotals: true,
}

export const selfBilling: Billing = {
  customization: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0',
  process: (profile) =>
    profile === 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0' || frenchProcesses.includes(profile)
      ? '01'
      : profile === withResponse
        ? '02'
        : undefined,
  processesOfTypes: ['01'],
  invoiceTypes: codes('389 527'),
  creditNoteTypes: codes('261'),
  germanTypes: new Set(),
  identifiers: numbered('040 041 042 052 053 043 044 045 046 047 049 050 054 055 056-1 056-2 057'),
  asksCurrencyOfSubtotals: false,
}

export const processOf = (billing: Billing, { root }: CheckedDocument): string | undefined =>
  billing.process(value(root, 'cbc:ProfileID'))
