/** What an update of the business status may say, and what it has to say whatever the document is. */
import { z } from 'zod'
import type { ErrorCode } from '../../kernel/errors/catalog.ts'
import { currency, businessDate, decimal, oneOf } from '../../kernel/input.ts'
import { SUSPENDED, motifLabels, peppolReasons, reasonsWithText, requestedActionMeanings } from '../tables/reasons.ts'
import { targets } from '../tables/states.ts'
import { statusesOfField } from '../tables/update-fields.ts'

/** Every code that some status takes; which of them a certain one takes, its document tells. */
export const reasonCodes = [...Object.keys(peppolReasons), SUSPENDED, ...Object.keys(motifLabels)] as [
  string,
  ...string[],
]
const reasonCode = z.enum(reasonCodes).meta({ graphql: 'ReasonCode' })

const PLACES = 2
const amount = decimal.refine((value) => value.decimalPlaces() <= PLACES && value.abs().lt('1e13'), {
  error: `Expected an amount with at most ${PLACES} decimals`,
})

const correction = z
  .strictObject({
    term: z
      .string()
      .regex(/^B[TG]-\d{1,3}(-\d)?$/, 'Expected a business term such as BT-152')
      .meta({ examples: ['BT-152'] })
      .describe('Business term of EN 16931.'),
    path: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Place of the value, such as `lines[0].vatRate` or an XPath.')
      .meta({ examples: ['lines[0].vatRate'] }),
    current: z
      .string()
      .max(500)
      .optional()
      .describe('Value in the document.')
      .meta({ examples: ['10.00'] }),
    expected: z
      .string()
      .min(1)
      .max(500)
      .describe('Correct value.')
      .meta({ examples: ['20.00'] }),
  })
  .meta({ id: 'CorrectionInput', description: 'A wrong value in the document, and the correct value.' })
export type Correction = z.output<typeof correction>

const rateShare = z
  .strictObject({
    rate: decimal.describe('VAT rate in percent.').meta({ examples: ['20'] }),
    amount: amount.describe('Amount that was collected at this rate, with VAT.').meta({ examples: ['1200.00'] }),
  })
  .meta({ id: 'CollectedByRateInput', description: 'The amount that was collected at one VAT rate.' })

/** An update as the reference shows it: a supplier tells of a payment in part. */
const updateExample = {
  status: 'partially_paid',
  paymentDate: '2026-11-21',
  paymentAmount: 500,
  paymentCurrency: 'EUR',
  remainingAmount: 710,
  paymentReference: 'TRF-2026-118',
}

export const updateFields = {
  status: oneOf('LifecycleTarget', targets).describe('The new status.'),
  reasonCode: reasonCode
    .optional()
    .describe(
      'Reason code, required for `rejected` and `disputed`. A Peppol code or, for French ' +
        'documents, an AFNOR code that the status allows. `suspended` puts the document on hold.',
    ),
  suspensionReasonCode: reasonCode
    .optional()
    .describe('With the reason code `suspended`: why the document is on hold (French status 208).'),
  reason: z.string().trim().min(1).max(1_000).optional().describe('Reason in words, for the other party.'),
  note: z.string().trim().min(1).max(5_000).optional().describe('Note for the other party.'),
  requestedAction: oneOf('RequestedAction', requestedActionMeanings)
    .optional()
    .describe('What the other party is asked to do.'),
  paymentDate: businessDate.optional().describe('Date of the payment, required for `paid` and `partially_paid`.'),
  paymentAmount: amount
    .optional()
    .describe(
      'Amount that was paid. Required for `partially_paid` unless `remainingAmount` or `paymentByRate` is given, for a ' +
        'document that states no amount, and when a French supplier reports that it collected a payment.',
    ),
  paymentCurrency: currency.optional().describe('Currency of the amount. It must be the currency of the document.'),
  paymentByRate: z
    .array(rateShare)
    .min(1)
    .max(20)
    .optional()
    .describe(
      'Amount that was collected at each VAT rate. When absent, the ' +
        'amount is divided in the proportions of the document.',
    ),
  remainingAmount: amount
    .optional()
    .describe('Amount that remains to be paid. With `approved`: the amount that is not approved (French status 206).'),
  paymentReference: z.string().trim().min(1).max(140).optional().describe('Reference of the payment.'),
  corrections: z
    .array(correction)
    .min(1)
    .max(50)
    .optional()
    .describe('Wrong values in the document, with the correct ones. For `disputed` and `rejected`.'),
  dryRun: z.boolean().optional().describe('Whether to return the result without changing anything (default false).'),
}

type UpdateFields = z.output<z.ZodObject<typeof updateFields>>

/** What depends on the reason code, too, is said below. */
const placedFields = (Object.keys(statusesOfField) as (keyof typeof statusesOfField)[]).filter(
  (field) => field !== 'suspensionReasonCode',
)

const PAYING: readonly string[] = ['partially_paid', 'paid']
const REFUSING: readonly string[] = ['disputed', 'rejected']

interface Demand {
  field: keyof UpdateFields
  when(update: UpdateFields): boolean
  code: ErrorCode
  message: string
}

const missing = (field: keyof UpdateFields, when: Demand['when'], message: string): Demand => ({
  field,
  when: (update) => update[field] === undefined && when(update),
  code: 'MISSING_FIELD',
  message,
})
const misplaced = (field: keyof UpdateFields, when: Demand['when'], message: string): Demand => ({
  field,
  when: (update) => update[field] !== undefined && when(update),
  code: 'INVALID_REQUEST',
  message,
})

/** What belongs to some statuses, and stands with another one. */
const outside = (field: keyof typeof statusesOfField): Demand => {
  const states: readonly string[] = statusesOfField[field]
  const before = states.slice(0, -1).join(', ')
  const named = before === '' ? `status ${states[0]}` : `statuses ${before} and ${states.at(-1)}`
  return misplaced(field, ({ status }) => !states.includes(status), `This field is allowed only with the ${named}`)
}

/** What holds whatever the document is (specification 3.2, rules 3 and 4). */
const demands: readonly Demand[] = [
  missing(
    'reasonCode',
    ({ status }) => REFUSING.includes(status),
    'This field is required for the statuses rejected and disputed',
  ),
  missing(
    'paymentDate',
    ({ status }) => PAYING.includes(status),
    'This field is required for the statuses paid and partially_paid',
  ),
  missing(
    'reason',
    ({ reasonCode, suspensionReasonCode }) =>
      [reasonCode, suspensionReasonCode].some((code) => code !== undefined && reasonsWithText.includes(code)),
    'This reason code needs an explanation: give the reason in words',
  ),
  misplaced(
    'reasonCode',
    ({ status, reasonCode }) => reasonCode === SUSPENDED && status !== 'disputed',
    'The reason code `suspended` is allowed only with the status disputed',
  ),
  misplaced(
    'suspensionReasonCode',
    ({ reasonCode, suspensionReasonCode }) => reasonCode !== SUSPENDED || suspensionReasonCode === SUSPENDED,
    'This field is allowed only with the reasonCode `suspended`, and must be another code than `suspended`',
  ),
  ...placedFields.map(outside),
  misplaced(
    'paymentAmount',
    ({ paymentAmount }) => paymentAmount?.lte(0) === true,
    'The amount must be greater than 0',
  ),
  misplaced(
    'remainingAmount',
    ({ remainingAmount }) => remainingAmount?.lt(0) === true,
    'The amount must be at least 0',
  ),
  misplaced(
    'remainingAmount',
    ({ status, remainingAmount }) => status === 'paid' && remainingAmount?.isZero() === false,
    'With the status paid, nothing remains. Use the status partially_paid',
  ),
  misplaced(
    'remainingAmount',
    ({ status, remainingAmount }) => status === 'partially_paid' && remainingAmount?.isZero() === true,
    'The remaining amount is 0. Use the status paid, or remove the field',
  ),
  misplaced(
    'remainingAmount',
    ({ status, remainingAmount }) => status === 'approved' && remainingAmount?.isZero() === true,
    'Nothing is left out of the approval. Remove the field to approve the whole amount',
  ),
]

/**
 * Adds the demands, and an example that meets them, to the input of an operation. All faults are reported at once.
 */
export const withDemands = <S extends z.ZodType>(
  schema: S,
  more: { id?: string; description?: string; example?: object } = {},
): S => {
  const { example, ...meta } = more
  const demanding = schema.superRefine((update, context) => {
    for (const { field, when, code, message } of demands)
      if (when(update as UpdateFields)) context.addIssue({ code: 'custom', path: [field], message, params: { code } })
  })
  return demanding.meta({ ...meta, examples: [{ ...example, ...updateExample }] })
}

export type StatusUpdate = Omit<UpdateFields, 'dryRun'>
