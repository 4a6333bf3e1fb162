/**
 * The settings of a company that the product acts upon: their forms, and their defaults. Any other setting is the
 * company's own, and has no effect.
 */
import { z } from 'zod'
import { COLOR, type Look } from '../formats/readable/look.ts'
import { pictureAt } from '../formats/readable/picture.ts'
import { currency, freeObject } from '../kernel/input.ts'

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

const isSwitch = (value: unknown): boolean => typeof (value ?? true) === 'boolean'

const isGoodReporting = ({ autoReporting = true }: Settings): boolean =>
  typeof autoReporting === 'boolean' ||
  (typeof autoReporting === 'object' &&
    autoReporting !== null &&
    Object.values(autoReporting).every((on) => typeof on === 'boolean'))

export const settingsInput = freeObject
  .refine(({ defaultCurrency }) => (defaultCurrency ?? null) === null || currency.safeParse(defaultCurrency).success, {
    error: 'Expected a currency code of ISO 4217',
    path: ['defaultCurrency'],
    params: { code: 'INVALID_CURRENCY' },
  })
  .refine(({ emailFallback, autoCreatePartners }) => isSwitch(emailFallback) && isSwitch(autoCreatePartners), {
    error: '`emailFallback` and `autoCreatePartners` are true or false',
  })
  .refine(isGoodReporting, {
    error: '`autoReporting` is true, false, or one of them for each country, such as {"FR": false}',
  })
  .refine((given) => letterhead.safeParse(given['letterhead']).success, {
    error:
      '`letterhead` has a `color` such as "#1f4e79" and a `logo`, a data: address in base64 of a PNG (eight bits a ' +
      'sample, not interlaced) or JPEG (grey or RGB) of at most 32 kB and 2,000 pixels a side',
  })
  .describe(
    'Sending preferences. `defaultCurrency`: the currency of what is sent without one (EUR). `emailFallback`: ' +
      'whether an invoice that the network cannot deliver goes by e-mail (false). `autoCreatePartners`: whether ' +
      'exchanges make partners (true). `autoReporting`: whether authorities are told by themselves (true, false, or ' +
      '`{"FR": false}`). `letterhead`: the colour and the logo of what people read of its documents (' +
      '`{"color": "#1f4e79", "logo": "data:image/png;base64,…"}`).',
  )

interface WithSettings {
  settings: unknown
}

const settingsOf = ({ settings }: WithSettings): Settings => (settings ?? {}) as Settings

export const defaultCurrencyOf = (company: WithSettings): string =>
  String(settingsOf(company)['defaultCurrency'] ?? 'EUR')

export const allowsEmail = (company: WithSettings): boolean => settingsOf(company)['emailFallback'] === true

export const wantsPartners = (company: WithSettings): boolean => settingsOf(company)['autoCreatePartners'] !== false

/** Whether the documents of the company are reported to the authority of a country without being asked to. */
export const reportsByItself = (company: WithSettings, country: string): boolean => {
  const { autoReporting = true } = settingsOf(company) as {
    autoReporting?: boolean | Readonly<Record<string, boolean>>
  }
  return typeof autoReporting === 'boolean' ? autoReporting : (autoReporting[country] ?? true)
}

/** The look of the readable documents that the company sends. */
export const lookOf = (company: WithSettings): Look =>
  letterhead.safeParse(settingsOf(company)['letterhead']).data ?? {}
