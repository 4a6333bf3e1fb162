/**
 * What a bank says: account statements and notifications (camt.053, camt.054), and what became of an order (pain.002).
 */
import { FormatError } from '../format-error.ts'
import { type Found, type Piece, streamElements } from '../xml/stream.ts'
import { type BankEntry, type EntryState, at, entriesOf, textAt } from './bank-entry.ts'

export type { BankEntry }

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

interface State extends EntryState {
  /** The order that statuses are about. */
  orderId: string
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
