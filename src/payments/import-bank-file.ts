import { z } from 'zod'
import { AppError } from '../errors/app-error.ts'
import { FormatError } from '../formats/format-error.ts'
import { type BankEntry, type BankLine, type OrderStatus, type TransferStatus, readBankFile } from '../formats/iso20022/bank-file.ts'
import { file } from '../input.ts'
import { type Advancing, prepareAdvance } from '../lifecycle/advance.ts'
import { type Preparation, operation } from '../operation.ts'
import { type Decimal, ZERO } from '../values/money.ts'
import { type Match, type MatchResult, type Remaining, matchEntries, matchResults } from './match-entries.ts'
import { applyStatuses } from './apply-statuses.ts'
import { writePayment } from './write-payment.ts'

/** So many movements are matched with one look at the documents, and recorded in one transaction. */
const PORTION = 250
/** Beyond these the report only counts. */
const MOST_SHOWN = 10_000

/** A statement without movements. */
const EXAMPLE = Buffer.from('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>BE68539007547034</IBAN></Id></Acct></Stmt></BkToCstmrStmt></Document>').toString('base64')

export const modes = ['propose', 'record'] as const

export interface ImportedEntry {
  result: MatchResult
  recorded: boolean
  documentId: string | null
  number: string | null
  direction: BankEntry['direction']
  amount: Decimal
  currency: string
  date: string
  reference: string | null
  counterpartyName: string | null
  counterpartyIban: string | null
  because: string
}

export interface BankImport {
  mode: (typeof modes)[number]
  entries: number
  recorded: number
  recordedAmount: Decimal
  counts: Record<MatchResult, number>
  transfersAccepted: number
  transfersRejected: number
  lines: ImportedEntry[]
}

/** What is certain enough to be recorded without a person looking: the payer named one document, and it is still open. */
const RECORDED: ReadonlySet<MatchResult> = new Set(['exact', 'partial', 'over'])

const shown = ({ entry, result, documentId, number, because }: Match, recorded: boolean): ImportedEntry => ({
  result, recorded, documentId, number, direction: entry.direction, amount: entry.amount, currency: entry.currency, date: entry.bookedOn,
  reference: entry.references[0] ?? entry.texts[0] ?? entry.endToEndId ?? null, counterpartyName: entry.counterparty.name ?? null, counterpartyIban: entry.counterparty.iban ?? null, because,
})

/** What a collection in France tells by VAT rate stands in the document; no other has to be read. */
const advancingOf = async (call: Preparation, { documentId, french }: Match): Promise<Advancing> =>
  french ? prepareAdvance(call, documentId ?? '') : { organizationId: call.actor.organizationId, documentId: documentId ?? '', rates: null }

/** Records what was matched; a movement that somebody recorded meanwhile is left alone. */
const record = async (call: Preparation, matches: readonly Match[]): Promise<ReadonlySet<Match>> => {
  const { platform, actor } = call
  const chosen = matches.filter(({ result, documentId }) => documentId !== null && RECORDED.has(result))
  const prepared: { match: Match; advancing: Advancing }[] = []
  for (const match of chosen) prepared.push({ match, advancing: await advancingOf(call, match) })
  const now = platform.clock.now()
  // In one order for everybody, so that two imports never wait for each other.
  prepared.sort((one, other) => (one.advancing.documentId < other.advancing.documentId ? -1 : 1))
  const done = await platform.db.transaction(async (db) => {
    const written = new Set<Match>()
    for (const { match, advancing } of prepared) {
      const { entry } = match
      const reference = entry.references[0] ?? entry.texts[0] ?? entry.endToEndId
      const payment = await writePayment(db, advancing, { amount: entry.amount, currency: entry.currency, paidOn: entry.bookedOn, ...(reference && { reference: reference.slice(0, 140) }), source: 'statement', entryKey: entry.key, recordedBy: actor.label }, now)
      if (payment) written.add(match)
    }
    return written
  })
  for (const signal of ['events', 'work'] as const) platform.signals.publish(signal, '')
  return done
}

function* portions<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let portion: T[] = []
  for (const item of items) {
    portion.push(item)
    if (portion.length < size) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}

const isEntry = (line: BankLine): line is BankEntry => line.kind === 'entry'
const isStatus = (line: BankLine): line is TransferStatus | OrderStatus => line.kind !== 'entry'

const importFile = async (call: Preparation, bytes: Uint8Array, mode: BankImport['mode']): Promise<BankImport> => {
  const { db, actor } = call
  const report: BankImport = { mode, entries: 0, recorded: 0, recordedAmount: ZERO, counts: Object.fromEntries(matchResults.map((result) => [result, 0])) as Record<MatchResult, number>, transfersAccepted: 0, transfersRejected: 0, lines: [] }
  const remaining: Remaining = new Map()
  for (const portion of portions(readBankFile(bytes), PORTION)) {
    const matches = await matchEntries(db, actor, portion.filter(isEntry), remaining)
    const recorded = mode === 'record' ? await record(call, matches) : new Set<Match>()
    for (const match of matches) {
      report.entries += 1
      report.counts[match.result] += 1
      if (recorded.has(match)) [report.recorded, report.recordedAmount] = [report.recorded + 1, report.recordedAmount.plus(match.entry.amount)]
      if (report.lines.length < MOST_SHOWN) report.lines.push(shown(match, recorded.has(match)))
    }
    const { accepted, rejected } = await applyStatuses(call.platform.db, actor, portion.filter(isStatus))
    report.transfersAccepted += accepted
    report.transfersRejected += rejected
  }
  return report
}

/** A file is judged whole before anything of it is recorded. */
const refuseUnreadable = (bytes: Uint8Array): void => {
  try {
    for (const _line of readBankFile(bytes));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const place = error.line > 0 ? ` (line ${error.line}, column ${error.column})` : ''
    throw new AppError('UNREADABLE_FILE', { message: `${error.message}${place}`, details: [{ field: 'file', rule: error.code, message: `${error.message}${place}` }] })
  }
}

export const importBankFile = operation({
  name: 'importBankFile',
  summary: 'Reads what a bank says (camt.053, camt.054, pain.002): matches movements with documents by reference and amount, proposes or records them as payments, and says what it could not match. The same movement is recorded once, however often it comes.',
  scope: 'payments',
  writes: true,
  input: z.strictObject({
    file: file.meta({ graphql: 'File', examples: [EXAMPLE] }).describe('The file: its bytes in base64, or as the body itself, or in a form.'),
    mode: z.enum(modes).meta({ graphql: 'BankImportMode' }).default('propose').describe('`propose` only says what it would do (default), `record` does it.'),
  }).meta({ examples: [{ file: EXAMPLE, mode: 'propose' }] }),
  errors: ['UNREADABLE_FILE', 'PAYLOAD_TOO_LARGE'],
  async prepare(call, { file: { bytes }, mode }) {
    refuseUnreadable(bytes)
    return importFile(call, bytes, mode)
  },
  // Each portion was written in a transaction of its own: a long file holds nobody up.
  run: (_run, _input, report) => Promise.resolve(report),
})
