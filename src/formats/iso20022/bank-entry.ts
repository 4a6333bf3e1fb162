/** Money that came or went: the entries of camt.053 and camt.054. */
import { createHash } from 'node:crypto'
import { isDate } from '../../values/dates.ts'
import { type Decimal, parseDecimal, sum } from '../../values/money.ts'
import { FormatError } from '../format-error.ts'
import type { Piece } from '../xml/stream.ts'

/** Money that came or went. */
export type BankEntry = {
  kind: 'entry'
  /** Names of the movement, and those by which an earlier one is known to be the same. */
  keys: string[]
  sameAs: string[]
  /** How the bank and the payer name the movement: a return names one of them. */
  bankIds: string[]
  account: string
  direction: 'credit' | 'debit'
  amount: Decimal
  currency: string
  /** The amount that was ordered, where it is in another currency. */
  instructed?: { amount: string; currency: string }
  /** It undoes an earlier movement: a reversal of the bank, or a return. */
  undoes?: { reason: string }
  /** It is the sum of several payments that the file does not tell apart. */
  isBatch?: true
  bookedOn: string
  endToEndId?: string
  /** What the payer gave as reference in a place for programs, and the amounts that it gave there. */
  references: string[]
  stated?: { number: string; amount: string }[]
  texts: string[]
  counterparty: { name?: string; iban?: string; ultimate?: string }
}

export interface EntryState {
  account: string
  /** How often the same content has come in this file: two alike are two. */
  seen: Map<string, number>
}

export const at = (element: Piece | undefined, ...path: string[]): Piece | undefined =>
  path.reduce<Piece | undefined>((inner, name) => inner?.first(name), element)
export const textAt = (element: Piece | undefined, ...path: string[]): string | undefined =>
  at(element, ...path)?.text.trim() || undefined

export function* entriesOf(entry: Piece, state: EntryState): Generator<BankEntry> {
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')
  // What is announced only is not there yet.
  if (status !== undefined && status !== 'BOOK') return
  const transactions = entry.all('NtryDtls').flatMap((details) => details.all('TxDtls'))
  const [only, ...others] = transactions
  const money = partsOf(entry, transactions)
  if (others.length === 0) yield entryOf(entry, only, state, { index: 0, isAlone: true, money: moneyIn(only) })
  else if (money)
    for (const [index, transaction] of transactions.entries())
      yield entryOf(entry, transaction, state, { index, isAlone: false, money: money[index] })
  // Of a batch whose parts have no amounts only the sum is known.
  else yield entryOf(entry, undefined, state, { index: 0, isAlone: true, money: undefined })
}

const moneyIn = (transaction: Piece | undefined): Piece | undefined =>
  at(transaction, 'Amt') ?? at(transaction, 'AmtDtls', 'TxAmt', 'Amt')
const instructedIn = (transaction: Piece | undefined): Piece | undefined =>
  at(transaction, 'AmtDtls', 'InstdAmt', 'Amt')

/** The amounts of the parts of a batch: their own, or those that were ordered where they add up to the batch. */
const partsOf = (entry: Piece, transactions: readonly Piece[]): Piece[] | undefined => {
  const own = transactions.flatMap((one) => moneyIn(one) ?? [])
  if (own.length === transactions.length) return own
  const ordered = transactions.flatMap((one) => moneyIn(one) ?? instructedIn(one) ?? [])
  const whole = at(entry, 'Amt')
  const currency = whole?.attribute('Ccy')
  if (!whole || ordered.length !== transactions.length) return undefined
  if (ordered.some((one) => one.attribute('Ccy') !== currency)) return undefined
  const amounts = ordered.map((one) => parseDecimal(one.text.trim()))
  const known = amounts.flatMap((one) => one ?? [])
  const total = parseDecimal(whole.text.trim())
  return total && known.length === amounts.length && sum(known).eq(total) ? ordered : undefined
}

interface Part {
  index: number
  /** It is all of its entry. */
  isAlone: boolean
  money: Piece | undefined
}

const entryOf = (entry: Piece, transaction: Piece | undefined, state: EntryState, part: Part): BankEntry => {
  const money = part.money ?? at(entry, 'Amt')
  const amount = parseDecimal(money?.text.trim() ?? '')
  const bookedOn = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt')
  const sign = textAt(transaction, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')
  if (!money || !amount || !bookedOn || (sign !== 'CRDT' && sign !== 'DBIT'))
    throw new FormatError(
      'MALFORMED',
      `An entry of the account ${state.account} has no amount, no date or no direction.`,
    )
  const direction = sign === 'CRDT' ? 'credit' : 'debit'
  const currency = money.attribute('Ccy') ?? ''
  const endToEndId = provided(textAt(transaction, 'Refs', 'EndToEndId'))
  const said = {
    account: state.account,
    direction,
    amount,
    currency,
    bookedOn,
    ...(endToEndId && { endToEndId }),
    ...remittanceOf(entry, transaction),
    counterparty: counterpartyOf(transaction, direction),
  } as const
  const undoes = undoingOf(entry, transaction)
  const instructed = instructedOf(transaction, currency)
  const stated = statedIn(transaction)
  return {
    kind: 'entry',
    ...keysOf(said, entry, transaction, { ...part, seen: state.seen }),
    bankIds: bankIdsOf(entry, transaction, endToEndId),
    ...(instructed && { instructed }),
    ...(undoes && { undoes }),
    ...(!transaction && isBatch(entry) && { isBatch: true as const }),
    ...(stated.length > 0 && { stated }),
    ...said,
  }
}

const provided = (text: string | undefined): string | undefined =>
  text === undefined || /^NOT ?PROVIDED$/i.test(text) ? undefined : text

const isBatch = (entry: Piece): boolean =>
  entry.all('NtryDtls').some((details) => details.all('TxDtls').length > 1) ||
  Number(textAt(at(entry, 'NtryDtls'), 'Btch', 'NbOfTxs') ?? 1) > 1

const counterpartyOf = (
  transaction: Piece | undefined,
  direction: BankEntry['direction'],
): BankEntry['counterparty'] => {
  const parties = at(transaction, 'RltdPties')
  const [role, account] = direction === 'credit' ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct']
  const nameOf = (of: string): string | undefined => textAt(parties, of, 'Pty', 'Nm') ?? textAt(parties, of, 'Nm')
  const [name, ultimate] = [nameOf(role), nameOf(`Ultmt${role}`)]
  const iban = textAt(parties, account, 'Id', 'IBAN')
  return { ...(name && { name }), ...(iban && { iban }), ...(ultimate && { ultimate }) }
}

/** `RvslInd`, or the information about a return. */
const undoingOf = (entry: Piece, transaction: Piece | undefined): BankEntry['undoes'] => {
  const returned = at(transaction, 'RtrInf')
  const isReversal = [entry, transaction].some((one) => /^(true|1)$/.test(textAt(one, 'RvslInd') ?? ''))
  if (!returned && !isReversal) return undefined
  const words = [textAt(returned, 'Rsn', 'Cd') ?? textAt(returned, 'Rsn', 'Prtry'), textAt(returned, 'AddtlInf')]
  return { reason: words.filter(Boolean).join(' ') || 'Reversed by the bank' }
}

const instructedOf = (transaction: Piece | undefined, currency: string): BankEntry['instructed'] => {
  const money = instructedIn(transaction)
  const [amount, ordered] = [parseDecimal(money?.text.trim() ?? ''), money?.attribute('Ccy')]
  return amount && ordered !== undefined && ordered !== currency
    ? { amount: amount.toFixed(), currency: ordered }
    : undefined
}

/** What the payer said the money is for: references that programs read, and texts. */
const remittanceOf = (entry: Piece, transaction: Piece | undefined): Pick<BankEntry, 'references' | 'texts'> => {
  const remittance = transaction?.all('RmtInf') ?? []
  return {
    references: remittance
      .flatMap((one) => one.all('Strd'))
      .flatMap((one) => [
        textAt(one, 'CdtrRefInf', 'Ref'),
        ...one.all('RfrdDocInf').map((document) => textAt(document, 'Nb')),
      ])
      .filter((text) => text !== undefined),
    texts: [
      ...remittance.flatMap((one) => one.all('Ustrd')).map(({ text }) => text.trim()),
      textAt(transaction, 'AddtlTxInf'),
      transaction ? undefined : textAt(entry, 'AddtlNtryInf'),
    ].filter((text): text is string => text !== undefined && text !== ''),
  }
}

/** The amount of each document that the payer names; of a credit note it is the credit. */
const statedIn = (transaction: Piece | undefined): NonNullable<BankEntry['stated']> =>
  (transaction?.all('RmtInf') ?? [])
    .flatMap((one) => one.all('Strd'))
    .flatMap((one) => {
      const [number, ...others] = one.all('RfrdDocInf').flatMap((document) => textAt(document, 'Nb') ?? [])
      const named = number ?? textAt(one, 'CdtrRefInf', 'Ref')
      const amounts = at(one, 'RfrdDocAmt')
      const amount = parseDecimal(textAt(amounts, 'RmtdAmt') ?? textAt(amounts, 'CdtNoteAmt') ?? '')
      return named !== undefined && others.length === 0 && amount
        ? [{ number: named, amount: amount.abs().toFixed() }]
        : []
    })

const dayAt = (entry: Piece, name: string): string | undefined => {
  const day = (textAt(entry, name, 'Dt') ?? textAt(entry, name, 'DtTm'))?.slice(0, 10)
  return day && isDate(day) ? day : undefined
}

const bankIdsOf = (entry: Piece, transaction: Piece | undefined, endToEndId: string | undefined): string[] => {
  const of = (name: string): string | undefined => provided(textAt(transaction, 'Refs', name))
  const ids = [endToEndId, ...['AcctSvcrRef', 'TxId', 'UETR', 'InstrId', 'ClrSysRef'].map(of)]
  // Of a batch the reference names all its parts.
  const alone = entry.all('NtryDtls').flatMap((details) => details.all('TxDtls')).length < 2
  return [...new Set([...ids, alone ? textAt(entry, 'AcctSvcrRef') : undefined].flatMap((one) => one ?? []))]
}

const hash = (content: string): string => createHash('sha256').update(content).digest('hex')

type Said = Pick<
  BankEntry,
  'account' | 'direction' | 'currency' | 'bookedOn' | 'endToEndId' | 'references' | 'texts' | 'counterparty' | 'amount'
>

/** Which references of the bank a movement has: two that differ in the same one are two movements. */
const LEVELS = ['', 'transaction', 'entry', 'transaction+entry'] as const
const sharesLevel = (one: string, other: string): boolean =>
  one.split('+').some((level) => level !== '' && other.split('+').includes(level))

/**
 * By the bank's own identifiers, and by everything that is said of it with how often that came before in the file: a
 * statement and a notification do not always carry the same identifiers.
 */
const keysOf = (
  { amount, ...rest }: Said,
  entry: Piece,
  transaction: Piece | undefined,
  { index, isAlone, seen }: Part & Pick<EntryState, 'seen'>,
): Pick<BankEntry, 'keys' | 'sameAs'> => {
  const { account, direction, bookedOn, endToEndId } = rest
  const money = amount.toFixed(2)
  const [own, whole] = [textAt(transaction, 'Refs', 'AcctSvcrRef'), textAt(entry, 'AcctSvcrRef')]
  const byBank = [own && `${own}/${index}`, whole && `${whole}/${index}`, own && `${own}/0`]
  const named = [textAt(transaction, 'Refs', 'TxId'), textAt(transaction, 'Refs', 'UETR')]
  const level = [own && 'transaction', whole && isAlone && 'entry'].filter(Boolean).join('+')
  const {
    counterparty: { ultimate: _ultimate, ...counterparty },
    ...before
  } = rest
  const counted = (content: string): string => {
    const times = seen.get(content) ?? 0
    seen.set(content, times + 1)
    return `${content}#${times}`
  }
  const contents = [
    counted(JSON.stringify({ ...before, counterparty, amount: money })),
    ...(endToEndId ? [counted(JSON.stringify({ account, direction, bookedOn, endToEndId, amount: money }))] : []),
  ]
  const ids = [
    ...byBank.flatMap((banks) => (banks ? `${JSON.stringify({ account, banks, direction, amount: money })}#0` : [])),
    ...named.flatMap((id) => (provided(id) ? `${JSON.stringify({ account, id, direction, amount: money })}#0` : [])),
  ]
  const others = LEVELS.filter((one) => !sharesLevel(one, level))
  const hashed = (texts: readonly string[]): string[] => [...new Set(texts.map(hash))]
  return {
    keys: hashed([...ids, ...contents.map((content) => content + level)]),
    sameAs: hashed([...ids, ...contents.flatMap((content) => others.map((other) => content + other))]),
  }
}
