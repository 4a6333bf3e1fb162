import { ZERO, sum, type Decimal } from '../../values/money.ts'
import type { Delivery, Invoice, Note, PaymentMeans, PrecedingInvoice, VatSubtotal } from '../invoice.ts'
import { noteOf, textOfNote } from '../note.ts'
import { isFrench, isPeppol, profiles, type InvoiceProfile } from '../profiles.ts'
import { toHundredths, totalsOf, vatBreakdown, type Exemption } from '../totals.ts'
import type { InvoiceBody } from './body.ts'
import { CHARGE, DISCOUNT, categoryOf, documentAllowanceOf } from './draft-allowance.ts'
import { attachmentOf } from './draft-attachment.ts'
import { lineOf } from './draft-line.ts'
import { partiesOf, type KnownParty } from './draft-party.ts'
import { present } from './present.ts'
import { typeCodeOf, type TypeQuestion } from './types.ts'

interface BankAccount {
  iban: string
  bic?: string
  name?: string
}

export type InvoiceDraft = TypeQuestion & {
  document: InvoiceBody
  /** What the platform knows of the two parties; the body's `parties` go before it. */
  seller: KnownParty
  buyer: KnownParty
  profile: InvoiceProfile
  defaultCurrency?: string
  /** Where the seller wants to be paid, if the body does not say it. */
  account?: BankAccount | undefined
}

/** A JSON body as an invoice: lines computed, VAT broken down, totals summed. Pure and total. */
export const draftInvoice = (input: InvoiceDraft): Invoice => {
  const { document, profile } = input
  const currency = document.currency ?? input.defaultCurrency ?? 'EUR'
  const lines = document.lines.map((line, index) => lineOf(line, index))
  const net = sum(lines.map((line) => line.net))
  const allowances = (document.allowances ?? []).map((given) => documentAllowanceOf(given, net, DISCOUNT))
  const charges = (document.charges ?? []).map((given) => documentAllowanceOf(given, net, CHARGE))
  const breakdown = vatBreakdown({ lines, allowances, charges }, exemptionsIn(document))
  const vatCurrency = document.vatCurrency === currency ? undefined : document.vatCurrency
  const vat = sum(breakdown.map((subtotal) => subtotal.vat))
  const isIntraCommunity = breakdown.some(({ category }) => category === 'K')
  const outsideVat = breakdown.some(({ category }) => category === 'O')
  const parties = partiesOf(document.parties ?? [], input, outsideVat)
  return present({
    ...references(document),
    typeCode: typeCodeOf(input) ?? input.documentSubtype ?? '',
    currency,
    vatCurrency,
    ...profileTerms(document, profile),
    precedingInvoices: precedingInvoices(document),
    ...parties,
    delivery: deliveryOf(document, parties, isIntraCommunity),
    period: document.period && present(document.period),
    ...paymentOf(input, currency, parties.seller.address?.country),
    allowances,
    charges,
    totals: totalsOf(
      { lines, allowances, charges, vatBreakdown: breakdown },
      {
        prepaid: document.prepaidAmount,
        rounding: document.roundingAmount,
        vatInVatCurrency: vatCurrency === undefined ? undefined : inVatCurrency(document, vat),
      },
    ),
    vatBreakdown: isGerman(parties) ? breakdown.map(withRate) : breakdown,
    attachments: (document.attachments ?? []).map(attachmentOf),
    lines,
  })
}

const isGerman = ({ seller, buyer }: Pick<Invoice, 'seller' | 'buyer'>): boolean =>
  seller.address?.country === 'DE' && buyer.address?.country === 'DE'

/** Between German parties a breakdown outside the scope of VAT says a rate, too (DE-R-014). */
const withRate = (subtotal: VatSubtotal): VatSubtotal => ({ ...subtotal, rate: subtotal.rate ?? ZERO })

const profileTerms = (document: InvoiceBody, profile: InvoiceProfile) => ({
  specification: profiles[profile].specification,
  process: document.businessProcess ?? processOf(profile),
  notes: notesOf(document, profile),
})

const references = (document: InvoiceBody) => ({
  number: document.number,
  issueDate: document.issueDate,
  taxPointDate: document.taxPointDate,
  taxPointCode: document.taxPointCode,
  dueDate: document.dueDate,
  buyerReference: document.buyerReference,
  projectReference: document.projectReference,
  contractReference: document.contractReference,
  orderReference: document.orderReference,
  salesOrderReference: document.salesOrderReference,
  receivingAdviceReference: document.receivingAdviceReference,
  despatchAdviceReference: document.despatchAdviceReference,
  tenderReference: document.tenderReference,
  invoicedObject: document.invoicedObject,
  buyerAccountingReference: document.buyerAccountingReference,
  paymentTerms: document.paymentTerms,
})

const processOf = (profile: InvoiceProfile): string | undefined => {
  const chosen = profiles[profile]
  return 'process' in chosen ? chosen.process : undefined
}

/** The mentions the French commercial code prescribes on every invoice (BR-FR-05), as the law words them by default. */
const frenchMentions: readonly Note[] = [
  { subject: 'PMT', text: 'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 €.' },
  { subject: 'PMD', text: "Pénalités de retard : trois fois le taux d'intérêt légal." },
  { subject: 'AAB', text: "Pas d'escompte pour paiement anticipé." },
]

const notesOf = ({ note, notes = [] }: InvoiceBody, profile: InvoiceProfile): Note[] => {
  const all = [...(note === undefined ? [] : [{ text: note }]), ...notes.map((entry): Note => present(entry))]
  // Peppol takes one note (PEPPOL-EN16931-R002): each keeps its subject in the text.
  const given = isPeppol(profile) && all.length > 1 ? [{ text: all.map(textOfNote).join('\n') }] : all
  const said = given.map((entry) => (entry.subject === undefined ? noteOf(entry.text) : entry))
  return isFrench(profile)
    ? [...said, ...frenchMentions.filter(({ subject }) => !said.some((entry) => entry.subject === subject))]
    : said
}

const precedingInvoices = ({
  billingReference,
  billingReferenceDate,
  precedingInvoices = [],
}: InvoiceBody): PrecedingInvoice[] => [
  ...(billingReference === undefined ? [] : [present({ number: billingReference, issueDate: billingReferenceDate })]),
  ...precedingInvoices.map((entry): PrecedingInvoice => present(entry)),
]

/**
 * An intra-Community supply says when and to which country it goes (BR-IC-11, BR-IC-12). Where the body does not, it
 * went to the buyer's country on the day of the invoice: the law asks for another day only where there is one.
 */
const deliveryOf = (
  document: InvoiceBody,
  { seller, buyer }: Pick<Invoice, 'seller' | 'buyer'>,
  isIntraCommunity: boolean,
): Delivery | undefined => {
  const said = document.delivery && (present(document.delivery) as Delivery)
  if (!isIntraCommunity) return said
  // Within one country it is none, unless the body says that it went to another.
  const elsewhere = buyer.address?.country === seller.address?.country ? undefined : buyer.address?.country
  const country = said?.address?.country ?? elsewhere
  const date = said?.date ?? (document.period ? undefined : (document.taxPointDate ?? document.issueDate))
  return present({ ...said, date, address: country === undefined ? said?.address : { ...said?.address, country } })
}

/**
 * UNCL4461: 58 SEPA credit transfer, 30 credit transfer, 48 card, 59 SEPA direct debit, 1 not defined. Denmark does not
 * use 30 (DK-R-005): an IBAN is 58 in every currency there, an account with its registration number is 42.
 */
const transferCode = (account: string, currency: string, country: string | undefined): string => {
  if (country === 'DK') return /^[A-Z]{2}\d{2}/.test(account) ? '58' : '42'
  return currency === 'EUR' ? '58' : '30'
}

const meansCode = (
  means: Omit<PaymentMeans, 'code'>,
  { currency, mandate, country }: { currency: string; mandate: boolean; country: string | undefined },
): string => {
  if (means.cardNumber !== undefined) return '48'
  if (means.debitedAccount !== undefined || (mandate && means.account === undefined)) return '59'
  return means.account === undefined ? '1' : transferCode(means.account, currency, country)
}

/** What the body says; else the account of the seller, to whom a credit note asks nobody to pay. */
const meansOf = ({ type, document, account }: InvoiceDraft): NonNullable<InvoiceBody['paymentMeans']> => {
  const given = [
    ...(document.paymentIban === undefined ? [] : [{ iban: document.paymentIban }]),
    ...(document.paymentMeans ?? []),
  ]
  const isAsked = given.length === 0 && type !== 'credit-note' && document.mandateReference === undefined
  return isAsked && account ? [present({ iban: account.iban, bic: account.bic, accountName: account.name })] : given
}

const paymentOf = (input: InvoiceDraft, currency: string, country: string | undefined) => {
  const { document } = input
  const mandate = document.mandateReference !== undefined
  const given = meansOf(input)
  if (given.length === 0 && (mandate || document.paymentReference !== undefined)) given.push({})
  const paymentMeans = given.map(
    ({ iban, debitedIban, code, ...rest }: NonNullable<InvoiceBody['paymentMeans']>[number]): PaymentMeans => {
      const means = present({
        ...rest,
        account: iban?.replaceAll(' ', ''),
        debitedAccount: debitedIban?.replaceAll(' ', ''),
      })
      return { code: code ?? meansCode(means, { currency, mandate, country }), ...means }
    },
  )
  return {
    paymentMeans,
    paymentReference: document.paymentReference,
    mandateReference: document.mandateReference,
    creditorIdentifier: document.creditorIdentifier,
  }
}

const exemptionsIn = ({ lines, allowances = [], charges = [] }: InvoiceBody): Exemption[] =>
  [...lines, ...allowances, ...charges].map((entry) => ({
    category: categoryOf(entry),
    reason: entry.vatExemptionReason,
    code: entry.vatExemptionCode,
  }))

const inVatCurrency = ({ vatAmountInVatCurrency, vatExchangeRate }: InvoiceBody, vat: Decimal): Decimal | undefined =>
  vatAmountInVatCurrency ??
  (vatExchangeRate ? toHundredths(vat.times(vatExchangeRate)) : vat.eq(ZERO) ? ZERO : undefined)
