/** Files as banks write them, in the editions that are common. */
export interface Movement {
  amount: string
  direction?: 'CRDT' | 'DBIT'
  currency?: string
  bankReference?: string
  endToEndId?: string
  structured?: string
  text?: string
  /** Several `Ustrd`. */
  texts?: string[]
  /** `RfrdDocInf` with the amounts that the payer gives. */
  documents?: { number: string; amount?: string }[]
  instructed?: { amount: string; currency: string }
  /** `RvslInd`. */
  reversed?: boolean
  /** The reason of a return. */
  returned?: string
  transactionId?: string
  /** Several payments in one entry; without an amount of their own where only `InstdAmt` tells it. */
  parts?: Movement[]
  /** A part tells its amount in `InstdAmt` only. */
  instructedOnly?: boolean
  name?: string
  iban?: string
  status?: string
  bookedOn?: string
}

const optional = (name: string, content: string | undefined): string =>
  content === undefined ? '' : `<${name}>${content}</${name}>`
const escaped = (text: string | undefined): string | undefined => text?.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

type Edition = '02' | '08'

const remittanceXml = ({
  structured,
  text,
  texts = text === undefined ? [] : [text],
  documents = [],
}: Movement): string => {
  const strd = [
    ...(structured === undefined ? [] : [`<Strd><CdtrRefInf><Ref>${structured}</Ref></CdtrRefInf></Strd>`]),
    ...documents.map(
      ({ number, amount }) =>
        `<Strd><RfrdDocInf><Nb>${escaped(number)}</Nb></RfrdDocInf>` +
        `${amount === undefined ? '' : `<RfrdDocAmt><RmtdAmt Ccy="EUR">${amount}</RmtdAmt></RfrdDocAmt>`}</Strd>`,
    ),
  ]
  const inside = `${texts.map((one) => `<Ustrd>${escaped(one)}</Ustrd>`).join('')}${strd.join('')}`
  return inside === '' ? '' : `<RmtInf>${inside}</RmtInf>`
}

/** Edition 08 wraps status, parties and amounts in elements of their own. */
const transaction = (movement: Movement, direction: 'CRDT' | 'DBIT', edition: Edition): string => {
  const { amount, currency = 'EUR', endToEndId, transactionId, name, iban, instructed, instructedOnly } = movement
  const [role, account] = direction === 'CRDT' ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct']
  const money = `<Amt Ccy="${currency}">${amount}</Amt>`
  const ordered = instructed ?? (instructedOnly ? { amount, currency } : undefined)
  const details = [
    ordered ? `<InstdAmt><Amt Ccy="${ordered.currency}">${ordered.amount}</Amt></InstdAmt>` : '',
    instructedOnly || edition === '08' ? '' : `<TxAmt>${money}</TxAmt>`,
  ].join('')
  const party =
    name === undefined
      ? ''
      : `<${role}>${edition === '08' ? `<Pty><Nm>${escaped(name)}</Nm></Pty>` : `<Nm>${escaped(name)}</Nm>`}</${role}>`
  return (
    `<TxDtls><Refs>${optional('EndToEndId', escaped(endToEndId))}${optional('TxId', transactionId)}</Refs>` +
    `${edition === '08' && !instructedOnly ? money : ''}${details === '' ? '' : `<AmtDtls>${details}</AmtDtls>`}` +
    `<RltdPties>${party}` +
    `${iban === undefined ? '' : `<${account}><Id><IBAN>${iban}</IBAN></Id></${account}>`}</RltdPties>` +
    `${remittanceXml(movement)}` +
    `${movement.returned === undefined ? '' : `<RtrInf><Rsn><Cd>${movement.returned}</Cd></Rsn></RtrInf>`}</TxDtls>`
  )
}

const entry = (movement: Movement, edition: Edition): string => {
  const {
    amount,
    direction = 'CRDT',
    currency = 'EUR',
    bankReference,
    status = 'BOOK',
    bookedOn = '2026-11-20',
  } = movement
  return (
    `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>` +
    `${movement.reversed ? '<RvslInd>true</RvslInd>' : ''}<Sts>` +
    `${edition === '08' ? `<Cd>${status}</Cd>` : status}</Sts><BookgDt><Dt>${bookedOn}</Dt></BookgDt>` +
    `${optional('AcctSvcrRef', bankReference)}<NtryDtls>` +
    `${(movement.parts ?? [movement]).map((part) => transaction(part, direction, edition)).join('')}</NtryDtls></Ntry>`
  )
}

export const ACCOUNT = 'BE68539007547034'

export const camt053 = (movements: readonly Movement[], edition: Edition = '08', account = ACCOUNT): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n<Document ' +
  `xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${edition}"><BkToCstmrStmt><GrpHdr><MsgId>` +
  `M1</MsgId></GrpHdr><Stmt><Id>S1</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>` +
  `${movements.map((one) => entry(one, edition)).join('')}</Stmt></BkToCstmrStmt></Document>`

export const camt054 = (movements: readonly Movement[], edition: Edition = '08', account = ACCOUNT): string =>
  camt053(movements, edition, account)
    .replace('camt.053', 'camt.054')
    .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
    .replaceAll('Stmt>', 'Ntfctn>')

export interface Outcome {
  endToEndId: string
  status: string
  reason?: string
}

const outcomeXml = ({ endToEndId, status, reason }: Outcome): string =>
  `<TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${status}</TxSts>` +
  `${optional('StsRsnInf', reason && `<Rsn><Cd>${reason}</Cd></Rsn>`)}</TxInfAndSts>`

export const pain002 = (orderId: string, outcomes: readonly Outcome[], groupStatus?: string): string =>
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>' +
  `R1</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${orderId}</OrgnlMsgId><OrgnlMsgNmId>` +
  `pain.001.001.09</OrgnlMsgNmId>${optional('GrpSts', groupStatus)}</OrgnlGrpInfAndSts>` +
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${orderId}-1</OrgnlPmtInfId>` +
  `${outcomes.map(outcomeXml).join('')}` +
  '</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>'
