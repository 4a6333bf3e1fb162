import * as fc from 'fast-check'
import { invoiceBody } from '../../src/formats/json/body.ts'
import { draftInvoice, type InvoiceDraft } from '../../src/formats/json/draft.ts'
import type { KnownParty } from '../../src/formats/json/draft-party.ts'
import type { InvoiceProfile } from '../../src/formats/profiles.ts'
import { dayOf } from '../../src/values/dates.ts'

/** Send bodies of every kind: all VAT categories, currencies of 0, 2 and 3 decimals, types and subtypes. */

const seller: KnownParty = {
  name: 'Vendeur & Fils SA',
  vatNumber: 'BE0987654394',
  legalId: { value: '0987654394', scheme: '0208' },
  electronicAddress: { scheme: '0208', value: '0987654394' },
  identifiers: [],
  address: { street: 'Rue <Haute> 2', city: 'Gent', postalCode: '9000', country: 'BE' },
}
const buyer: KnownParty = {
  name: 'Acheteur "du" Coin',
  vatNumber: 'FR37200000008',
  electronicAddress: { scheme: '0009', value: '20000000800012' },
  identifiers: [{ value: 'C-77' }],
  address: { street: '1 rue Basse', city: 'Lyon', postalCode: '69001', country: 'FR' },
}

const decimal = (integers: number, decimals: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: 10 ** integers - 1 }), fc.integer({ min: 0, max: 10 ** decimals - 1 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(decimals, '0')}`)
const signed = (value: fc.Arbitrary<string>) =>
  fc.tuple(fc.constantFrom('', '', '', '-'), value).map(([sign, text]) => sign + text)
const quantity = signed(fc.oneof(fc.integer({ min: 1, max: 5_000 }).map(String), decimal(3, 4)))
const unitPrice = signed(fc.oneof(decimal(4, 2), decimal(2, 4), decimal(7, 2)))
const text = fc.oneof(
  fc.constantFrom('Widget', 'Été à «Ženeva» <b>&amp;', 'Ελληνικά 漢字 😀'),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((value) => /^[^\p{C}\s][^\p{C}]*[^\p{C}\s]$/u.test(value)),
)
/** Three characters between the first two `#` would be read as a subject code (BR-CL-08). */
const note = text.filter((value) => !/^[^#]*#[^#]{3}#/u.test(value))
const day = fc
  .integer({ min: 0, max: 700 })
  .map((offset) => dayOf(new Date(Date.UTC(2026, 0, 1) + offset * 86_400_000)))

/** Nothing outside the scope of VAT stands beside something inside it (BR-O-11). */
const inScope = ['S', 'S', 'S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'] as const
const vat = (outside: boolean) =>
  outside
    ? fc.record({ vatCategory: fc.constant('O' as const) })
    : fc.constantFrom(...inScope).chain((vatCategory) =>
        fc.record({
          vatCategory: fc.constant(vatCategory),
          ...(['S', 'L', 'M'].includes(vatCategory) ? { vatRate: fc.constantFrom(21, 6, '5.5', 20, '2.1', 7) } : {}),
        }),
      )

const lineAllowance = fc.oneof(
  fc.record({ amount: decimal(2, 2) }),
  fc.record({ percent: fc.constantFrom(5, '12.5', 33) }),
  fc.record({ percent: fc.constant(10), base: decimal(3, 2), reason: fc.constant('Volume') }),
)
const period = fc.tuple(day, day).map((days) => ({ start: days.toSorted()[0] ?? '', end: days.toSorted()[1] ?? '' }))

const line = (outside: boolean) =>
  fc.tuple(
    vat(outside),
    fc.record(
      {
        description: text,
        quantity,
        unitPrice,
        unit: fc.constantFrom('C62', 'HUR', 'KGM', 'MON'),
        longDescription: text,
        itemCode: fc.constant('A-1'),
        priceQuantity: fc.constantFrom(1, 10, 100, 3),
        allowances: fc.array(lineAllowance, { maxLength: 2 }),
        charges: fc.array(lineAllowance, { maxLength: 1 }),
        note: text,
        standardItemId: fc.constant({ value: '5987654321098', scheme: '0160' }),
        originCountry: fc.constantFrom('FR', 'CN'),
        attributes: fc.constant([{ name: 'Colour', value: 'Red' }]),
        classifications: fc.constant([{ code: '65434568', list: 'STI' }]),
      },
      { requiredKeys: ['description', 'quantity', 'unitPrice'] },
    ),
  )

const paymentMeans = fc.constantFrom(
  [{ iban: 'BE68 5390 0754 7034', accountName: 'Vendeur', bic: 'GKCCBEBB' }],
  [{ iban: 'FR7630006000011234567890189' }, { iban: 'BE68539007547034' }],
  [{ code: '48', cardNumber: '1234', cardHolder: 'A. Buyer' }],
  [{ code: '59', debitedIban: 'BE68539007547034' }],
  [{ code: '10', text: 'Cash' }],
)

const document = fc.boolean().chain((outside) =>
  fc
    .tuple(
      fc.array(line(outside), { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(vat(outside), lineAllowance), { maxLength: 2 }),
      fc.array(fc.tuple(vat(outside), lineAllowance), { maxLength: 2 }),
      fc.record(
        {
          issueDate: day,
          currency: fc.constantFrom('EUR', 'EUR', 'USD', 'JPY', 'KWD', 'TND', 'GBP'),
          paymentTerms: text,
          note,
          buyerReference: text,
          billingReference: fc.constant('F-0'),
          billingReferenceDate: day,
          orderReference: fc.constant('PO-1'),
          salesOrderReference: fc.constant('SO-1'),
          contractReference: fc.constant('C-1'),
          projectReference: fc.constant('P-1'),
          invoicedObject: fc.constant({ value: 'meter-1', scheme: 'AVV' }),
          period,
          paymentMeans,
          paymentReference: fc.constant('RF18539007547034'),
          prepaidAmount: decimal(2, 2),
          roundingAmount: fc.constantFrom('0.01', '-0.02', '0.00'),
          mandateReference: fc.constant('M-1'),
          attachments: fc.constant([
            {
              reference: 'A',
              description: 'Timesheet',
              content: 'JVBERi0=',
              mimeType: 'application/pdf',
              filename: 'a.pdf',
            },
          ]),
          parties: fc.constant([
            {
              role: 'payee',
              name: 'Factor',
              identifiers: [{ value: '123456785', scheme: '0060' }],
              legalId: { value: '1' },
            },
            // A tax representative has a VAT number (BR-56), which has no place outside the scope of VAT (BR-O-02).
            ...(outside
              ? []
              : [{ role: 'tax-representative', name: 'Rep', vatNumber: 'FR123', address: { country: 'FR' } }]),
          ]),
        },
        { requiredKeys: ['issueDate', 'currency', 'paymentTerms', 'buyerReference'] },
      ),
      fc.constantFrom(undefined, 'EUR', 'USD', 'SEK'),
    )
    .map(([lines, allowances, charges, rest, vatCurrency]) => ({
      number: 'F-1',
      delivery: {
        name: 'Depot',
        date: rest.issueDate,
        location: { value: '5410000000002', scheme: '0088' },
        address: { street: 'Quai 1', city: 'Lille', country: 'FR' },
      },
      ...rest,
      // It is the date of the reference.
      ...(rest.billingReferenceDate === undefined ? {} : { billingReference: 'F-0' }),
      // A direct debit names its mandate (PEPPOL-EN16931-R061).
      ...(rest.paymentMeans?.some((means) => 'debitedIban' in means) ? { mandateReference: 'M-1' } : {}),
      ...(vatCurrency === undefined || outside ? {} : { vatCurrency, vatExchangeRate: '1.0837' }),
      allowances: allowances.map(([vat, amount]) => ({ ...vat, ...amount })),
      charges: charges.map(([vat, amount]) => ({ ...vat, ...amount })),
      lines: lines.map(([vat, fields]) => ({ ...fields, ...vat })),
    })),
)

type DocumentKind = Pick<InvoiceDraft, 'type' | 'documentSubtype' | 'selfBilled'>

const kinds: readonly DocumentKind[] = [
  { type: 'invoice' },
  { type: 'invoice', documentSubtype: 'PREPAYMENT_INVOICE' },
  { type: 'invoice', documentSubtype: 'CORRECTED_INVOICE' },
  { type: 'invoice', documentSubtype: 'SELF_BILLED_INVOICE' },
  { type: 'invoice', documentSubtype: '326' },
  { type: 'invoice', selfBilled: true },
  { type: 'credit-note' },
  { type: 'debit-note' },
]

/** Peppol takes 326 and 384 between German parties only, and knows 389 as self-billing. */
const isFor =
  (profile: InvoiceProfile) =>
  ({ documentSubtype, selfBilled }: DocumentKind): boolean => {
    if (profile === 'en16931') return true
    const self = selfBilled === true || documentSubtype === 'SELF_BILLED_INVOICE'
    return profile === 'peppol-selfbilling'
      ? self
      : !self && documentSubtype !== 'CORRECTED_INVOICE' && documentSubtype !== '326'
  }

export const bodies = (profile: InvoiceProfile) =>
  fc
    .record({ kind: fc.constantFrom(...kinds.filter(isFor(profile))), document })
    .map(({ kind, document }) => ({ ...kind, document, profile }))

export const draftOf = ({ document, ...rest }: BodyDraft) =>
  draftInvoice({ ...rest, document: invoiceBody.parse(document), seller, buyer })

type BodyDraft = DocumentKind & { document: unknown; profile: InvoiceProfile }
type Generated = ReturnType<typeof bodies> extends fc.Arbitrary<infer Body> ? Body : never
type Taxed = { vatCategory: string; vatRate?: number | string }

const inFrance = (name: string, siren: string): KnownParty => ({
  name,
  vatNumber: `FR00${siren}`,
  legalId: { value: siren, scheme: '0002' },
  identifiers: [{ value: `${siren}00017`, scheme: '0009' }],
  electronicAddress: { value: siren, scheme: '0225' },
  address: { street: '1 rue de Paris', city: 'Paris', postalCode: '75001', country: 'FR' },
})

/** France has rates of its own, and no taxes of the Canary Islands. */
const frenchRates: Readonly<Record<string, string>> = { '21': '20', '6': '10', '7': '2.1' }
const french = <T extends Taxed>(taxed: T): T => ({
  ...taxed,
  ...(['L', 'M'].includes(taxed.vatCategory) ? { vatCategory: 'S' } : {}),
  ...(taxed.vatRate === undefined ? {} : { vatRate: frenchRates[String(taxed.vatRate)] ?? taxed.vatRate }),
})
const unsigned = (amount: string): string => amount.replace(/^-/, '')

/** A body as two French companies would send it: what XP Z12-012 asks beyond the norm. */
const inFrenchTerms = (
  { document, type, documentSubtype, selfBilled }: Generated,
  profile: InvoiceProfile,
): BodyDraft => ({
  type: type === 'debit-note' ? 'invoice' : type,
  ...(documentSubtype === undefined || documentSubtype === '326' ? {} : { documentSubtype }),
  ...(selfBilled === undefined ? {} : { selfBilled }),
  profile,
  document: {
    ...document,
    businessProcess: 'M1',
    dueDate: document.issueDate,
    // A credit note and a correction cite one invoice, with its date.
    billingReference: 'F-0',
    billingReferenceDate: document.issueDate,
    ...(document.currency === 'EUR' ? {} : { vatCurrency: 'EUR', vatExchangeRate: '1.0837' }),
    ...(document.attachments === undefined
      ? {}
      : { attachments: document.attachments.map((file) => ({ ...file, description: 'DOCUMENT_ANNEXE' })) }),
    lines: document.lines.map((line) => ({ ...french(line), unitPrice: unsigned(line.unitPrice) })),
    allowances: document.allowances.map(french),
    charges: document.charges.map(french),
  },
})

export const frenchBodies = (profile: InvoiceProfile) => bodies('en16931').map((body) => inFrenchTerms(body, profile))

export const frenchDraftOf = ({ document, ...rest }: BodyDraft) =>
  draftInvoice({
    ...rest,
    document: invoiceBody.parse(document),
    seller: inFrance('Vendeur & Fils SARL', '100000009'),
    buyer: inFrance('Acheteur "du" Coin', '200000008'),
  })

export { buyer, seller }
