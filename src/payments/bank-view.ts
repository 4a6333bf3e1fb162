/** What goes to banks and comes from them. */
import { amount, choice, choiceOf, currency, day, flag, id, integer, object, text, view } from '../operation/view.ts'
import { type BankImport, type ImportedEntry, modes } from './import-bank-file.ts'
import { type EntryMatch, type MatchedPart, matchResults } from './match-entry.ts'
import type { ExportedOrder } from './order-file.ts'

export const paymentExportView = view<ExportedOrder>()('PaymentExport', 'A payment order for a bank, as a file.', {
  exportId: id('Identifier, `pexp_…`.'),
  count: integer('Number of transfers in the order.'),
  total: amount('Sum of the transfers, in euro.'),
  executionDate: day('Date on which the bank executes the transfers.'),
  fileName: text('Name of the file.'),
  contentType: text('Media type of the file.'),
  base64: text('The file, in base64.').by(['whole'], ({ whole }: Pick<ExportedOrder, 'whole'>) =>
    Buffer.from(whole?.() ?? []).toString('base64'),
  ),
})

const matchResultChoice = choiceOf('MatchResult', matchResults, {
  exact: 'The amount equals the remaining amount of the document, or the sum for several documents.',
  partial: 'One document matches, and the amount is less than its remaining amount.',
  over: 'One document matches, and the amount is more than its remaining amount.',
  ambiguous: 'Several documents match.',
  already_recorded: 'The movement was recorded earlier.',
  reversal: 'The movement undoes a recorded payment: the bank reversed or returned it.',
  unmatched: 'No document matches.',
})

const modeChoice = choiceOf('BankImportMode', modes, {
  propose: 'Only returns what would be recorded, and records nothing.',
  record: 'Records the matched movements as payments.',
})

const directionChoice = choiceOf('MovementDirection', ['credit', 'debit'], {
  credit: 'Incoming money.',
  debit: 'Outgoing money.',
})

const matchedPaymentView = view<MatchedPart>()('MatchedPayment', 'What of a movement is a payment of a document.', {
  documentId: id('Identifier of the document.'),
  number: text('Number of the document.'),
  amount: amount('Amount of the payment, in the currency of the document.'),
  currency: currency('Currency of the document.'),
})

const candidateView = view<EntryMatch['candidates'][number]>()(
  'MatchCandidate',
  'A document that a movement may be a payment of.',
  {
    documentId: id('Identifier of the document.'),
    number: text('Number of the document.'),
    remaining: amount('Remaining amount of the document. For a reversal: the amount of the payment.'),
  },
)

const lineView = view<ImportedEntry>()(
  'BankImportLine',
  'A movement of an account, with the document that it was matched with.',
  {
    result: choice(matchResultChoice, 'Result of matching the movement with documents.'),
    recorded: flag('Whether this import recorded payments for the movement, or reversed those that it undoes.'),
    documentId: id('Identifier of the matched document. Null when none or several matched.').orNull(),
    number: text('Number of the matched document. Null when none or several matched.').orNull(),
    payments: object(matchedPaymentView, 'Payments that the movement is: one for each document that it pays.').list(),
    candidates: object(candidateView, 'Documents that it may be a payment of, when it is ambiguous.').list(),
    direction: choice(directionChoice, 'Whether the money came in or went out.'),
    currency: text('Currency of the movement.'),
    date: day('Booking date of the movement.'),
    reference: text('Reference that the payer gave. Null when there is none.').orNull(),
    counterpartyName: text('Name of the other party. Null when the file does not state it.').orNull(),
    counterpartyIban: text('IBAN of the other party. Null when the file does not state it.').orNull(),
    because: text('Why the movement was matched with that document, or with none.'),
    amount: amount('Amount of the movement.'),
  },
)

const recordedBefore = integer('Number of movements that were recorded earlier.')

const countsView = view<BankImport['counts']>()('MatchCounts', 'Number of movements by result of the matching.', {
  exact: integer('Movements with one matching document whose remaining amount they equal.'),
  partial: integer('Movements with one matching document and less than its remaining amount.'),
  over: integer('Movements with one matching document and more than its remaining amount.'),
  ambiguous: integer('Movements with several matching documents.'),
  alreadyRecorded: recordedBefore.from('already_recorded').onlyIn('graphql'),
  already_recorded: recordedBefore.onlyIn('rest'),
  reversal: integer('Movements that undo a recorded payment.'),
  unmatched: integer('Movements without a matching document.'),
})

export const bankImportView = view<BankImport>()('BankImport', 'The result of importing a bank file.', {
  mode: choice(modeChoice, 'Whether the import recorded payments, or only proposed them.'),
  entries: integer('Number of movements in the file.'),
  recorded: integer('Number of movements that were recorded as payments. Reversals are in `counts`.'),
  counts: object(countsView, 'Number of movements by result of the matching.'),
  transfersAccepted: integer(
    'Number of ordered transfers that the bank accepted. With `propose` they are only counted.',
  ),
  transfersRejected: integer(
    'Number of ordered transfers that the bank rejected. With `propose` they are only counted.',
  ),
  recordedAmount: amount('Sum of the recorded payments.'),
  lines: object(lineView, 'The movements of the file, at most the first 10,000.').list(),
})
