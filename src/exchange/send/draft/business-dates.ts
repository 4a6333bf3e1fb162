/** The dates of a document that is sent: each has to be a day on which business is done. Pure. */
import { AppError, type Detail } from '../../../kernel/errors/app-error.ts'
import { BUSINESS_DAYS, isBusinessDate, isDate } from '../../../values/dates.ts'

/** Places of dates, under the names that the JSON body and the model of a document share. */
export const datePaths = [
  'issueDate',
  'dueDate',
  'taxPointDate',
  'validUntil',
  'billingReferenceDate',
  'precedingInvoices[].issueDate',
  'delivery.date',
  'delivery.requested.start',
  'delivery.requested.end',
  'requestedDelivery.start',
  'requestedDelivery.end',
  'period.start',
  'period.end',
  'lines[].period.start',
  'lines[].period.end',
] as const

interface DateField {
  path: string
  value: unknown
}

const inside = ({ path, value }: DateField, name: string): DateField[] => {
  const field = name.replace('[]', '')
  const found = (value as Readonly<Record<string, unknown>> | undefined)?.[field]
  const at = path === '' ? field : `${path}.${field}`
  if (!name.endsWith('[]')) return [{ path: at, value: found }]
  return Array.isArray(found) ? found.map((one, index) => ({ path: `${at}[${index}]`, value: one as unknown })) : []
}

const dateFieldsIn = (content: object): DateField[] =>
  datePaths.flatMap((path) =>
    path
      .split('.')
      .reduce<DateField[]>(
        (fields, name) => fields.flatMap((one) => inside(one, name)),
        [{ path: '', value: content }],
      ),
  )

/** `field` names the part of the body that has the content, and `isBody` is true for JSON, whose fields have paths. */
export const refuseOtherDates = (content: object, field: string, isBody: boolean, now: Date): void => {
  const details = dateFieldsIn(content)
    .filter(({ value }) => typeof value === 'string' && isDate(value) && !isBusinessDate(value, now))
    .map(({ path, value }): Detail => ({
      field: isBody ? `${field}.${path}` : field,
      rule: 'INVALID_DATE',
      message: `${isBody ? '' : `${path} is ${String(value)}. `}${BUSINESS_DAYS}`,
    }))
  const [first] = details
  if (first) throw new AppError('INVALID_DATE', { message: `${first.field}: ${first.message}`, details })
}
