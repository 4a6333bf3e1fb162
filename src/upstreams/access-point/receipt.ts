import { create } from 'xmlbuilder2'

const EB = 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/'
const EBBP = 'http://docs.oasis-open.org/ebxml-bp/ebbp-signals-2.0'
const DS = 'http://www.w3.org/2000/09/xmldsig#'

/**
 * A signal such as access points answer with: which message, with which digest, and when. The same message has the same
 * receipt.
 */
export const receiptFor = ({
  instanceId,
  hash,
  receivedAt,
}: {
  instanceId: string
  hash: string
  receivedAt: Date
}): Uint8Array => {
  const xml = create({ version: '1.0', encoding: 'UTF-8' }).ele(EB, 'eb:SignalMessage')
  const info = xml.ele(EB, 'eb:MessageInfo')
  info.ele(EB, 'eb:Timestamp').txt(receivedAt.toISOString())
  info.ele(EB, 'eb:MessageId').txt(`receipt-${instanceId}@sandbox`)
  info.ele(EB, 'eb:RefToMessageId').txt(`${instanceId}@sandbox`)
  const part = xml
    .ele(EB, 'eb:Receipt')
    .ele(EBBP, 'ebbp:NonRepudiationInformation')
    .ele(EBBP, 'ebbp:MessagePartNRInformation')
  const reference = part.ele(DS, 'ds:Reference', { URI: `cid:${encodeURIComponent(instanceId)}` })
  reference.ele(DS, 'ds:DigestMethod', { Algorithm: 'http://www.w3.org/2001/04/xmlenc#sha256' })
  reference.ele(DS, 'ds:DigestValue').txt(Buffer.from(hash, 'hex').toString('base64'))
  return new Uint8Array(Buffer.from(xml.end()))
}
