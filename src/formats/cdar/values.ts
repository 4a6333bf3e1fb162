import type { Value } from '../xml/binding.ts'
import { parseDecimal, type Decimal } from '../../values/money.ts'
import { within } from '../xml/values.ts'

const COMPACT = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/

/** A moment in format 204, `20260131101500`. Any other format is not a moment of the model. */
const moment: Value<string> = {
  attributes: ['format'],
  read: (element) => {
    const match = COMPACT.exec(element.text.trim())
    return match ? `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}` : undefined
  },
  write: (value) => ({ '@format': '204', '#': ISO.test(value) ? value.replace(/[-:T]/g, '') : value }),
}

export const dateAndTime = within('udt:DateTimeString', moment)

const isTrue = (text: string): boolean | undefined =>
  ['true', '1'].includes(text) ? true : ['false', '0'].includes(text) ? false : undefined
const truth: Value<boolean> = { attributes: [], read: ({ text }) => isTrue(text.trim()), write: String }

export const indicator = within('udt:Indicator', truth)
export const indicatorText = within('udt:IndicatorString', truth)

/** An amount whose currency the model keeps beside it. */
export const amountWithCurrency: Value<Decimal> = {
  attributes: [],
  read: ({ text }) => parseDecimal(text.trim()),
  write: (value) => value.toFixed(Math.max(2, value.decimalPlaces())),
}

/** Percentages are written with two decimals at least, as the norm's examples do. */
export const percent: Value<Decimal> = { ...amountWithCurrency }
