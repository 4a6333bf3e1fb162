/** What goes to banks and comes from them. */
import { amount, choice, choiceOf, day, flag, id, integer, object, text, view } from '../operation/view.ts'
import { type BankImport, type ImportedEntry, modes } from './import-bank-file.ts'
import { matchResults } from './match-entries.ts'
import type { ExportedOrder } from './order-file.ts'

export const paymentExportView = view<ExportedOrder>()('PaymentExport', 'An order to a bank.', {
  exportId: id('Identifier, `pexp_…`.'),
  count: integer('How many transfers it holds.'),
  total: amount('The sum of the transfers, in euro.'),
  executionDate: day('When the bank is to pay.'),
  fileName: text('Name of the file.'),
  contentType: text('Type of the file.'),
  base64: text('The file, in base64.').by(['whole'], ({ whole }: Pick<ExportedOrder, 'whole'>) =>
    Buffer.from(whole?.() ?? []).toString('base64'),
  ),
})

const matchResultChoice = choiceOf('MatchResult', matchResults, {
  exact: 'One document fits, and the amount is what remains of it.',
  partial: 'One document fits, and more remains of it.',
  over: 'One document fits, and less remains of it.',
  ambiguous: 'Several documents fit.',
  already_recorded: 'It was recorded before.',
  unmatched: 'No document fits.',
})

const modeChoice = choiceOf('BankImportMode', modes, {
  propose: 'The answer says what would be recorded; nothing is.',
  record: 'What was matched is recorded.',
})

const directionChoice = choiceOf('MovementDirection', ['credit', 'debit'], {
  credit: 'Money that came.',
  debit: 'Money that went.',
})

const lineView = view<ImportedEntry>()('BankImportLine', 'A movement of an account, and what it was taken for.', {
  result: choice(matchResultChoice, 'How well it fits a document.'),
  recorded: flag('Whether a payment was recorded for it now.'),
  documentId: id('The document.').orNull(),
  number: text('The number of the document.').orNull(),
  direction: choice(directionChoice, 'Money that came, or went.'),
  currency: text('The currency of the movement.'),
  date: day('When it was booked.'),
  reference: text('What the payer named.').orNull(),
  counterpartyName: text('Who is at the other end.').orNull(),
  counterpartyIban: text('Account at the other end.').orNull(),
  because: text('Why it was taken for a payment of that document, or of none.'),
  amount: amount('The amount of the movement.'),
})

const recordedBefore = integer('Recorded before.')

const countsView = view<BankImport['counts']>()('MatchCounts', 'Movements, counted by how well they fit a document.', {
  exact: integer('One document, and the amount is what remains.'),
  partial: integer('One document, and more remains.'),
  over: integer('One document, and less remains.'),
  ambiguous: integer('Several documents.'),
  alreadyRecorded: recordedBefore.from('already_recorded').onlyIn('graphql'),
  already_recorded: recordedBefore.onlyIn('rest'),
  unmatched: integer('No document.'),
})

export const bankImportView = view<BankImport>()('BankImport', 'What a file of a bank says, and what came of it.', {
  mode: choice(modeChoice, 'Whether payments were recorded, or only proposed.'),
  entries: integer('How many movements the file holds.'),
  recorded: integer('How many were recorded as payments.'),
  counts: object(countsView, 'How many movements fit how well.'),
  transfersAccepted: integer('Ordered transfers that the bank accepted; with `propose` they are only counted.'),
  transfersRejected: integer('Ordered transfers that the bank rejected; with `propose` they are only counted.'),
  recordedAmount: amount('The sum of the recorded payments.'),
  lines: object(lineView, 'Each movement, at most the first 10,000.').list(),
})
