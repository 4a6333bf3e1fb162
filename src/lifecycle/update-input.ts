/** What an update of the business status may say, and what it has to say whatever the document is. */
import { z } from 'zod'
import type { ErrorCode } from '../kernel/errors/catalog.ts'
import { currency, date, decimal } from '../kernel/input.ts'
import { SUSPENDED, motifLabels, peppolReasons, reasonsWithText, requestedActions } from './tables/reasons.ts'
import { targets } from './tables/states.ts'

/** Every code that some status takes; which of them a certain one takes, its document tells. */
export const reasonCodes = [...Object.keys(peppolReasons), SUSPENDED, ...Object.keys(motifLabels)] as [
  string,
  ...string[],
]
const reasonCode = z.enum(reasonCodes).meta({ graphql: 'ReasonCode' })

const PLACES = 2
const amount = decimal.refine((value) => value.decimalPlaces() <= PLACES && value.abs().lt('1e13'), {
  error: `An amount with at most ${PLACES} decimals`,
})

const correction = z
  .strictObject({
    term: z
      .string()
      .regex(/^B[TG]-\d{1,3}(-\d)?$/, 'Expected a business term such as BT-152')
      .meta({ examples: ['BT-152'] })
      .describe('The business term of EN 16931.'),
    path: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Where it stands, such as `lines[0].vatRate` or an XPath.')
      .meta({ examples: ['lines[0].vatRate'] }),
    current: z
      .string()
      .max(500)
      .optional()
      .describe('What it says.')
      .meta({ examples: ['10.00'] }),
    expected: z
      .string()
      .min(1)
      .max(500)
      .describe('What it should say.')
      .meta({ examples: ['20.00'] }),
  })
  .meta({ id: 'CorrectionInput', description: 'A field of the document that is wrong, and what it should be.' })
export type Correction = z.output<typeof correction>

const rateShare = z
  .strictObject({
    rate: decimal.describe('VAT rate in percent.').meta({ examples: ['20'] }),
    amount: amount.describe('What was collected of it, with VAT.').meta({ examples: ['1200.00'] }),
  })
  .meta({ id: 'CollectedByRateInput', description: 'What was collected of one VAT rate.' })

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
  status: z.enum(targets).meta({ graphql: 'LifecycleTarget' }).describe('Where to.'),
  reasonCode: reasonCode
    .optional()
    .describe(
      'Why; required for `rejected` and `disputed`. A Peppol code, for French documents also an AFNOR code of the ' +
        'status; `suspended` puts a document on hold.',
    ),
  suspensionReasonCode: reasonCode.optional().describe('With `suspended`: why it is on hold (French 208).'),
  reason: z.string().trim().min(1).max(1_000).optional().describe('Why, in words for the other side.'),
  note: z.string().trim().min(1).max(5_000).optional().describe('A remark for the other side.'),
  requestedAction: z
    .enum(Object.keys(requestedActions) as [string, ...string[]])
    .meta({ graphql: 'RequestedAction' })
    .optional()
    .describe('What the other side is asked to do.'),
  paymentDate: date.optional().describe('Day of the payment; required for `paid` and `partially_paid`.'),
  paymentAmount: amount
    .optional()
    .describe('What was paid; required where a French supplier says that it was collected.'),
  paymentCurrency: currency.optional().describe("Its currency: the document's."),
  paymentByRate: z
    .array(rateShare)
    .min(1)
    .max(20)
    .optional()
    .describe('What was collected of each VAT rate; without it, in the proportion of the document.'),
  remainingAmount: amount
    .optional()
    .describe('What remains to be paid; with `approved`, what is not approved (French 206).'),
  paymentReference: z.string().trim().min(1).max(140).optional().describe('Reference of the payment.'),
  corrections: z
    .array(correction)
    .min(1)
    .max(50)
    .optional()
    .describe('Fields that are wrong; with `disputed` and `rejected`.'),
  dryRun: z.boolean().optional().describe('Answer what would happen, and let nothing happen.'),
}

type UpdateFields = z.output<z.ZodObject<typeof updateFields>>

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
const outside =
  (states: readonly string[]) =>
  ({ status }: UpdateFields): boolean =>
    !states.includes(status)

/** What holds whatever the document is (specification 3.2, rules 3 and 4). */
const demands: readonly Demand[] = [
  missing('reasonCode', ({ status }) => REFUSING.includes(status), 'This field is required for rejected and disputed'),
  missing('paymentDate', ({ status }) => PAYING.includes(status), 'This field is required for paid and partially_paid'),
  missing(
    'reason',
    ({ reasonCode, suspensionReasonCode }) =>
      [reasonCode, suspensionReasonCode].some((code) => code !== undefined && reasonsWithText.includes(code)),
    'This reason says nothing by itself: describe it',
  ),
  misplaced(
    'reasonCode',
    ({ status, reasonCode }) => reasonCode === SUSPENDED && status !== 'disputed',
    '`suspended` goes with the status disputed',
  ),
  misplaced(
    'suspensionReasonCode',
    ({ reasonCode, suspensionReasonCode }) => reasonCode !== SUSPENDED || suspensionReasonCode === SUSPENDED,
    'It goes with the reasonCode `suspended`, and is another code',
  ),
  ...(['paymentDate', 'paymentAmount', 'paymentCurrency', 'paymentReference', 'paymentByRate'] as const).map((field) =>
    misplaced(field, outside(PAYING), 'It goes with paid and partially_paid'),
  ),
  misplaced('remainingAmount', outside([...PAYING, 'approved']), 'It goes with approved, paid and partially_paid'),
  misplaced('corrections', outside(REFUSING), 'They go with disputed and rejected'),
  misplaced('requestedAction', outside(REFUSING), 'It goes with disputed and rejected'),
  misplaced('paymentAmount', ({ paymentAmount }) => paymentAmount?.lte(0) === true, 'More than 0'),
  misplaced('remainingAmount', ({ remainingAmount }) => remainingAmount?.lt(0) === true, 'At least 0'),
  misplaced(
    'remainingAmount',
    ({ status, remainingAmount }) => status === 'paid' && remainingAmount?.isZero() === false,
    'Nothing remains of what is paid: say partially_paid',
  ),
  misplaced(
    'remainingAmount',
    ({ status, remainingAmount }) => status !== 'paid' && remainingAmount?.isZero() === true,
    'Nothing remains: leave it out, or say paid',
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
