import type { Invoice } from '../invoice.ts'
import type { Order } from '../order.ts'
import { colorOf, type Look } from '../readable/look.ts'
import type { Picture } from '../readable/picture.ts'
import { qrModules } from '../readable/qr.ts'
import { readableView } from '../readable/view.ts'
import { type ReadableView, type Fact } from '../readable/readable-view.ts'
import type { Fonts } from './fonts.ts'
import { PAGE, Sheet, WIDTH, pieces, type Cell } from './page.ts'
import { startOfDay } from '../../values/dates.ts'

const GREY = '#666666'

/** The readable view as PDF/A-3. `prepare` may add to the file before it is closed (an embedded invoice). */
export const writePdf = async (
  document: Invoice | Order,
  fonts: Fonts,
  look: Look = {},
  prepare?: (doc: PDFKit.PDFDocument, date: Date) => void,
): Promise<Uint8Array> => {
  const view = readableView(document, look.language)
  const color = colorOf(look)
  const date = dateOf(document.issueDate)
  const sheet = await Sheet.open(fonts, { title: `${view.title} ${view.number}`, language: view.language, date })
  prepare?.(sheet.doc, date)
  head(sheet, view, color, look.logo)
  parties(sheet, view, color)
  lines(sheet, view, color)
  sums(sheet, view, color)
  payment(sheet, view, color)
  texts(sheet, view.labels.notes, view.notes, color)
  texts(sheet, view.labels.attachments, view.attachments, color)
  return sheet.finish((page, pages) => `${view.title} ${view.number} · ${view.labels.page} ${page} / ${pages}`)
}

/** Metadata must say when a file was made; the day of issue is the only time that the document knows. */
const dateOf = (issueDate: string): Date => {
  const date = startOfDay(issueDate)
  return Number.isNaN(date.getTime()) ? new Date(0) : date
}

const head = (sheet: Sheet, view: ReadableView, color: string, logo: Picture | undefined): void => {
  if (logo)
    sheet.figure(view.parties[0]?.name ?? '', () =>
      sheet.doc.image(logo.bytes, PAGE.left, PAGE.top, { fit: [WIDTH * 0.33, 52] }),
    )
  const x = PAGE.left + WIDTH * 0.35
  const title = sheet.text(view.title, x, PAGE.top, WIDTH * 0.65, {
    size: 18,
    bold: true,
    color,
    align: 'right',
    role: 'H1',
  })
  const number = sheet.text(view.number, x, PAGE.top + title, WIDTH * 0.65, { size: 11, color: GREY, align: 'right' })
  sheet.y = Math.max(PAGE.top + title + number, logo ? PAGE.top + 56 : 0) + 8
  sheet.rule(color, PAGE.left, WIDTH, 1.5)
  sheet.y += 10
}

const GAP = 14

const parties = (sheet: Sheet, view: ReadableView, color: string): void => {
  const width = (WIDTH - 2 * GAP) / 3
  const columns = [
    ...view.parties.slice(0, 2).map((party) => (x: number) => partyBlock(sheet, party, x, width, color)),
    (x: number) => factBlock(sheet, view.facts, x, width),
  ]
  const top = sheet.y
  const bottoms = columns.map((draw, index) => {
    sheet.y = top
    return draw(PAGE.left + index * (width + GAP))
  })
  sheet.y = Math.max(...bottoms) + 8
  const more = view.parties.slice(2)
  if (more.length === 0) return
  const second = sheet.y
  sheet.y =
    Math.max(
      ...more.map(
        (party, index) => (
          (sheet.y = second),
          partyBlock(sheet, party, PAGE.left + index * (width + GAP), width, color)
        ),
      ),
    ) + 8
}

const partyBlock = (
  sheet: Sheet,
  { label, name, lines }: ReadableView['parties'][number],
  x: number,
  width: number,
  color: string,
): number => {
  let y = sheet.y
  y += sheet.text(label, x, y, width, { size: 8, bold: true, color, role: 'H2' }) + 2
  y += sheet.text(name, x, y, width, { bold: true }) + 1
  for (const line of lines) y += sheet.text(line, x, y, width, { size: 8.5 })
  return y
}

const factBlock = (sheet: Sheet, facts: readonly Fact[], x: number, width: number): number => {
  let y = sheet.y
  for (const { label, value } of facts) {
    const left = sheet.text(label, x, y, width * 0.45, { size: 8, color: GREY })
    const right = sheet.text(value, x + width * 0.46, y, width * 0.54, { size: 8.5, align: 'right' })
    y += Math.max(left, right) + 2
  }
  return y
}

/** Widths in per cent: number, description, quantity, price, VAT, net. */
const COLUMNS = [6, 42, 14, 15, 8, 15].map((share) => (share * WIDTH) / 100)
const cells = (texts: readonly string[], style: Omit<Cell, 'text' | 'width'> = {}): Cell[] =>
  texts.map((text, index) => ({ ...style, text, width: COLUMNS[index] ?? 0, align: index > 1 ? 'right' : 'left' }))

/** In points: a line that is higher may run over to the next page. */
const KEPT_TOGETHER = 150

const lines = (sheet: Sheet, { labels, lines }: ReadableView, color: string): void => {
  const titles = () =>
    sheet.row(
      cells(['#', labels.description, labels.quantity, labels.unitPrice, labels.vat, labels.net], {
        size: 8,
        bold: true,
        color: '#ffffff',
      }),
      { fill: color, isHead: true },
    )
  sheet.y += 4
  sheet.need(60)
  sheet.table(() => {
    titles()
    sheet.repeat = titles
    for (const line of lines) {
      const [name = '', ...rest] = pieces(line.name)
      const first = cells([line.id, name, line.quantity, line.price, line.vat, line.net], { size: 8.5 })
      const details = [...rest, ...line.details.flatMap(pieces)].map((detail) =>
        cells(['', detail], { size: 7.5, color: GREY }),
      )
      const height = details.reduce((sum, detail) => sum + sheet.rowHeight(detail, 0), sheet.rowHeight(first))
      if (height <= KEPT_TOGETHER) sheet.need(height)
      sheet.row(first)
      for (const detail of details) sheet.row(detail, { padding: 0 })
      sheet.y += 2
      sheet.rule('#dddddd')
    }
  })
  sheet.repeat = undefined
  sheet.y += 10
}

/** VAT breakdown to the left, totals to the right, side by side where both fit on the page. */
const sums = (sheet: Sheet, view: ReadableView, color: string): void => {
  const [left, right] = [WIDTH * 0.52, WIDTH * 0.42]
  const totalsHeight = view.sums.length * 16 + 6
  const vatHeight =
    view.vat.length === 0
      ? 0
      : 16 +
        view.vat.reduce(
          (height, { reason }) => height + 14 + (reason ? sheet.height(reason, left, { size: 7.5 }) : 0),
          0,
        )
  sheet.need(Math.min(Math.max(totalsHeight, vatHeight), 400))
  const top = sheet.y
  const totalsEnd = totals(sheet, view, PAGE.left + WIDTH - right, right, color)
  const pageOfTotals = sheet.doc.bufferedPageRange().count
  sheet.y = top
  if (view.vat.length > 0) sheet.table(() => vatTable(sheet, view, left, color))
  const moved = sheet.doc.bufferedPageRange().count !== pageOfTotals
  sheet.y = (moved ? sheet.y : Math.max(sheet.y, totalsEnd)) + 10
}

const totals = (sheet: Sheet, { sums }: ReadableView, x: number, width: number, color: string): number => {
  let y = sheet.y
  for (const { label, value, strong } of sums) {
    if (strong) {
      sheet.y = y + 1
      sheet.rule(color, x, width, 1)
      y += 4
    }
    const style = strong ? { size: 10.5, bold: true } : { size: 9 }
    const height = Math.max(
      sheet.text(label, x, y, width * 0.55, style),
      sheet.text(value, x + width * 0.45, y, width * 0.55, { ...style, align: 'right' }),
    )
    y += height + 3
  }
  return y
}

const vatTable = (sheet: Sheet, { vat, labels }: ReadableView, width: number, color: string): void => {
  const widths = [0.34, 0.24, 0.16, 0.26].map((share) => share * width)
  const row = (texts: readonly string[], style: Omit<Cell, 'text' | 'width'>): Cell[] =>
    texts.map((text, index) => ({ ...style, text, width: widths[index] ?? 0, align: index > 0 ? 'right' : 'left' }))
  sheet.row(row([labels.vat, labels.base, labels.rate, labels.vatTotal], { size: 8, bold: true, color }), {
    padding: 1,
    isHead: true,
  })
  for (const { category, base, rate, amount, reason } of vat) {
    sheet.row(row([category, base, rate, amount], { size: 8.5 }), { padding: 1 })
    if (reason)
      for (const piece of pieces(reason)) sheet.row([{ text: piece, width, size: 7.5, color: GREY }], { padding: 0 })
  }
}

const QR_SIZE = 84

const payment = (sheet: Sheet, view: ReadableView, color: string): void => {
  if (view.payment.length === 0) return
  sheet.need(view.paymentQr ? QR_SIZE + 30 : 40)
  const top = sheet.y
  sheet.y += sheet.text(view.labels.payment, PAGE.left, sheet.y, WIDTH, { size: 10, bold: true, color, role: 'H2' }) + 3
  for (const { label, value } of view.payment) {
    const [first = '', ...rest] = value.split('\n').flatMap(pieces)
    sheet.row(
      [
        { text: label, width: 90, size: 8.5, color: GREY },
        { text: first, width: WIDTH - 90 - QR_SIZE - 20, size: 8.5 },
      ],
      { padding: 1 },
    )
    for (const piece of rest)
      sheet.row(
        [
          { text: '', width: 90 },
          { text: piece, width: WIDTH - 90 - QR_SIZE - 20, size: 8.5 },
        ],
        { padding: 1 },
      )
  }
  if (view.paymentQr === undefined) sheet.y += 8
  else {
    const start = sheet.y < top ? PAGE.top : top
    drawQr(sheet, view.paymentQr, view.labels.scanToPay, PAGE.left + WIDTH - QR_SIZE, start)
    sheet.y = Math.max(sheet.y, start + QR_SIZE + 16)
  }
}

const drawQr = (sheet: Sheet, text: string, caption: string, x: number, y: number): void => {
  const modules = qrModules(text)
  const side = QR_SIZE / modules.length
  sheet.figure(caption, () => {
    for (const [row, dots] of modules.entries()) {
      for (const [column, dark] of dots.entries())
        if (dark) sheet.doc.rect(x + column * side, y + row * side, side, side)
    }
    sheet.doc.fill('#000000')
  })
  sheet.text(caption, x - 10, y + QR_SIZE + 3, QR_SIZE + 20, { size: 7, color: GREY, align: 'center' })
}

const texts = (sheet: Sheet, title: string, paragraphs: readonly string[], color: string): void => {
  if (paragraphs.length === 0) return
  sheet.need(36)
  sheet.y += 4
  sheet.paragraph(title, { size: 10, bold: true, color, role: 'H2' })
  for (const text of paragraphs) sheet.paragraph(text, { size: 8.5 })
  sheet.y += 4
}
