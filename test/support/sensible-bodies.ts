/** Send bodies as a sensible user writes them: what only the user knows, and nothing that the product can find out. */
import * as fc from 'fast-check'
import { identityOfVat } from '../../src/values/vat-number.ts'
import type { Body, Tenant, TestApp } from './app.ts'

/** Companies of each country: one that sends, one that buys, and the standard rate. */
export const countries = {
  AT: { seller: 'ATU12345675', buyer: 'ATU10223006', rate: 20 },
  BE: { seller: 'BE0403019261', buyer: 'BE0417497106', rate: 21 },
  DE: { seller: 'DE811569869', buyer: 'DE136695976', rate: 19 },
  DK: { seller: 'DK13585628', buyer: 'DK25313763', rate: 25 },
  ES: { seller: 'ESA28015865', buyer: 'ESB58818501', rate: 21 },
  FR: { seller: 'FR40303265045', buyer: 'FR83404833048', rate: 20 },
  GR: { seller: 'EL094014201', buyer: 'EL094259216', rate: 24 },
  IT: { seller: 'IT01234567897', buyer: 'IT09876543217', rate: 22 },
  NL: { seller: 'NL004495445B01', buyer: 'NL810433941B01', rate: 21 },
  NO: { seller: 'NO974760673MVA', buyer: 'NO923609016MVA', rate: 25 },
  PL: { seller: 'PL5260001246', buyer: 'PL7740001454', rate: 23 },
  SE: { seller: 'SE556703748501', buyer: 'SE556036079301', rate: 25 },
} as const

export type Country = keyof typeof countries
export const countryCodes = Object.keys(countries) as Country[]

export const categories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
export type Category = (typeof categories)[number]

/** Eight kinds of document: types, subtypes, and what the buyer writes for the seller. */
export const kinds = {
  invoice: { type: 'invoice' },
  prepayment: { type: 'invoice', documentSubtype: 'PREPAYMENT_INVOICE' },
  factored: { type: 'invoice', documentSubtype: '393' },
  partial: { type: 'invoice', documentSubtype: '875' },
  'self-billed': { type: 'invoice', selfBilled: true },
  'final construction invoice': { type: 'invoice', documentSubtype: '877' },
  'credit note': { type: 'credit-note' },
  'debit note': { type: 'debit-note' },
} as const
export type Kind = keyof typeof kinds

export const CONTACT = { name: 'Accounts', phone: '+49 30 1234567', email: 'accounts@company.example' }

export const peppolIdOf = (vatNumber: string): string => {
  const identity = identityOfVat(vatNumber)
  if (typeof identity === 'string') throw new Error(`${vatNumber} is no VAT number.`)
  return identity.peppolId
}

let made = 0

export interface Sensible {
  from: Country
  to: Country
  kind?: Kind
  category?: Category
  /** Beyond what every body says. */
  document?: object
}

/** Greek law puts the tax number and the date into the number, and the tax office gives each invoice one of its own. */
const greek = (issueDate: string): object => ({
  number: `${countries.GR.seller.slice(2)}|${issueDate.split('-').toReversed().join('/')}|0|1.1|A|${made}`,
  attachments: [{ reference: '400001234', description: '##M.AR.K##' }],
})

export const bodyOf = ({ from, to, kind = 'invoice', category = 'S', document = {} }: Sensible): Body => {
  made += 1
  const issueDate = '2026-11-20'
  const credits = kinds[kind].type === 'credit-note'
  return {
    ...kinds[kind],
    from: peppolIdOf(countries[from].seller),
    to: peppolIdOf(countries[to].buyer),
    document: {
      number: `S-${made}`,
      issueDate,
      buyerReference: 'PO-1',
      paymentIban: 'BE68539007547034',
      ...(credits ? { billingReference: 'F-1', billingReferenceDate: '2026-10-01' } : { dueDate: '2026-12-20' }),
      lines: [
        {
          description: 'Work',
          quantity: 2,
          unitPrice: 10.5,
          ...(category === 'S' ? { vatRate: countries[from].rate } : { vatCategory: category }),
        },
      ],
      ...(from === 'GR' && greek(issueDate)),
      ...document,
    },
  }
}

/** A sender of each country, in an organization of its own. */
export const startSenders = async (app: TestApp): Promise<Record<Country, Tenant>> => {
  const senders: Partial<Record<Country, Tenant>> = {}
  for (const country of countryCodes) {
    const tenant = await app.tenant('white_label')
    const { status, body } = await tenant.post('/v1/companies', {
      vatNumber: countries[country].seller,
      settings: { contact: CONTACT },
    })
    if (status >= 300) throw new Error(JSON.stringify(body))
    senders[country] = tenant
  }
  await app.platform.runner?.settle()
  return senders as Record<Country, Tenant>
}

/** What the French list of types does not have (BR-FR-04). */
const unknownInFrance = new Set<Kind>(['partial', 'final construction invoice', 'debit note'])

/** A number as a program computes it in binary fractions. */
const computed = fc
  .tuple(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom(0.1, 0.07, 1.1, 3))
  .map(([count, factor]) => count * factor)

/** Bodies of all countries, kinds and categories that the law knows together. */
export const sensibleBodies: fc.Arbitrary<Sensible> = fc
  .record({
    from: fc.constantFrom(...countryCodes),
    to: fc.constantFrom(...countryCodes),
    kind: fc.constantFrom(...(Object.keys(kinds) as Kind[])),
    category: fc.constantFrom(...categories),
    quantity: computed,
    unitPrice: computed,
    discount: fc.option(computed, { nil: undefined }),
    currency: fc.constantFrom(undefined, undefined, 'EUR', 'national'),
  })
  // Goods go from one country to another. A Greek number names the seller's tax number, which has no place outside VAT.
  .filter(({ from, to, category, kind }) => {
    if (from === 'FR' && to === 'FR' && unknownInFrance.has(kind)) return false
    const [seller, buyer] = kind === 'self-billed' ? [to, from] : [from, to]
    if (kind === 'self-billed' && (seller === 'GR' || from === 'GR' || from === 'IT')) return false
    return (category !== 'K' || seller !== buyer) && (category !== 'O' || (from !== 'GR' && to !== 'GR'))
  })
  .map(({ from, to, kind, category, quantity, unitPrice, discount, currency }) => ({
    from,
    to,
    kind,
    category,
    document: {
      ...(currency !== undefined && { currency: currency === 'national' && from === 'DK' ? 'DKK' : 'EUR' }),
      lines: [
        {
          description: 'Work',
          quantity,
          unitPrice,
          ...(category === 'S' ? { vatRate: countries[from].rate } : { vatCategory: category }),
          ...(discount !== undefined && { allowances: [{ amount: discount }] }),
        },
      ],
    },
  }))
