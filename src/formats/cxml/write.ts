/** The cXML that we write: what opens a shop, what the simulated shop hands back, and answers with a status. */
import type { CartLine } from '../cart/cart.ts'
import { type XmlContent, type XmlObject, writeXml } from '../xml/write.ts'
import type { CxmlCredential } from './document.ts'

const DTD = '<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.063/cXML.dtd">'

/** Names the message, for whoever looks for it in a log. */
interface Stamp {
  payloadId: string
  timestamp: string
}

export interface CxmlParties {
  from: Pick<CxmlCredential, 'domain' | 'identity'>
  to: Pick<CxmlCredential, 'domain' | 'identity'>
  sender: CxmlCredential
}

const document = ({ payloadId, timestamp }: Stamp, content: XmlObject): string =>
  writeXml(
    'cXML',
    {},
    {
      '@payloadID': payloadId,
      '@timestamp': timestamp,
      '@version': '1.2.063',
      '@xml:lang': 'en',
      ...content,
    },
  ).replace('?>', `?>${DTD}`)

const credential = ({
  domain,
  identity,
  sharedSecret,
}: Omit<CxmlCredential, 'sharedSecret'> & Partial<CxmlCredential>) => ({
  Credential: {
    '@domain': domain,
    Identity: identity,
    ...(sharedSecret != null && { SharedSecret: sharedSecret }),
  },
})

const header = ({ from, to, sender }: CxmlParties): XmlObject => ({
  From: credential(from),
  To: credential(to),
  Sender: { ...credential(sender), UserAgent: 'InvoiceExchange' },
})

export interface SetupRequest extends Stamp, CxmlParties {
  operation: 'create' | 'edit' | 'inspect'
  buyerCookie: string
  /** Where the browser brings the cart. */
  formPostUrl: string
  shopUrl: string
  deploymentMode: 'production' | 'test'
  /** Who buys, as the shop may show it. */
  buyerName: string
  /** Of a cart that is changed or looked at again. */
  lines: readonly CartLine[]
}

const itemOut = (line: CartLine): XmlContent => ({
  '@quantity': line.quantity,
  '@lineNumber': String(line.number),
  ItemID: {
    SupplierPartID: line.supplierPartId ?? '',
    ...(line.supplierPartAuxiliaryId !== null && { SupplierPartAuxiliaryID: line.supplierPartAuxiliaryId }),
  },
})

export const writeSetupRequest = (request: SetupRequest): string =>
  document(request, {
    Header: header(request),
    Request: {
      '@deploymentMode': request.deploymentMode,
      PunchOutSetupRequest: {
        '@operation': request.operation,
        BuyerCookie: request.buyerCookie,
        Extrinsic: { '@name': 'BuyerName', '#': request.buyerName },
        BrowserFormPost: { URL: request.formPostUrl },
        SupplierSetup: { URL: request.shopUrl },
        ...(request.lines.length > 0 && { ItemOut: request.lines.map(itemOut) }),
      },
    },
  })

export interface ShopStatus {
  code: number
  text: string
  message: string
}

const status = ({ code, text, message }: ShopStatus): XmlObject => ({
  Status: { '@code': String(code), '@text': text, '@xml:lang': 'en', '#': message },
})

export const writeStatus = (stamp: Stamp, answer: ShopStatus): string => document(stamp, { Response: status(answer) })

export const writeSetupResponse = (stamp: Stamp, startPage: string): string =>
  document(stamp, {
    Response: {
      ...status({ code: 200, text: 'OK', message: '' }),
      PunchOutSetupResponse: { StartPage: { URL: startPage } },
    },
  })

/** One line as the simulated shop sells it. */
export interface SoldItem {
  supplierPartId: string
  auxiliaryId: string
  description: string
  longText: string
  quantity: string
  unit: string
  price: string
  currency: string
  unspsc: string
  leadTimeDays: number
}

const money = (amount: string, currency: string): XmlObject => ({ Money: { '@currency': currency, '#': amount } })

const itemIn = (item: SoldItem): XmlContent => ({
  '@quantity': item.quantity,
  ItemID: { SupplierPartID: item.supplierPartId, SupplierPartAuxiliaryID: item.auxiliaryId },
  ItemDetail: {
    UnitPrice: money(item.price, item.currency),
    Description: { '@xml:lang': 'en', '#': item.description },
    UnitOfMeasure: item.unit,
    Classification: { '@domain': 'UNSPSC', '#': item.unspsc },
    LeadTime: String(item.leadTimeDays),
    Extrinsic: { '@name': 'Details', '#': item.longText },
  },
})

export interface SoldCart extends Stamp, CxmlParties {
  buyerCookie: string
  orderId: string
  total: string
  currency: string
  items: readonly SoldItem[]
}

export const writeOrderMessage = (cart: SoldCart): string =>
  document(cart, {
    Header: header(cart),
    Message: {
      PunchOutOrderMessage: {
        BuyerCookie: cart.buyerCookie,
        PunchOutOrderMessageHeader: {
          '@operationAllowed': 'edit',
          Total: money(cart.total, cart.currency),
          SupplierOrderInfo: { '@orderID': cart.orderId },
        },
        ItemIn: cart.items.map(itemIn),
      },
    },
  })
