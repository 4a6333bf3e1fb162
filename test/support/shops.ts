/** A shop of a partner, and what it hands back. */
import { expect } from 'vitest'
import type { Answer, Body, Caller, Tenant } from './app.ts'

/** A participant that the simulated network knows. */
export const SUPPLIER = '0208:0417497106'
export const RETURN = 'https://buying.example.com/threads'
export const SENDER = { domain: 'NetworkID', identity: 'sandbox-shop', sharedSecret: 'sandbox-shop-secret' }

const identity = (name: string) => ({ domain: 'NetworkID', identity: name })

export const shopOf = async (
  tenant: Caller,
  protocol: 'oci' | 'cxml',
  more: object = {},
  peppolId: string = SUPPLIER,
): Promise<Body> => {
  const made = await tenant.post('/v1/partners', { peppolId, name: 'Workchairs' })
  const partnerId = made.status === 201 ? made.body.id : made.body.error.details[0].existingId
  const own =
    protocol === 'oci'
      ? { parameters: [{ name: 'USERNAME', value: 'buyer' }] }
      : {
          from: identity('buyer'),
          to: identity('seller'),
          sender: identity('platform'),
          sharedSecret: 'abracadabra',
          senders: [SENDER],
        }
  const { status, body } = await tenant.post('/v1/procurement/shops', {
    partnerId,
    name: 'Office supplies',
    protocol,
    url: 'https://shop.example.com/punchout',
    returnUrls: [RETURN],
    ...own,
    ...more,
  })
  expect(body).toMatchObject({ id: expect.stringMatching(/^shop_/) })
  expect(status).toBe(201)
  return body
}

export const visitTo = async (tenant: Caller, shop: Body, more: object = {}): Promise<Body> => {
  const way = shop.protocol === 'oci' ? 'carts' : 'punch-out'
  const { status, body } = await tenant.post(`/v1/procurement/shops/${shop.id}/${way}`, {
    returnUrl: `${RETURN}/7`,
    ...more,
  })
  expect({ status, body }).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^csess_/) } })
  return body
}

/** Fields of OCI as a browser posts them. */
export const formOf = (lines: readonly Record<string, string>[]): string =>
  new URLSearchParams(
    lines.flatMap((line, index) =>
      Object.entries(line).map(([name, value]): [string, string] => [`NEW_ITEM-${name}[${index + 1}]`, value]),
    ),
  ).toString()

export const CHAIR = {
  DESCRIPTION: 'Desk chair',
  QUANTITY: '2',
  UNIT: 'EA',
  PRICE: '254.40',
  CURRENCY: 'EUR',
  VENDORMAT: '5555',
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export const postOci = (
  anyone: Caller,
  cookie: string,
  form: string | Buffer = formOf([CHAIR]),
  headers: Record<string, string> = {},
): Promise<Answer> =>
  anyone.send('POST', `/document/oci-callback?flowie_cookie=${encodeURIComponent(cookie)}`, form, {
    ...FORM,
    ...headers,
  })

interface Message {
  senders?: readonly { domain: string; identity: string; sharedSecret?: string | null }[]
  total?: string
  currency?: string
  items?: string
  prolog?: string
  operationAllowed?: string
}

export const ITEM = `<ItemIn quantity="2"><ItemID><SupplierPartID>5555</SupplierPartID>
<SupplierPartAuxiliaryID>E-1</SupplierPartAuxiliaryID></ItemID><ItemDetail><UnitPrice><Money currency="EUR">254.40</Money>
</UnitPrice><Description xml:lang="en">Desk chair</Description><UnitOfMeasure>EA</UnitOfMeasure>
<Classification domain="UNSPSC">56101504</Classification></ItemDetail></ItemIn>`

export const PROLOG = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.063/cXML.dtd">`

export const orderMessage = (
  cookie: string,
  {
    senders = [SENDER],
    total = '508.80',
    currency = 'EUR',
    items = ITEM,
    prolog = PROLOG,
    operationAllowed = 'edit',
  }: Message = {},
): string => `${prolog}
<cXML payloadID="1" timestamp="2026-11-22T10:00:00Z"><Header><From><Credential domain="NetworkID"><Identity>s</Identity>
</Credential></From><To><Credential domain="NetworkID"><Identity>b</Identity></Credential></To><Sender>${senders
  .map(
    ({ domain, identity: name, sharedSecret }) =>
      `<Credential domain="${domain}"><Identity>${name}</Identity>${
        sharedSecret == null ? '' : `<SharedSecret>${sharedSecret}</SharedSecret>`
      }</Credential>`,
  )
  .join(
    '',
  )}<UserAgent>test</UserAgent></Sender></Header><Message><PunchOutOrderMessage><BuyerCookie>${cookie}</BuyerCookie>
<PunchOutOrderMessageHeader operationAllowed="${operationAllowed}"><Total><Money currency="${currency}">${total}</Money></Total>
</PunchOutOrderMessageHeader>${items}</PunchOutOrderMessage></Message></cXML>`

export const postXml = (anyone: Caller, xml: string | Buffer, type = 'application/xml'): Promise<Answer> =>
  anyone.send('POST', '/document/punchout-callback', xml, { 'content-type': type })

export const postCxmlForm = (anyone: Caller, field: string, value: string): Promise<Answer> =>
  anyone.send('POST', '/document/punchout-callback', new URLSearchParams({ [field]: value }).toString(), FORM)

/** The carts of the organization, newest first. */
export const cartsOf = async (tenant: Tenant | Caller, query = ''): Promise<Body[]> =>
  (await tenant.get(`/v1/procurement/carts${query}`)).body.data
