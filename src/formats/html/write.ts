import type { Invoice } from '../invoice.ts'
import type { Order } from '../order.ts'
import { qrModules } from '../readable/qr.ts'
import { readableView } from '../readable/view.ts'
import { type Fact, type ReadableLine, type ReadableView } from '../readable/readable-view.ts'
import { colorOf, type Look } from '../readable/look.ts'
import { addressOf } from '../readable/picture.ts'
import { addressOfDrawing } from '../readable/svg.ts'

/** Text that has been made safe to stand in HTML. The only way to get one is `html` or `escaped`. */
type Safe = { readonly safe: string }

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)

type Part = string | Safe | readonly Safe[]
const render = (part: Part): string =>
  typeof part === 'string' ? escaped(part) : 'safe' in part ? part.safe : part.map(({ safe }) => safe).join('')

/** A template whose every value is escaped unless it is a template itself. */
const html = (texts: TemplateStringsArray, ...parts: Part[]): Safe => ({
  safe: texts.reduce((out, text, index) => out + text + (index < parts.length ? render(parts[index] ?? '') : ''), ''),
})

const META = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width">`

/** The readable view as one HTML page without scripts or outside references. */
export const writeHtml = (document: Invoice | Order, look: Look = {}): string => {
  const view = readableView(document, look.language)
  const color = colorOf(look)
  const address = look.drawing ? addressOfDrawing(look.drawing) : look.logo && addressOf(look.logo)
  const logo = address === undefined ? [] : [html`<img class="logo" alt="" src="${address}">`]
  const title = html`<title>${view.title} ${view.number}</title>`
  return html`<!doctype html>
<html lang="${view.language}"><head>${META}${title}
<style>${css(color)}</style></head><body>
<header>${logo}<h1>${view.title} <span>${view.number}</span></h1></header>
<section class="parties">${view.parties.map(party)}</section>
<dl class="facts">${view.facts.map(fact)}</dl>
${linesTable(view)}
<div class="sums">${vatTable(view)}<table class="totals">${view.sums.map(sumRow)}</table></div>
${paymentSection(view)}
${paragraphs(view.labels.notes, view.notes)}${paragraphs(view.labels.attachments, view.attachments)}
</body></html>
`.safe
}

const css = (color: string): Safe => ({
  safe: `body{font:14px/1.45 "DejaVu Sans",Arial,sans-serif;color:#222;
max-width:52rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
h1{color:${color};font-size:1.6rem;margin:0}
h1 span{font-weight:400}
h2{color:${color};font-size:1rem;margin:1.2rem 0 .3rem}
header{display:flex;gap:1rem;align-items:center;border-bottom:2px solid ${color};padding-bottom:.6rem}
.logo{max-height:4rem;max-width:12rem}
.parties{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(14rem,100%),1fr));gap:1rem;margin:1rem 0}
.parties h2{margin-top:0}
.parties p{margin:0}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.5rem 0}
.facts dt{color:#666}
.facts dd{margin:0;white-space:pre-line}
table{border-collapse:collapse;width:100%}
th{text-align:left;font-weight:600;overflow-wrap:normal}
td,th{padding:.3rem .4rem;vertical-align:top}
.lines{margin-top:1rem}
.lines thead th{background:${color};color:#fff}
.lines tbody tr{border-bottom:1px solid #ddd}
.number{text-align:right;white-space:nowrap}
.lines tr>:first-child{min-width:2em}
.details{color:#666;font-size:.85em;white-space:pre-line}
.sums{display:flex;justify-content:space-between;gap:2rem;margin:1rem 0;align-items:flex-start;flex-wrap:wrap}
.sums table{width:auto}
.totals{margin-left:auto}
.totals td{text-align:right;white-space:nowrap}
.totals th{font-weight:400}
.strong th,.strong td{font-weight:700;border-top:2px solid ${color}}
.payment{display:flex;justify-content:space-between;gap:2rem}
.qr{width:7rem;text-align:center;font-size:.75rem;color:#666}
.note{white-space:pre-line;margin:.2rem 0}
@media(max-width:40rem){.lines{display:block;overflow-x:auto}.lines thead th{white-space:normal}}
@media print{body{margin:0}}`,
})

const party = ({ label, name, lines }: ReadableView['parties'][number]): Safe =>
  html`<div><h2>${label}</h2><p><strong>${name}</strong></p>${lines.map((line) => html`<p>${line}</p>`)}</div>`

const fact = ({ label, value }: Fact): Safe => html`<dt>${label}</dt><dd>${value}</dd>`

const sumRow = ({ label, value, strong }: ReadableView['sums'][number]): Safe =>
  html`<tr class="${strong ? 'strong' : ''}"><th>${label}</th><td>${value}</td></tr>`

const numberHead = (text: string): Safe => html`<th class="number">${text}</th>`
const numberCell = (text: string): Safe => html`<td class="number">${text}</td>`
const detail = (text: string): Safe => html`<div class="details">${text}</div>`

const lineRow = ({ id, name, details, quantity, price, vat, net }: ReadableLine): Safe => {
  const numbers = [quantity, price, vat, net].map(numberCell)
  return html`<tr><td>${id}</td><td>${name}${details.map(detail)}</td>${numbers}</tr>
`
}

const linesTable = ({ labels, lines }: ReadableView): Safe => {
  const numbers = [labels.quantity, labels.unitPrice, labels.vat, labels.net].map(numberHead)
  return html`<table class="lines"><thead><tr><th>#</th><th>${labels.description}</th>${numbers}</tr></thead><tbody>
${lines.map(lineRow)}</tbody></table>`
}

const vatRow = ({ category, reason, base, rate, amount }: ReadableView['vat'][number]): Safe => {
  const numbers = [base, rate, amount].map(numberCell)
  return html`<tr><td>${category}${reason ? detail(reason) : []}</td>${numbers}</tr>`
}

const vatTable = ({ labels, vat }: ReadableView): Safe => {
  if (vat.length === 0) return html``
  const numbers = [labels.base, labels.rate, labels.vatTotal].map(numberHead)
  const head = html`<thead><tr><th>${labels.vat}</th>${numbers}</tr></thead>`
  return html`<table class="vat">${head}<tbody>${vat.map(vatRow)}</tbody></table>`
}

const paymentSection = (view: ReadableView): Safe => {
  if (view.payment.length === 0) return html``
  const facts = html`<h2>${view.labels.payment}</h2><dl class="facts">${view.payment.map(fact)}</dl>`
  return html`<section class="payment"><div>${facts}</div>${qr(view)}</section>`
}

/** The payment code as a drawing, one path of squares. */
const qr = ({ paymentQr, labels }: ReadableView): Safe => {
  if (paymentQr === undefined) return html``
  const modules = qrModules(paymentQr)
  const path = modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  const size = String(modules.length + 4)
  const label = labels.scanToPay
  const drawing = html`<svg viewBox="-2 -2 ${size} ${size}" role="img" aria-label="${label}"><path d="${path}"/></svg>`
  return html`<div class="qr">${drawing}${label}</div>`
}

const paragraphs = (title: string, texts: readonly string[]): Safe =>
  texts.length === 0
    ? html``
    : html`<section><h2>${title}</h2>${texts.map((text) => html`<p class="note">${text}</p>`)}</section>`
