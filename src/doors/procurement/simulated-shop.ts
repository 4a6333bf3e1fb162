/** The page of the simulated shop: articles, a cart, and the form by which a real shop hands it back. No script. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type SoldItem, writeOrderMessage } from '../../formats/cxml/write.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { OCI_CALLBACK } from '../../procurement/start-cart.ts'
import { PUNCH_OUT_CALLBACK } from '../../procurement/start-punch-out.ts'
import { SIMULATED_PATH, SIMULATED_SENDER, type SimulatedVisit, visitIn } from '../../upstreams/shops/sandbox.ts'
import { Decimal } from '../../values/money.ts'
import { type Html, html, sendPage } from '../oauth/html.ts'
import { textsOf } from './delivery.ts'

type Article = Omit<SoldItem, 'quantity'>

const article = (
  supplierPartId: string,
  description: string,
  longText: string,
  unit: string,
  price: string,
  unspsc: string,
) => ({
  supplierPartId,
  auxiliaryId: `SB-${supplierPartId}`,
  description,
  longText,
  unit,
  price,
  currency: 'EUR',
  unspsc,
  leadTimeDays: 2,
})

const articles: readonly Article[] = [
  article(
    '5555',
    'Desk chair “Excelsior”',
    'Leather reclining desk chair with padded arms',
    'EA',
    '254.40',
    '56101504',
  ),
  article('4711', 'Copy paper A4, 80 g', 'Box of 5 × 500 sheets', 'XBX', '21.95', '14111507'),
  article('0815', 'Ballpoint pen, blue', 'Sold by the dozen', 'DZN', '6.48', '44121704'),
  article('1337', 'Installation on site', 'An hour of a technician', 'HUR', '89.00', '81111811'),
]

const MOST = 9_999

const quantityOf = (query: Record<string, unknown>, { supplierPartId }: Article): string | undefined => {
  const text = query[`q${supplierPartId}`]
  return typeof text === 'string' && /^\d{1,4}$/.test(text) && Number(text) > 0 ? String(Number(text)) : undefined
}

const chosenIn = (query: Record<string, unknown>): SoldItem[] =>
  articles.flatMap((one) => {
    const quantity = quantityOf(query, one)
    return quantity === undefined ? [] : [{ ...one, quantity }]
  })

const totalOf = (items: readonly SoldItem[]): string =>
  items.reduce((sum, { price, quantity }) => sum.plus(new Decimal(price).times(quantity)), new Decimal(0)).toFixed(2)

const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`

/** The fields of OCI 4.0 that a shop posts. */
const ociFields = (items: readonly SoldItem[]): Html[] =>
  items.flatMap((item, index) => {
    const fields: Record<string, string> = {
      DESCRIPTION: item.description,
      QUANTITY: item.quantity,
      UNIT: item.unit,
      PRICE: item.price,
      PRICEUNIT: '1',
      CURRENCY: item.currency,
      LEADTIME: String(item.leadTimeDays),
      VENDORMAT: item.supplierPartId,
      EXT_PRODUCT_ID: item.auxiliaryId,
      EXT_SCHEMA_TYPE: 'UNSPSC',
      EXT_CATEGORY_ID: item.unspsc,
    }
    const number = index + 1
    return [
      ...Object.entries(fields).map(([name, value]) => hidden(`NEW_ITEM-${name}[${number}]`, value)),
      hidden(`NEW_ITEM-LONGTEXT_${number}:132[]`, item.longText),
    ]
  })

const messageOf = ({ buyerCookie }: SimulatedVisit, items: readonly SoldItem[]): string =>
  writeOrderMessage({
    payloadId: 'sandbox-shop',
    timestamp: '2026-01-01T00:00:00Z',
    from: SIMULATED_SENDER,
    to: { domain: 'NetworkID', identity: 'buyer' },
    sender: SIMULATED_SENDER,
    buyerCookie,
    orderId: `SB-${articles.length}${items.length}`,
    total: totalOf(items),
    currency: 'EUR',
    items,
  })

const handBackForm = (visit: SimulatedVisit, items: readonly SoldItem[], label: string, look = ''): Html =>
  visit.protocol === 'oci'
    ? html`<form method="post" action="${OCI_CALLBACK}?flowie_cookie=${encodeURIComponent(visit.buyerCookie)}"
        accept-charset="utf-8">${ociFields(items)}${hidden('~OkCode', 'ADDI')}${hidden('~TARGET', '_top')}
        ${hidden('~CALLER', 'CTLG')}<button class="${look}">${label}</button></form>`
    : html`<form method="post" action="${PUNCH_OUT_CALLBACK}" accept-charset="utf-8">
        ${hidden('cxml-urlencoded', messageOf(visit, items))}<button class="${look}">${label}</button></form>`

const money = (amount: string): string => `${amount} EUR`

const showArticles = (request: FastifyRequest, reply: FastifyReply, visit: SimulatedVisit): FastifyReply => {
  const texts = textsOf(request)
  const query = request.query as Record<string, unknown>
  const rows = articles.map(
    (one) => html`<dt><label for="q${one.supplierPartId}"><strong>${one.description}</strong><br>
      <span class="note">${one.longText}</span></label></dt>
      <dd>${money(one.price)}<br><input id="q${one.supplierPartId}" name="q${one.supplierPartId}"
      type="number" min="0" max="${MOST}" value="${quantityOf(query, one) ?? '0'}" aria-label="${texts.quantity}"></dd>`,
  )
  const body = html`<p class="warn">${texts.shopText}</p>
    <form method="get"><input type="hidden" name="cart" value="1"><dl>${rows}</dl>
    <div class="row"><button>${texts.toCart}</button></div></form>
    <hr>${handBackForm(visit, [], texts.cancel, 'link')}`
  return sendPage(request, reply, { title: texts.shop, body, target: ANYWHERE })
}

/** The callback sends the browser on to the buyer, whose address the shop does not know. */
const ANYWHERE = 'https: http:'

const showCart = (
  request: FastifyRequest,
  reply: FastifyReply,
  visit: SimulatedVisit,
  items: readonly SoldItem[],
): FastifyReply => {
  const texts = textsOf(request)
  const rows = items.map(
    (one) => html`<dt>${one.quantity} × ${one.description}</dt>
      <dd>${money(new Decimal(one.price).times(one.quantity).toFixed(2))}</dd>`,
  )
  const again = new URLSearchParams(items.map((one) => [`q${one.supplierPartId}`, one.quantity])).toString()
  const body = html`<dl>${rows}<dt><strong>${texts.total}</strong></dt>
    <dd><strong>${money(totalOf(items))}</strong></dd></dl>
    <div class="row">${handBackForm(visit, items, texts.handBack)}
    <a class="button plain" href="?${again}">${texts.back}</a></div>`
  return sendPage(request, reply, { title: texts.cart, body, target: ANYWHERE })
}

export const mountSimulatedShop = (app: FastifyInstance): void =>
  void app.get(`${SIMULATED_PATH}:visit`, { config: { door: 'procurement' } }, (request, reply) => {
    const visit = visitIn((request.params as { visit: string }).visit)
    if (!visit) throw new AppError('RESOURCE_NOT_FOUND')
    const query = request.query as Record<string, unknown>
    const items = chosenIn(query)
    return query['cart'] === '1' && items.length > 0
      ? showCart(request, reply, visit, items)
      : showArticles(request, reply, visit)
  })
