import { isInvoiceKind } from '../../../values/document-types.ts'
import type { SendInput } from '../read/send-input.ts'
import { DAY_MS, dayOf, startOfDay } from '../../../values/dates.ts'

interface PartnerDefaults {
  currency?: string
  paymentTermsDays?: number
  note?: string
  orderReference?: string
}

const dueDate = (issued: unknown, days: number, now: Date): string => {
  const start = typeof issued === 'string' ? startOfDay(issued).getTime() : now.getTime()
  return dayOf(new Date((Number.isNaN(start) ? now.getTime() : start) + days * DAY_MS))
}

/**
 * The body, completed with the partner's defaults where it says nothing itself. What the caller wrote in XML or a file
 * is left as it is.
 */
export const withPartnerDefaults = (defaults: unknown, input: SendInput, now: Date): SendInput => {
  if (input.format !== 'json' || input.document === undefined || input.type === 'event') return input
  const { paymentTermsDays, ...plain } = defaults as PartnerDefaults
  const due =
    isInvoiceKind(input.type) &&
    paymentTermsDays !== undefined &&
    input.document['dueDate'] === undefined &&
    input.document['paymentTerms'] === undefined
  return {
    ...input,
    document: {
      ...plain,
      ...(due && { dueDate: dueDate(input.document['issueDate'], paymentTermsDays, now) }),
      ...input.document,
    },
  }
}
