/**
 * The code lists of EN 16931 (release 1.3.16) and of Peppol BIS Billing (2026.5): the published tables beside this file,
 * which say for each code where it is allowed. A table is read when a code is first looked up.
 */
import { readTable } from '../table.ts'
import type { CodeList } from './code-list.ts'

type Edition = 'en16931' | 'peppol'
type Row = Readonly<Record<'code' | 'name' | Edition, string>>

const tables = new Map<string, ReadonlyMap<string, Row>>()

const tableOf = (name: string): ReadonlyMap<string, Row> => {
  const table = tables.get(name) ?? readTable(import.meta.dirname, name, ['code', 'name', 'en16931', 'peppol'])
  tables.set(name, table)
  return table
}

const readWhenNeeded = (read: () => Iterable<string>): CodeList => {
  let known: ReadonlySet<string> | undefined
  const list = {
    get codes() {
      return (known ??= new Set(read()))
    },
    has: (code: string) => list.codes.has(code),
  }
  return list
}

const allowedIn = (edition: Edition, table: string): CodeList =>
  readWhenNeeded(() => [...tableOf(table).values()].filter((row) => row[edition] === 'Y').map(({ code }) => code))

const norm = (table: string): CodeList => allowedIn('en16931', table)
const peppol = (table: string): CodeList => allowedIn('peppol', table)
const whole = (table: string): CodeList => readWhenNeeded(() => readTable(import.meta.dirname, table, ['code']).keys())

export const countries = norm('ISO3166')
export const peppolCountries = peppol('ISO3166')
export const currencies = norm('ISO4217')
export const peppolCurrencies = peppol('ISO4217')
export const units = norm('UNECE-Rec20-21')
export const electronicAddressSchemes = norm('EAS')
export const peppolElectronicAddressSchemes = peppol('EAS')
export const identifierSchemes = norm('ICD')
export const invoiceTypes = whole('UNCL1001-InvoiceTypeCode-EN16931')
export const creditNoteTypes = whole('UNCL1001-CreditNoteTypeCode-EN16931')
export const vatCategories = norm('UNCL5305')
export const exemptionReasons = norm('VATEX')
export const taxPointDates = norm('UNCL2005')
export const paymentMeans = norm('UNCL4461')
export const allowanceReasons = norm('UNCL5189')
export const chargeReasons = norm('UNCL7161')
export const objectIdentifierSchemes = norm('UNCL1153')
export const noteSubjects = norm('UNCL4451-note-subject')
export const itemClassificationSchemes = norm('UNCL7143')
export const attachmentTypes = norm('MIME')

/** The English text of a reason for exemption, if there is one. */
export const exemptionText = (code: string): string | undefined => {
  const row = exemptionReasons.has(code) ? tableOf('VATEX').get(code) : undefined
  return row?.name === '-' ? undefined : row?.name
}
