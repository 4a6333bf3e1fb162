import { toSepa } from '../../values/transliterate.ts'
import { type OpenElement, type XmlObject, streamXml } from '../xml/write.ts'
import { structuredReference } from './remittance.ts'
import type { Transfer, TransferOrder } from './transfer-order.ts'
import { secondOf } from '../../values/dates.ts'

/** Where the editions of the message differ. */
const editions = {
  '09': {
    namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
    bic: 'BICFI',
    date: (day: string) => ({ Dt: day }),
  },
  '03': { namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.03', bic: 'BIC', date: (day: string) => day },
} as const

export type Pain001Edition = keyof typeof editions
export const pain001Editions = Object.keys(editions).toSorted().toReversed() as [Pain001Edition, ...Pain001Edition[]]

/** What every bank of the Single Euro Payments Area takes, and no longer than it takes it. */
const sepa = (text: string, length: number): string => toSepa(text).slice(0, length).trim() || 'NOTPROVIDED'

const LONGEST_NAME = 70
const LONGEST_ID = 35
const LONGEST_REMITTANCE = 140

const agent = (bic: string | undefined, name: string): XmlObject => ({
  FinInstnId: bic ? { [name]: bic } : { Othr: { Id: 'NOTPROVIDED' } },
})

const remittanceOf = (text: string): XmlObject => {
  const structured = structuredReference(text)
  if (!structured) return { Ustrd: sepa(text, LONGEST_REMITTANCE) }
  const { reference, issuer } = structured
  return {
    Strd: { CdtrRefInf: { Tp: { CdOrPrtry: { Cd: 'SCOR' }, ...(issuer && { Issr: issuer }) }, Ref: reference } },
  }
}

const transferOf = ({ endToEndId, amount, creditor, remittance }: Transfer, bic: string): XmlObject => ({
  PmtId: { EndToEndId: sepa(endToEndId, LONGEST_ID) },
  Amt: { InstdAmt: { '@Ccy': 'EUR', '#': amount.toFixed(2) } },
  ...(creditor.bic && { CdtrAgt: agent(creditor.bic, bic) }),
  Cdtr: { Nm: sepa(creditor.name, LONGEST_NAME) },
  CdtrAcct: { Id: { IBAN: creditor.iban } },
  RmtInf: remittanceOf(remittance),
})

/** pain.001 in pieces: a credit transfer initiation of one group, each transfer when it is asked for. */
export const writePain001 = (
  order: TransferOrder,
  transfers: Iterable<Transfer>,
  edition: Pain001Edition = '09',
): Generator<string> => {
  const { namespace, bic, date } = editions[edition]
  const { id, createdAt, executionDate, batchBooking, debtor, count, sum } = order
  const [name, totals] = [sepa(debtor.name, LONGEST_NAME), { NbOfTxs: String(count), CtrlSum: sum.toFixed(2) }]
  const header = {
    MsgId: sepa(id, LONGEST_ID),
    CreDtTm: `${secondOf(createdAt)}Z`,
    ...totals,
    InitgPty: { Nm: name },
  }
  const group = {
    PmtInfId: sepa(`${id}-1`, LONGEST_ID),
    PmtMtd: 'TRF',
    BtchBookg: String(batchBooking),
    ...totals,
    PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
    ReqdExctnDt: date(executionDate),
    Dbtr: { Nm: name },
    DbtrAcct: { Id: { IBAN: debtor.iban } },
    DbtrAgt: agent(debtor.bic, bic),
    ChrgBr: 'SLEV',
  }
  const path: OpenElement[] = [
    { name: 'Document', before: {} },
    { name: 'CstmrCdtTrfInitn', before: { GrpHdr: header } },
    { name: 'PmtInf', before: group },
  ]
  return streamXml(
    path,
    { '': namespace },
    'CdtTrfTxInf',
    each(transfers, (transfer) => transferOf(transfer, bic)),
  )
}

function* each<A, B>(items: Iterable<A>, convert: (item: A) => B): Generator<B> {
  for (const item of items) yield convert(item)
}
