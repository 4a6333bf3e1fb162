/** A client of `/afnor`, as accounting products write theirs. */
import { createHash } from 'node:crypto'
import { cdarOf } from '../../src/lifecycle/messages/write-cdar.ts'
import type { Answer, Body, Caller, Tenant } from './app.ts'
import type { Trade } from './trade.ts'

export const FLOWS = '/afnor/flow-service/v1/flows'

interface Form {
  flowInfo?: object | string
  file?: Uint8Array | string
  /** The file before its signaling. */
  fileFirst?: boolean
  /** The signaling as a part with a type, as browsers and generated clients send it. */
  asPart?: boolean
}

const CRLF = '\r\n'

export const formOf = ({ flowInfo, file, fileFirst = false, asPart = false }: Form): Buffer => {
  const part = (head: string, body: Uint8Array | string): Buffer[] => [
    Buffer.from(`--xyz${CRLF}${head}${CRLF}${CRLF}`),
    Buffer.from(body),
    Buffer.from(CRLF),
  ]
  const said =
    flowInfo === undefined
      ? []
      : part(
          `Content-Disposition: form-data; name="flowInfo"${asPart ? '; filename="blob"' : ''}` +
            `${asPart ? `${CRLF}Content-Type: application/json` : ''}`,
          typeof flowInfo === 'string' ? flowInfo : JSON.stringify(flowInfo),
        )
  const sent =
    file === undefined
      ? []
      : part(
          `Content-Disposition: form-data; name="file"; filename="f.xml"${CRLF}Content-Type: application/octet-stream`,
          file,
        )
  return Buffer.concat([...(fileFirst ? [...sent, ...said] : [...said, ...sent]), Buffer.from(`--xyz--${CRLF}`)])
}

export const submit = (who: Caller, form: Form, headers: Record<string, string> = {}): Promise<Answer> =>
  who.send('POST', FLOWS, formOf(form), { 'content-type': 'multipart/form-data; boundary=xyz', ...headers })

export const search = (who: Caller, where: object, more: object = {}, headers = {}): Promise<Answer> =>
  who.post(`${FLOWS}/search`, { where, ...more }, headers)

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

let submitted = 0

const NOTHING_SAID = {
  status: null,
  source: 'api',
  author: 'erp',
  reasonCode: null,
  motif: null,
  reason: null,
  note: null,
  requestedAction: null,
  payment: null,
  amounts: [],
  corrections: [],
}

/** Invoices that a French company has sent, with numbers of their own. */
export class AfnorTrade {
  readonly trade: Trade
  readonly #xml: string
  readonly #number: string
  private constructor(trade: Trade, xml: string, number: string) {
    this.trade = trade
    this.#xml = xml
    this.#number = number
  }
  static async of(trade: Trade): Promise<AfnorTrade> {
    const { sent, number } = await trade.exchange()
    const { body } = await trade.supplier.get(`/v1/documents/${sent}/xml`)
    return new AfnorTrade(trade, String(body), number)
  }
  /** A new one, changed as the test likes. */
  invoice(change: (xml: string) => string = (xml) => xml): { xml: string; number: string } {
    const number = `AF-${++submitted}`
    return { xml: change(this.#xml.replaceAll(this.#number, number)), number }
  }
  /** Submitted and taken: the flow as it is then. */
  async take(who: Caller, form: Form): Promise<Body> {
    const { status, body } = await submit(who, form)
    if (status !== 202) throw new Error(`Not taken: ${JSON.stringify(body)}`)
    await this.trade.settle()
    return (await who.get(`${FLOWS}/${body.flowId}`)).body
  }
  /** A status as the other platform would have written it, by a document of its own. */
  async status(
    who: Tenant,
    documentId: string,
    said: { frenchStatus: string; party: 'buyer' | 'supplier' } & Record<string, unknown>,
  ): Promise<string> {
    const { platform, clock } = this.trade.app
    const { organizationId } = who
    const document = (await platform.db.client.document.findUniqueOrThrow({
      where: { organizationId_id: { organizationId, id: documentId } },
      include: { company: true },
    })) as Body
    const moment = clock.now()
    const entry = { ...NOTHING_SAID, happenedAt: moment, recordedAt: moment, ...said } as Body
    const number = `ERP-${moment.getTime()}-${said.frenchStatus}`
    return Buffer.from(cdarOf({ number, entry, document }, 'other side')).toString()
  }
}
