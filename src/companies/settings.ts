/**
 * The settings of a company that the product acts upon: their forms, and their defaults. Any other setting is the
 * company's own, and has no effect.
 */
import { electronicFormatIBAN } from 'ibantools'
import { z } from 'zod'
import { COLOR, type Look } from '../formats/readable/look.ts'
import { pictureAt } from '../formats/readable/picture.ts'
import { bic, currency, freeObject, iban } from '../kernel/input.ts'
import { limits } from '../values/limits.ts'
import { XML_TEXT } from '../values/text.ts'

type Settings = Readonly<Record<string, unknown>>

const letterhead = z
  .strictObject({
    color: z.string().regex(COLOR).optional(),
    logo: z
      .string()
      .refine((address) => pictureAt(address) !== undefined)
      .transform(pictureAt)
      .optional(),
  })
  .optional()

/** Whom the recipients of invoices may ask (BG-6), in the words of the document. */
const contact = z
  .strictObject({
    name: z.string().trim().min(1).max(limits.nameCharacters).regex(XML_TEXT),
    phone: z.string().trim().min(1).max(50).regex(XML_TEXT).optional(),
    email: z.email().max(254).optional(),
  })
  .optional()

/** The account that invoices ask to be paid to (BT-84), where their bodies name none. */
const account = z
  .strictObject({
    iban: z.preprocess((value) => (typeof value === 'string' ? (electronicFormatIBAN(value) ?? value) : value), iban),
    bic: bic.optional(),
    name: z.string().trim().min(1).max(limits.nameCharacters).regex(XML_TEXT).optional(),
  })
  .optional()

const isSwitch = (value: unknown): boolean => typeof (value ?? true) === 'boolean'

const isGoodReporting = ({ autoReporting = true }: Settings): boolean =>
  typeof autoReporting === 'boolean' ||
  (typeof autoReporting === 'object' &&
    autoReporting !== null &&
    Object.values(autoReporting).every((on) => typeof on === 'boolean'))

/** Of which invoices a collection (212) is reported in France. */
const collectionReportings = ['all', 'vat_on_collection'] as const

/** How a French company declares its VAT, which decides how often it reports. */
const vatRegimes = ['monthly', 'quarterly', 'simplified', 'exempt'] as const
export type VatRegime = (typeof vatRegimes)[number]

export const settingsInput = freeObject
  .refine(({ defaultCurrency }) => (defaultCurrency ?? null) === null || currency.safeParse(defaultCurrency).success, {
    error: 'Expected a currency code of ISO 4217',
    path: ['defaultCurrency'],
    params: { code: 'INVALID_CURRENCY' },
  })
  .refine(({ emailFallback, autoCreatePartners }) => isSwitch(emailFallback) && isSwitch(autoCreatePartners), {
    error: '`emailFallback` and `autoCreatePartners` must be true or false',
  })
  .refine(({ collectionReporting = 'all' }) => collectionReportings.some((one) => one === collectionReporting), {
    error: '`collectionReporting` must be `all` or `vat_on_collection`',
  })
  .refine(({ vatRegime = 'monthly' }) => vatRegimes.some((one) => one === vatRegime), {
    error: '`vatRegime` must be `monthly`, `quarterly`, `simplified` or `exempt`',
  })
  .refine(isGoodReporting, {
    error: '`autoReporting` must be true, false, or an object with one of them for each country, such as {"FR": false}',
  })
  .refine((given) => letterhead.safeParse(given['letterhead']).success, {
    error:
      '`letterhead` must have a `color` such as "#1f4e79" and a `logo`: a data: URL in base64 with a PNG (eight ' +
      'bits per sample, not interlaced) or JPEG (grey or RGB) of at most 32 kB and 2,000 pixels per side',
  })
  .refine((given) => contact.safeParse(given['contact']).success, {
    error: '`contact` must be an object with a `name`, and if wanted a `phone` and an `email`',
  })
  .refine((given) => account.safeParse(given['account']).success, {
    error: '`account` must be an object with a valid `iban`, and if wanted a `bic` and the `name` of its holder',
  })
  .describe(
    'Preferences of the company. `defaultCurrency`: currency of documents that state none (default EUR). ' +
      '`emailFallback`: whether an invoice goes by e-mail when the network cannot deliver it (default ' +
      'false). `autoCreatePartners`: whether an exchange with a new party creates a partner (default ' +
      'true). `autoReporting`: whether reports to authorities are sent automatically: true (default), ' +
      'false, or by country as in `{"FR": false}`. `collectionReporting`: of which invoices the French portal is ' +
      'told ' +
      'the collection (status 212): `all` (default), or `vat_on_collection` for those whose VAT is due when it is ' +
      'paid. `vatRegime`: how a French company declares its VAT, which decides the periods of e-reporting: `monthly` ' +
      '(default), `quarterly`, `simplified` or `exempt`. `contact`: `name`, `phone` and `email` of ' +
      'the contact on the invoices of the company, which Germany requires. `account`: `iban`, `bic` and `name` of the ' +
      'bank account on invoices whose bodies say no means of payment. `letterhead`: colour and logo of the readable views of ' +
      'its documents, as in `{"color": "#1f4e79", "logo": "data:image/png;base64,…"}`.',
  )

interface WithSettings {
  settings: unknown
}

const settingsOf = ({ settings }: WithSettings): Settings => (settings ?? {}) as Settings

export const defaultCurrencyOf = (company: WithSettings): string =>
  String(settingsOf(company)['defaultCurrency'] ?? 'EUR')

/** Whom the recipients of invoices may ask, where the body of one does not say it. */
export const contactOf = (company: WithSettings): { contact?: { name: string; phone?: string; email?: string } } => {
  const { data } = contact.safeParse(settingsOf(company)['contact'])
  return data ? { contact: data as { name: string; phone?: string; email?: string } } : {}
}

/** Where the recipients of invoices pay, where the body of one does not say it. */
export const accountOf = (company: WithSettings): { iban: string; bic?: string; name?: string } | undefined => {
  const { account: given } = settingsOf(company)
  // Lists ask this of each of their companies.
  return given === undefined ? undefined : (account.safeParse(given).data as { iban: string } | undefined)
}

export const allowsEmail = (company: WithSettings): boolean => settingsOf(company)['emailFallback'] === true

export const wantsPartners = (company: WithSettings): boolean => settingsOf(company)['autoCreatePartners'] !== false

/** Whether the documents of the company are reported to the authority of a country without being asked to. */
export const reportsByItself = (company: WithSettings, country: string): boolean => {
  const { autoReporting = true } = settingsOf(company) as {
    autoReporting?: boolean | Readonly<Record<string, boolean>>
  }
  return typeof autoReporting === 'boolean' ? autoReporting : (autoReporting[country] ?? true)
}

export const reportsEveryCollection = (company: WithSettings): boolean =>
  settingsOf(company)['collectionReporting'] !== 'vat_on_collection'

/** The regime that reports most often, unless the company says otherwise. */
export const vatRegimeOf = (company: WithSettings): VatRegime =>
  vatRegimes.find((one) => one === settingsOf(company)['vatRegime']) ?? 'monthly'

/** The look of the readable documents that the company sends. */
export const lookOf = (company: WithSettings): Look =>
  letterhead.safeParse(settingsOf(company)['letterhead']).data ?? {}
