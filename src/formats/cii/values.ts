import type { Identifier } from '../invoice.ts'
import type { Value } from '../xml/binding.ts'
import { identifier, text, within } from '../xml/values.ts'

const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const ISO = /^\d{4}-\d{2}-\d{2}$/

/** A day in format 102, `20260131`. Any other format is not a day of the model. */
const day: Value<string> = {
  attributes: ['format'],
  read: (element) => {
    const said = element.text.trim()
    const match = COMPACT.exec(said)
    if (match) return `${match[1]}-${match[2]}-${match[3]}`
    return ISO.test(said) ? said : undefined
  },
  write: (value) => ({ '@format': '102', '#': ISO.test(value) ? value.replaceAll('-', '') : value }),
  neutral: '',
}

export const dateTime = within('udt:DateTimeString', day)
export const qualifiedDateTime = within('qdt:DateTimeString', day)
export const dateOnly = within('udt:DateString', day)

/**
 * Written for an identifier without a scheme; some write schemes here that belong to a GlobalID, and are understood.
 */
export const bareIdentifier: Value<Identifier> = { ...identifier, write: ({ value }) => value }

/** A tax registration under its scheme: VA for VAT, FC for the local tax number. */
export const registration = (scheme: 'VA' | 'FC'): Value<string> => ({
  attributes: ['schemeID'],
  read: text.read,
  write: (value) => ({ '@schemeID': scheme, '#': value }),
})

/** The model says BT-8 in UNCL2005, CII in UNCL2475. */
const TAX_POINTS = new Map([
  ['3', '5'],
  ['35', '29'],
  ['432', '72'],
])
const TAX_POINTS_BACK = new Map([...TAX_POINTS].map(([model, cii]) => [cii, model]))

export const taxPoint: Value<string> = {
  attributes: [],
  read: ({ text }) => TAX_POINTS_BACK.get(text.trim()) ?? (text.trim() || undefined),
  write: (value) => TAX_POINTS.get(value) ?? value,
}
