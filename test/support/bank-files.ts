/** Files as banks write them, in the editions that are common. */
export interface Movement {
  amount: string
  direction?: 'CRDT' | 'DBIT'
  currency?: string
  bankReference?: string
  endToEndId?: string
  structured?: string
  text?: string
  name?: string
  iban?: string
  status?: string
  bookedOn?: string
}

const optional = (name: string, content: string | undefined): string =>
  content === undefined ? '' : `<${name}>${content}</${name}>`
const escaped = (text: string | undefined): string | undefined => text?.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

type Edition = '02' | '08'

/** Edition 08 wraps status, parties and amounts in elements of their own. */
const entry = (
  {
    amount,
    direction = 'CRDT',
    currency = 'EUR',
    bankReference,
    endToEndId,
    structured,
    text,
    name,
    iban,
    status = 'BOOK',
    bookedOn = '2026-11-20',
  }: Movement,
  edition: Edition,
): string => {
  const [role, account] = direction === 'CRDT' ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct']
  const money = `<Amt Ccy="${currency}">${amount}</Amt>`
  const party =
    name === undefined
      ? ''
      : `<${role}>${edition === '08' ? `<Pty><Nm>${escaped(name)}</Nm></Pty>` : `<Nm>${escaped(name)}</Nm>`}</${role}>`
  const remittance =
    structured === undefined && text === undefined
      ? ''
      : `<RmtInf>${optional('Ustrd', escaped(text))}` +
        `${structured === undefined ? '' : `<Strd><CdtrRefInf><Ref>${structured}</Ref></CdtrRefInf></Strd>`}` +
        '</RmtInf>'
  return (
    `<Ntry>${money}<CdtDbtInd>${direction}</CdtDbtInd><Sts>` +
    `${edition === '08' ? `<Cd>${status}</Cd>` : status}</Sts><BookgDt><Dt>${bookedOn}</Dt></BookgDt>` +
    `${optional('AcctSvcrRef', bankReference)}<NtryDtls><TxDtls><Refs>${optional('EndToEndId', endToEndId)}` +
    `</Refs>${edition === '08' ? money : `<AmtDtls><TxAmt>${money}</TxAmt></AmtDtls>`}<RltdPties>${party}` +
    `${iban === undefined ? '' : `<${account}><Id><IBAN>${iban}</IBAN></Id></${account}>`}</RltdPties>` +
    `${remittance}</TxDtls></NtryDtls></Ntry>`
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
