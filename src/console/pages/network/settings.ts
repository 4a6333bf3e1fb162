/** What a company has set, beside what a page changes of it. */
import type { CompanySettingsQuery } from '#operations'

export type SettledCompany = NonNullable<CompanySettingsQuery['company']>

export const settingsOf = ({ settings }: SettledCompany): Readonly<Record<string, unknown>> =>
  (settings ?? {}) as Readonly<Record<string, unknown>>
