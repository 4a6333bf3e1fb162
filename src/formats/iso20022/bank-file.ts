/**
 * What a bank says: account statements and notifications (camt.053, camt.054), and what became of an order (pain.002).
 */
import { createHash } from 'node:crypto'
import { isDate } from '../../values/dates.ts'
import { type Decimal, parseDecimal } from '../../values/money.ts'
import { FormatError } from '../format-error.ts'
import { type Found, type Piece, streamElements } from '../xml/stream.ts'
import { comparable } from './remittance.ts'

/** Money that came or went. */
export type BankEntry = {
  kind: 'entry'
  /** The same for the same movement, in whichever file it comes, and however often. */
  key: string
  account: string
  direction: 'credit' | 'debit'
  amount: Decimal
  currency: string
  bookedOn: string
  endToEndId?: string
  /** What the payer gave as reference, structured or not. */
  references: string[]
  texts: string[]
  counterparty: { name?: string; iban?: string }
}

/** What became of a transfer that we ordered. */
export type TransferStatus = {
  kind: 'status'
  endToEndId: string
  status: 'accepted' | 'rejected' | 'pending'
  code: string
  reason?: string
}

/** What became of a whole order. */
export type OrderStatus = {
  kind: 'order'
  orderId: string
  status: TransferStatus['status']
  code: string
  reason?: string
}

export type BankLine = BankEntry | TransferStatus | OrderStatus

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:(camt\.053|camt\.054|pain\.002)\.001\.\d{2}$/

/** Statement, account and entry of camt; group, payment and transaction of pain.002. */
const WANTED = ['Acct', 'Ntry', 'OrgnlGrpInfAndSts', 'PmtInfSts', 'TxInfAndSts']

/** The movements and statuses of a file, one after the other: only one of them is held at a time. */
export function* readBankFile(bytes: Uint8Array): Generator<BankLine> {
  const state: State = { account: '', orderId: '', seen: new Map() }
  let any = false
  for (const found of streamElements(bytes, WANTED)) {
    if (!any && !NAMESPACE.test(found.namespace)) throw unsupported(found.namespace)
    any = true
    yield* (readers[found.element.name] ?? nothing)(found, state)
  }
  if (!any)
    throw new FormatError(
      'UNSUPPORTED',
      'The file contains neither an account nor a status, so it is not a camt.053, camt.054 or pain.002.',
    )
}

const unsupported = (namespace: string): FormatError =>
  new FormatError('UNSUPPORTED', `The file is "${namespace}". Send a camt.053, camt.054 or pain.002.`)

interface State {
  account: string
  /** The order that statuses are about. */
  orderId: string
  /** How often a movement without an identifier of the bank has come in this file: two alike are two. */
  seen: Map<string, number>
}

type Reader = (found: Found, state: State) => Iterable<BankLine>
const nothing: Reader = () => []

const readers: Readonly<Record<string, Reader>> = {
  Acct: ({ element }, state) => {
    state.account = textAt(element, 'Id', 'IBAN') ?? textAt(element, 'Id', 'Othr', 'Id') ?? ''
    return []
  },
  Ntry: ({ element }, state) => entriesOf(element, state),
  OrgnlGrpInfAndSts: ({ element }, state) => {
    state.orderId = textAt(element, 'OrgnlMsgId') ?? ''
    return orderStatus(textAt(element, 'GrpSts'), element, state)
  },
  PmtInfSts: ({ element }, state) => orderStatus(element.text.trim(), element, state),
  TxInfAndSts: ({ element }) => statusOf(element),
}

const at = (element: Piece | undefined, ...path: string[]): Piece | undefined =>
  path.reduce<Piece | undefined>((inner, name) => inner?.first(name), element)
const textAt = (element: Piece | undefined, ...path: string[]): string | undefined =>
  at(element, ...path)?.text.trim() || undefined

function* entriesOf(entry: Piece, state: State): Generator<BankEntry> {
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')
  // What is announced only is not there yet.
  if (status !== undefined && status !== 'BOOK') return
  const transactions = entry.all('NtryDtls').flatMap((details) => details.all('TxDtls'))
  const [only, ...others] = transactions
  if (others.length === 0) yield* entryOf(entry, only, state, 0)
  else if (transactions.every((one) => moneyIn(one) !== undefined))
    for (const [index, transaction] of transactions.entries()) yield* entryOf(entry, transaction, state, index)
  // Of a batch whose parts have no amounts only the sum is known.
  else yield* entryOf(entry, undefined, state, 0)
}

const moneyIn = (transaction: Piece | undefined): Piece | undefined =>
  at(transaction, 'Amt') ?? at(transaction, 'AmtDtls', 'TxAmt', 'Amt')

function* entryOf(entry: Piece, transaction: Piece | undefined, state: State, index: number): Generator<BankEntry> {
  const money = moneyIn(transaction) ?? at(entry, 'Amt')
  const amount = parseDecimal(money?.text.trim() ?? '')
  const bookedOn = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt')
  const sign = textAt(transaction, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')
  if (!money || !amount || !bookedOn || (sign !== 'CRDT' && sign !== 'DBIT'))
    throw new FormatError(
      'MALFORMED',
      `An entry of the account ${state.account} has no amount, no date or no direction.`,
    )
  const direction = sign === 'CRDT' ? 'credit' : 'debit'
  const parties = at(transaction, 'RltdPties')
  const [role, account] = direction === 'credit' ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct']
  const name = textAt(parties, role, 'Pty', 'Nm') ?? textAt(parties, role, 'Nm')
  const iban = textAt(parties, account, 'Id', 'IBAN')
  const endToEndId = textAt(transaction, 'Refs', 'EndToEndId')
  const said = {
    account: state.account,
    direction,
    amount,
    currency: money.attribute('Ccy') ?? '',
    bookedOn,
    ...(endToEndId && endToEndId !== 'NOTPROVIDED' && { endToEndId }),
    ...remittanceOf(entry, transaction),
    counterparty: { ...(name && { name }), ...(iban && { iban }) },
  } as const
  const banks = textAt(transaction, 'Refs', 'AcctSvcrRef') ?? textAt(entry, 'AcctSvcrRef')
  yield { kind: 'entry', key: keyOf(said, banks && `${banks}/${index}`, state), ...said }
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

const dayAt = (entry: Piece, name: string): string | undefined => {
  const day = (textAt(entry, name, 'Dt') ?? textAt(entry, name, 'DtTm'))?.slice(0, 10)
  return day && isDate(day) ? day : undefined
}

/**
 * By the bank's own identifier; without one, by everything that is said of it, and how often that came before in the
 * file.
 */
const keyOf = (said: Omit<BankEntry, 'kind' | 'key'>, banks: string | undefined, { seen }: State): string => {
  const { amount, ...rest } = said
  const content = JSON.stringify(
    banks === undefined
      ? { ...rest, amount: amount.toFixed(2) }
      : { account: said.account, banks, direction: said.direction, amount: amount.toFixed(2) },
  )
  const times = banks === undefined ? (seen.get(content) ?? 0) : 0
  if (banks === undefined) seen.set(content, times + 1)
  return createHash('sha256').update(`${content}#${times}`).digest('hex')
}

/** ExternalPaymentTransactionStatus, as far as it decides. */
const statuses: Readonly<Record<string, TransferStatus['status']>> = {
  ACCP: 'accepted',
  ACSP: 'accepted',
  ACSC: 'accepted',
  ACCC: 'accepted',
  ACWC: 'accepted',
  ACTC: 'accepted',
  RJCT: 'rejected',
  CANC: 'rejected',
}

const reasonIn = (element: Piece): { reason?: string } => {
  const reason = at(element, 'StsRsnInf')
  const words = [textAt(reason, 'Rsn', 'Cd') ?? textAt(reason, 'Rsn', 'Prtry'), textAt(reason, 'AddtlInf')]
    .filter(Boolean)
    .join(' ')
  return words === '' ? {} : { reason: words }
}

/** PART says that its transfers differ: each has a status of its own. */
const orderStatus = (code: string | undefined, element: Piece, { orderId }: State): OrderStatus[] =>
  code === undefined || code === '' || code === 'PART' || orderId === ''
    ? []
    : [{ kind: 'order', orderId, status: statuses[code] ?? 'pending', code, ...reasonIn(element) }]

function* statusOf(transaction: Piece): Generator<TransferStatus> {
  const endToEndId = textAt(transaction, 'OrgnlEndToEndId')
  const code = textAt(transaction, 'TxSts')
  if (!endToEndId || !code) return
  yield { kind: 'status', endToEndId, status: statuses[code] ?? 'pending', code, ...reasonIn(transaction) }
}

/**
 * Every word of what a payer wrote that may be a number or a reference of ours, in the form by which they are compared.
 */
export const candidatesOf = ({ references, texts }: BankEntry): string[] => {
  const words = texts.flatMap((text) => text.split(/[\s,;]+/))
  const said = [
    ...references,
    ...texts,
    ...words,
    ...texts.flatMap((text) => text.match(/RF\d{2}(?: ?[A-Z0-9]{1,4}){1,6}|\+{3}[\d/]+\+{3}/g) ?? []),
  ]
  return [...new Set(said.map(comparable))].filter((text) => text.length >= 3 && text.length <= 140).slice(0, 200)
}
