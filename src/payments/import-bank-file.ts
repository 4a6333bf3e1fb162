import { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import { FormatError } from '../formats/format-error.ts'
import type { BankEntry, BankLine, OrderStatus, TransferStatus } from '../formats/iso20022/bank-file.ts'
import { file } from '../kernel/input.ts'
import { prepareAdvances } from '../lifecycle/advance.ts'
import { type Preparation, operation } from '../operation/operation.ts'
import { type Decimal, ZERO } from '../values/money.ts'
import { runHeavy } from '../operation/heavy.ts'
import { decodePortion, readStatement } from './read-statement.ts'
import { matchEntries } from './match-entries.ts'
import { type EntryMatch, type MatchResult, type RemainingAmounts, matchResults } from './match-entry.ts'
import { type KnownStatuses, applyStatuses } from './apply-statuses.ts'
import { type ImportMode, modes } from './import-modes.ts'
import { type NewPayment, writePayments } from './write-payments.ts'

/** Beyond these the report only counts. */
const MOST_SHOWN = 10_000

/** A statement without movements. */
const EXAMPLE = Buffer.from(
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id>' +
    '<IBAN>BE68539007547034</IBAN></Id></Acct></Stmt></BkToCstmrStmt></Document>',
).toString('base64')

export { modes }

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
  mode: ImportMode
  entries: number
  recorded: number
  recordedAmount: Decimal
  counts: Record<MatchResult, number>
  transfersAccepted: number
  transfersRejected: number
  lines: ImportedEntry[]
}

const shown = ({ entry, result, documentId, number, because }: EntryMatch, recorded: boolean): ImportedEntry => ({
  result,
  recorded,
  documentId,
  number,
  direction: entry.direction,
  amount: entry.amount,
  currency: entry.currency,
  date: entry.bookedOn,
  reference: entry.references[0] ?? entry.texts[0] ?? entry.endToEndId ?? null,
  counterpartyName: entry.counterparty.name ?? null,
  counterpartyIban: entry.counterparty.iban ?? null,
  because,
})

/** Records what was matched; a movement that somebody recorded meanwhile is left alone. */
const record = async (call: Preparation, matches: readonly EntryMatch[]): Promise<ReadonlySet<EntryMatch>> => {
  const { platform, actor } = call
  const chosen = matches.flatMap((match) =>
    match.documentId !== null && match.certain ? [{ match, documentId: match.documentId }] : [],
  )
  if (chosen.length === 0) return new Set()
  // What a collection in France tells by VAT rate stands in the document; no other has to be read.
  const french = await prepareAdvances(call, [
    ...new Set(chosen.flatMap(({ match, documentId }) => (match.french ? [documentId] : []))),
  ])
  const rates = new Map(french.map((one) => [one.documentId, one.rates]))
  const payments = chosen.map(({ match: { entry }, documentId }): NewPayment => {
    const reference = entry.references[0] ?? entry.texts[0] ?? entry.endToEndId
    return {
      advancing: { documentId, rates: rates.get(documentId) ?? null },
      amount: entry.amount,
      currency: entry.currency,
      paidOn: entry.bookedOn,
      ...(reference && { reference: reference.slice(0, 140) }),
      source: 'statement',
      entryKey: entry.key,
      recordedBy: actor.label,
    }
  })
  const written = await platform.db.transaction((db) =>
    writePayments(db, actor.organizationId, payments, platform.clock.now()),
  )
  return new Set(chosen.flatMap(({ match }, index) => (written[index] ? [match] : [])))
}

const isEntry = (line: BankLine): line is BankEntry => line.kind === 'entry'
const isStatus = (line: BankLine): line is TransferStatus | OrderStatus => line.kind !== 'entry'

const importLines = async (
  call: Preparation,
  portions: readonly Uint8Array[],
  mode: ImportMode,
): Promise<BankImport> => {
  const { db, actor } = call
  const report: BankImport = {
    mode,
    entries: 0,
    recorded: 0,
    recordedAmount: ZERO,
    counts: Object.fromEntries(matchResults.map((result) => [result, 0])) as Record<MatchResult, number>,
    transfersAccepted: 0,
    transfersRejected: 0,
    lines: [],
  }
  const remaining: RemainingAmounts = new Map()
  const told: KnownStatuses = new Map()
  for (const encoded of portions) {
    const portion = decodePortion(encoded)
    const matches = await matchEntries(db, actor, portion.filter(isEntry), remaining)
    const recorded = mode === 'record' ? await record(call, matches) : new Set<EntryMatch>()
    for (const match of matches) {
      report.entries += 1
      report.counts[match.result] += 1
      if (recorded.has(match))
        [report.recorded, report.recordedAmount] = [report.recorded + 1, report.recordedAmount.plus(match.entry.amount)]
      if (report.lines.length < MOST_SHOWN) report.lines.push(shown(match, recorded.has(match)))
    }
    const { accepted, rejected } = await applyStatuses(db, actor, mode, told, portion.filter(isStatus))
    report.transfersAccepted += accepted
    report.transfersRejected += rejected
  }
  return report
}

/** The whole file: it is judged before anything of it is recorded. */
const readPortions = async (call: Preparation, bytes: Uint8Array): Promise<Uint8Array[]> => {
  try {
    return await runHeavy(call, readStatement, { bytes })
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const place = error.line > 0 ? ` (line ${error.line}, column ${error.column})` : ''
    throw new AppError(error.code === 'TOO_LARGE' ? 'TOO_LARGE' : 'UNREADABLE_FILE', {
      message: `${error.message}${place}`,
      details: [{ field: 'file', rule: error.code, message: `${error.message}${place}` }],
    })
  }
}

export const importBankFile = operation({
  name: 'importBankFile',
  summary:
    'Imports a bank file (camt.053, camt.054 or pain.002). Movements are matched with documents by ' +
    'reference and amount, and proposed or recorded as payments. The answer lists the movements with ' +
    'their matches. A movement is recorded only once, even when several files contain it.',
  scope: 'payments',
  writes: true,
  input: z
    .strictObject({
      file: file
        .meta({ graphql: 'File', examples: [EXAMPLE] })
        .describe('The bank file: its bytes in base64, or the file as the whole body, or as a part of a form.'),
      mode: z
        .enum(modes)
        .meta({ graphql: 'BankImportMode' })
        .default('propose')
        .describe('`propose` (default) only returns what would be recorded, `record` records it.'),
    })
    .meta({ examples: [{ file: EXAMPLE, mode: 'propose' }] }),
  errors: ['UNREADABLE_FILE', 'PAYLOAD_TOO_LARGE'],
  prepare: async (call, { file: { bytes }, mode }) => importLines(call, await readPortions(call, bytes), mode),
  // Each portion was written in a transaction of its own: a long file holds nobody up.
  run: (_run, _input, report) => Promise.resolve(report),
})
