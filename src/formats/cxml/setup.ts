/** The opening of a shop: the request as a shop reads it, and the answer as we do. */
import { FormatError } from '../format-error.ts'
import { type CxmlCredential, at, payloadOf, readCxml, sendersOf, textAt } from './document.ts'

export interface SetupRequestRead {
  operation: string
  buyerCookie: string
  formPostUrl: string
  senders: CxmlCredential[]
}

export const readSetupRequest = (source: Uint8Array | string): SetupRequestRead => {
  const root = readCxml(source)
  const request = payloadOf(root)
  if (request?.name !== 'PunchOutSetupRequest')
    throw new FormatError('UNSUPPORTED', 'The message is not a PunchOutSetupRequest.', root.line, root.column)
  return {
    operation: request.attribute('operation') ?? '',
    buyerCookie: textAt(request, 'BuyerCookie') ?? '',
    formPostUrl: textAt(request, 'BrowserFormPost', 'URL') ?? '',
    senders: sendersOf(root),
  }
}

export interface SetupResponse {
  status: { code: number; text: string; message: string }
  /** Null where the shop does not open. */
  startPage: string | null
}

export const readSetupResponse = (source: Uint8Array | string): SetupResponse => {
  const root = readCxml(source)
  const status = at(root, 'Response', 'Status')
  const code = Number(status?.attribute('code') ?? '')
  if (status === undefined || !Number.isInteger(code) || code < 100 || code > 999)
    throw new FormatError('UNSUPPORTED', 'The answer has no cXML status.', root.line, root.column)
  return {
    status: { code, text: status.attribute('text') ?? '', message: status.stringValue.trim() },
    startPage: textAt(root.first('Response'), 'PunchOutSetupResponse', 'StartPage', 'URL'),
  }
}
