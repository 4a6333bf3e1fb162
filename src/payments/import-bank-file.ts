import { z } from 'zod'
import { companyRef, visibleCompany } from '../companies/company.ts'
import { FormatError } from '../formats/format-error.ts'
import type { BankEntry, BankLine, OrderStatus, TransferStatus } from '../formats/iso20022/bank-file.ts'
import { chunksOf } from '../kernel/concurrency.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { file } from '../kernel/input.ts'
import { runHeavy } from '../operation/heavy.ts'
import { type Preparation, operation } from '../operation/operation.ts'
import { type Decimal, ZERO } from '../values/money.ts'
import { type KnownStatuses, applyStatuses } from './apply-statuses.ts'
import { companiesByAccount } from './companies-of-account.ts'
import { type ImportMode, modes } from './import-modes.ts'
import { type RemainingAmounts, matchEntries } from './match-entries.ts'
import { type EntryMatch, type MatchResult, type MatchedPart, matchResults } from './match-entry.ts'
import { matchUndone } from './match-undone.ts'
import { decodePortion, readStatement } from './read-statement.ts'
import { recordMatches, recordUndone, referenceOf } from './record-matches.ts'

/** Beyond these the report only counts. */
const MOST_SHOWN = 10_000
const UNDONE_TOGETHER = 250

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
  payments: readonly MatchedPart[]
  candidates: EntryMatch['candidates']
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

const shown = (match: EntryMatch, recorded: boolean): ImportedEntry => {
  const { entry, result, parts, candidates, recordedFor, because } = match
  const [only, ...others] = parts
  const one = others.length === 0 ? only : undefined
  return {
    result,
    recorded,
    documentId: one?.documentId ?? recordedFor,
    number: one?.number ?? null,
    payments: parts,
    candidates,
    direction: entry.direction,
    amount: entry.amount,
    currency: entry.currency,
    date: entry.bookedOn,
    reference: referenceOf(entry) ?? null,
    counterpartyName: entry.counterparty.name ?? null,
    counterpartyIban: entry.counterparty.iban ?? null,
    because,
  }
}

const isEntry = (line: BankLine): line is BankEntry => line.kind === 'entry'
const isStatus = (line: BankLine): line is TransferStatus | OrderStatus => line.kind !== 'entry'

const emptyReport = (mode: ImportMode): BankImport => ({
  mode,
  entries: 0,
  recorded: 0,
  recordedAmount: ZERO,
  counts: Object.fromEntries(matchResults.map((result) => [result, 0])) as Record<MatchResult, number>,
  transfersAccepted: 0,
  transfersRejected: 0,
  lines: [],
})

/** Adds a movement to the report, at its place in the file. */
const tell = (report: BankImport, position: number, match: EntryMatch, recorded: boolean): void => {
  report.counts[match.result] += 1
  if (recorded && match.result !== 'reversal') {
    report.recorded += 1
    report.recordedAmount = report.recordedAmount.plus(match.entry.amount)
  }
  if (position < MOST_SHOWN) report.lines[position] = shown(match, recorded)
}

const importLines = async (
  call: Preparation,
  portions: readonly Uint8Array[],
  mode: ImportMode,
  companyId: string | undefined,
): Promise<BankImport> => {
  const { db, actor } = call
  const report = emptyReport(mode)
  const remaining: RemainingAmounts = new Map()
  const told: KnownStatuses = new Map()
  const chosenFor = companiesByAccount(db, actor, companyId)
  /** What undoes a movement may stand before it: banks write the newest first. */
  const undoing: { position: number; entry: BankEntry }[] = []
  for (const encoded of portions) {
    const portion = decodePortion(encoded)
    const entries = portion.filter(isEntry).map((entry) => ({ position: report.entries++, entry }))
    undoing.push(...entries.filter(({ entry }) => entry.undoes))
    const ordinary = entries.filter(({ entry }) => !entry.undoes)
    const matches = await matchEntries(
      db,
      actor,
      ordinary.map(({ entry }) => entry),
      remaining,
      chosenFor,
    )
    const recorded = mode === 'record' ? await recordMatches(call, matches) : new Set<EntryMatch>()
    for (const [index, match] of matches.entries())
      tell(report, ordinary[index]?.position ?? 0, match, recorded.has(match))
    const { accepted, rejected } = await applyStatuses(db, actor, mode, told, portion.filter(isStatus))
    report.transfersAccepted += accepted
    report.transfersRejected += rejected
  }
  for (const some of chunksOf(undoing, UNDONE_TOGETHER)) {
    const matches = await matchUndone(
      db,
      actor,
      some.map(({ entry }) => entry),
      chosenFor,
    )
    for (const [index, match] of matches.entries())
      tell(
        report,
        some[index]?.position ?? 0,
        match,
        mode === 'record' && match.certain && (await recordUndone(call, match)),
      )
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
    'reference, amount and payer, and proposed or recorded as payments. Only what is certain is recorded. ' +
    'Returns and reversals undo the payment that they name. The answer lists the movements with their ' +
    'matches. A movement is recorded only once, even when several files contain it.',
  scope: 'payments',
  writes: true,
  input: z
    .strictObject({
      file: file
        .meta({ graphql: 'File', examples: [EXAMPLE] })
        .describe('The bank file: its bytes in base64, or the file as the whole body, or as a part of a form.'),
      companyId: companyRef
        .optional()
        .describe(
          'The company whose account it is. By default it is known by the account: companies state it on their ' +
            'invoices, or have ordered transfers from it.',
        ),
      mode: z
        .enum(modes)
        .meta({ graphql: 'BankImportMode' })
        .default('propose')
        .describe('`propose` (default) only returns what would be recorded, `record` records it.'),
    })
    .meta({ examples: [{ file: EXAMPLE, mode: 'propose' }] }),
  errors: ['UNREADABLE_FILE', 'PAYLOAD_TOO_LARGE', 'COMPANY_NOT_FOUND', 'COMPANY_FORBIDDEN'],
  async prepare(call, { file: { bytes }, mode, companyId: ref }) {
    const companyId = ref === undefined ? undefined : (await visibleCompany(call.db, call.actor, ref)).id
    return importLines(call, await readPortions(call, bytes), mode, companyId)
  },
  // Each portion was written in a transaction of its own: a long file holds nobody up.
  run: (_run, _input, report) => Promise.resolve(report),
})
