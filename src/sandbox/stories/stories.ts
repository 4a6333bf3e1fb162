/** The use cases of XP Z12-014 as tables of steps, each by an operation that a caller would use. Pure. */
import type { Party } from '../../lifecycle/tables/states.ts'

/** A document that the supplier sends. */
interface Sending {
  type: 'invoice' | 'credit-note'
  documentSubtype?: 'CORRECTED_INVOICE' | 'PREPAYMENT_INVOICE'
  vatRate: number
  /** Name of the document that it replaces or credits. */
  preceding?: string
  /** What it has beside the lines. */
  more?: Readonly<Record<string, unknown>>
}

export interface Step {
  by: Party
  does: string
  /** What the document is called in the story; its number begins so. */
  document: string
  /** The French status that all sides know when the step is over. */
  frenchStatus: string
  how: { send: Sending } | { update: Readonly<Record<string, unknown>> } | { complete: string }
}

export interface Story {
  /** How XP Z12-014 numbers it; null for what it only describes. */
  useCase: string | null
  title: string
  about: string
  /** Who gets it, where that is not the buyer of the sandbox. */
  to?: string
  steps: readonly Step[]
}

/** A partner of the simulated network whose platform rejects every message. */
const REJECTING_PARTNER = '0225:000000420'

const INVOICE = 'F'
const CREDIT_NOTE = 'A'
const NEXT_INVOICE = 'R'
const [WRONG_RATE, RIGHT_RATE] = [10, 20]
const [WRONG_TOTAL, RIGHT_TOTAL] = ['11000.00', '12000.00']

const sends = (document: string, does: string, send: Sending, frenchStatus = '203'): Step => ({
  by: 'supplier',
  does,
  document,
  frenchStatus,
  how: { send },
})
const says = (by: Party, document: string, [frenchStatus, does]: [string, string], update: object): Step => ({
  by,
  does,
  document,
  frenchStatus,
  how: { update: { ...update } },
})

const sendsInvoice = (vatRate: number, document = INVOICE): Step =>
  sends(document, 'Sends an invoice.', { type: 'invoice', vatRate })
const takesInCharge = (document = INVOICE): Step =>
  says('buyer', document, ['204', 'Takes the invoice in charge.'], { status: 'under_review' })
const approves = (document = INVOICE): Step => says('buyer', document, ['205', 'Approves it.'], { status: 'approved' })
const pays = (document = INVOICE): Step =>
  says('buyer', document, ['211', 'Says that the payment is on its way.'], {
    status: 'paid',
    paymentAmount: RIGHT_TOTAL,
  })
const collects = (paymentAmount: string, document = INVOICE): Step =>
  says('supplier', document, ['212', 'Says that the payment was collected; the state is told.'], {
    status: 'paid',
    paymentAmount,
  })

const WRONG_RATE_CHARGED = { reasonCode: 'TX_TVA_ERR', reason: 'Taux de TVA erroné' }
const disputesRate = (requestedAction: 'NIN' | 'CNF', asks: string): Step =>
  says('buyer', INVOICE, ['207', `Disputes the VAT rate, and asks for ${asks}.`], {
    status: 'disputed',
    ...WRONG_RATE_CHARGED,
    requestedAction,
    corrections: [{ term: 'BT-152', current: WRONG_RATE.toFixed(2), expected: RIGHT_RATE.toFixed(2) }],
  })

export const stories = {
  nominal: {
    useCase: 'UC1',
    title: 'From the deposit to the collection',
    about: 'An invoice is received, taken in charge, approved, paid and collected.',
    steps: [sendsInvoice(RIGHT_RATE), takesInCharge(), approves(), pays(), collects(RIGHT_TOTAL)],
  },
  rejected: {
    useCase: 'UC2',
    title: 'Rejected by the platform of the buyer',
    about: 'The other platform rejects the invoice. It goes no further, and its number is free again.',
    to: REJECTING_PARTNER,
    steps: [sends(INVOICE, 'Sends an invoice that is rejected.', { type: 'invoice', vatRate: RIGHT_RATE }, '213')],
  },
  refused: {
    useCase: 'UC3',
    title: 'Refused by the buyer',
    about: 'The buyer refuses an invoice with a wrong VAT rate. Nothing follows.',
    steps: [
      sendsInvoice(WRONG_RATE),
      says('buyer', INVOICE, ['210', 'Refuses it; the state is told.'], {
        status: 'rejected',
        ...WRONG_RATE_CHARGED,
      }),
    ],
  },
  corrected: {
    useCase: 'UC4, UC4b',
    title: 'Disputed, then replaced by a corrective invoice',
    about: 'The buyer disputes the VAT rate. A corrective invoice (384) takes the place of the first one.',
    steps: [
      sendsInvoice(WRONG_RATE),
      disputesRate('NIN', 'a corrective invoice'),
      sends(NEXT_INVOICE, 'Sends the corrective invoice.', {
        type: 'invoice',
        documentSubtype: 'CORRECTED_INVOICE',
        vatRate: RIGHT_RATE,
        preceding: INVOICE,
      }),
      approves(NEXT_INVOICE),
    ],
  },
  credited: {
    useCase: 'UC5, UC5b, UC5c',
    title: 'Disputed, then credited and invoiced again',
    about:
      'The buyer disputes the VAT rate. A credit note settles the invoice, which is approved and collected by it. ' +
      'A new invoice follows.',
    steps: [
      sendsInvoice(WRONG_RATE),
      disputesRate('CNF', 'a credit note'),
      sends(CREDIT_NOTE, 'Sends a credit note of the whole amount.', {
        type: 'credit-note',
        vatRate: WRONG_RATE,
        preceding: INVOICE,
      }),
      approves(),
      collects(WRONG_TOTAL),
      sendsInvoice(RIGHT_RATE, NEXT_INVOICE),
      takesInCharge(NEXT_INVOICE),
      approves(NEXT_INVOICE),
      pays(NEXT_INVOICE),
      collects(RIGHT_TOTAL, NEXT_INVOICE),
    ],
  },
  suspended: {
    useCase: null,
    title: 'Suspended, then completed',
    about: 'The buyer waits for a document that is missing. The supplier completes the invoice, and it is approved.',
    steps: [
      sendsInvoice(RIGHT_RATE),
      says('buyer', INVOICE, ['208', 'Suspends it: a supporting document is missing.'], {
        status: 'disputed',
        reasonCode: 'suspended',
        suspensionReasonCode: 'JUSTIF_ABS',
      }),
      {
        by: 'supplier',
        does: 'Completes it.',
        document: INVOICE,
        frenchStatus: '209',
        how: { complete: 'The delivery note is attached to the mail of today.' },
      },
      approves(),
    ],
  },
  partially_collected: {
    useCase: null,
    title: 'Collected in two parts',
    about: 'The buyer pays in two parts. The state is told of each.',
    steps: [
      sendsInvoice(RIGHT_RATE),
      approves(),
      says('supplier', INVOICE, ['212', 'Says that a part was collected.'], {
        status: 'partially_paid',
        paymentAmount: '7200.00',
        remainingAmount: '4800.00',
      }),
      collects('4800.00'),
    ],
  },
  deposit: {
    useCase: null,
    title: 'A deposit, then the invoice of the rest',
    about: 'A deposit is invoiced (386) and collected. The final invoice names it, and has it as a paid amount.',
    steps: [
      sends(INVOICE, 'Sends the invoice of the deposit.', {
        type: 'invoice',
        documentSubtype: 'PREPAYMENT_INVOICE',
        vatRate: RIGHT_RATE,
      }),
      collects(RIGHT_TOTAL),
      sends(NEXT_INVOICE, 'Sends the final invoice.', {
        type: 'invoice',
        vatRate: RIGHT_RATE,
        preceding: INVOICE,
        more: { businessProcess: 'S4', prepaidAmount: '2000.00' },
      }),
      approves(NEXT_INVOICE),
    ],
  },
} as const satisfies Readonly<Record<string, Story>>

export type StoryName = keyof typeof stories

export const storyTitles = Object.fromEntries(
  Object.entries(stories).map(([name, { title }]) => [name, `${title}.`]),
) as Readonly<Record<StoryName, string>>
