import type { Bidi } from 'bidi-js'
import type { Fonts } from './fonts.ts'
import { type Line, linesOf, runsLeft } from './right-to-left.ts'

/** A4 in points, and the margins around what is set. */
export const PAGE = { width: 595.28, height: 841.89, left: 42, right: 42, top: 42, bottom: 56 } as const
export const WIDTH = PAGE.width - PAGE.left - PAGE.right
const FLOOR = PAGE.height - PAGE.bottom

/** Programs that read the page aloud are told the role of each text. */
type Role = 'H1' | 'H2' | 'P'
type Style = { size?: number; bold?: boolean; color?: string; align?: 'left' | 'right' | 'center'; role?: Role }
export type Cell = Style & { text: string; width: number }
type RowOptions = { fill?: string; padding?: number; isHead?: boolean }

/** The longest text set in one piece; a longer one is cut at a space so that no piece is taller than a page. */
const PIECE = 1_200

export const pieces = (text: string): string[] => {
  const out: string[] = []
  let rest = text
  while (rest.length > PIECE) {
    const space = rest.lastIndexOf(' ', PIECE)
    const cut = space > 0 ? space : PIECE
    out.push(rest.slice(0, cut))
    rest = rest.slice(cut).trimStart()
  }
  return [...out, rest]
}

/** A text in one piece: pdfkit sets word after word otherwise, from left to right, with the space on the wrong side. */
const WHOLE: { features: PDFKit.Mixins.OpenTypeFeatures[] } = { features: [] }

/** What PDF metadata can say without escaping: letters, digits and simple marks. */
const plain = (text: string): string => text.normalize('NFKD').replace(/[^\w .,/#:-]/g, '')

/** A page cursor over pdfkit: sets text at a place, and rows one below the other from page to page. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  y: number = PAGE.top
  /** Set again at the top of each page that a table runs over to. */
  repeat: (() => void) | undefined
  /** The element of the structure that the next text belongs to; undefined for ornaments. */
  #parent: PDFKit.PDFStructureElement | undefined
  #table: PDFKit.PDFStructureElement | undefined
  readonly #bidi: Bidi
  #last: { of: string; lines: Line[] } | undefined
  readonly #chunks: Uint8Array[] = []

  /**
   * `date` stands for "now" in the metadata: the same document gives the same bytes. What sets pages is a large part of
   * what there is to load, and waits for the first page.
   */
  static async open(fonts: Fonts, about: { title: string; language: string; date: Date }): Promise<Sheet> {
    const [{ default: Pdf }, { default: bidi }] = await Promise.all([import('pdfkit'), import('bidi-js')])
    const doc = new Pdf({
      size: 'A4',
      margins: { top: PAGE.top, bottom: 0, left: PAGE.left, right: PAGE.right },
      bufferPages: true,
      pdfVersion: '1.7',
      subset: 'PDF/A-3b',
      lang: about.language,
      displayTitle: true,
      tagged: true,
      info: {
        Title: plain(about.title),
        Creator: 'Invoice Exchange',
        Producer: 'Invoice Exchange',
        CreationDate: about.date,
        ModDate: about.date,
      },
    } as PDFKit.PDFDocumentOptions)
    doc.registerFont('regular', Buffer.from(fonts.regular))
    doc.registerFont('bold', Buffer.from(fonts.bold))
    // Its types are those of a module, and what it is is CommonJS.
    return new Sheet(doc, (bidi as unknown as () => Bidi)())
  }

  private constructor(doc: PDFKit.PDFDocument, bidi: Bidi) {
    this.doc = doc
    this.#bidi = bidi
    this.doc.on('data', (chunk: Uint8Array) => this.#chunks.push(chunk))
    this.#parent = this.doc.struct('Document')
    this.doc.addStructure(this.#parent)
  }

  style({ size = 9, bold = false, color = '#222222' }: Style): this {
    this.doc
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(color)
    return this
  }

  height(text: string, width: number, style: Style = {}): number {
    if (text === '') return 0
    const { doc } = this.style(style)
    if (runsLeft(text)) return this.#linesOf(text, width, style).length * doc.currentLineHeight(true)
    return doc.heightOfString(text, { width })
  }

  /** Sets a text at a place and says how high it is. */
  text(text: string, x: number, y: number, width: number, style: Style = {}): number {
    if (text === '') return 0
    this.style(style)
    this.#mark(style.role ?? 'P', {}, () => {
      if (runsLeft(text)) this.#lines(this.#linesOf(text, width, style), x, y, width, style)
      else this.doc.text(text, x, y, { width, align: style.align ?? 'left' })
    })
    return this.height(text, width, style)
  }

  /** Draws a picture that says something. */
  figure(alt: string, draw: () => void): void {
    this.#mark('Figure', { alt }, draw)
  }

  /** Draws what says nothing. */
  ornament(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.doc.endMarkedContent()
  }

  #mark(role: string, options: PDFKit.Mixins.StructureElementOptions, draw: () => void): void {
    if (!this.#parent) return this.ornament(draw)
    const content = this.doc.markStructureContent(role)
    draw()
    this.doc.endMarkedContent()
    this.#parent.add(this.doc.struct(role, options, content))
  }

  #within(element: PDFKit.PDFStructureElement | undefined, draw: () => void): void {
    const outer = this.#parent
    this.#parent = element
    draw()
    this.#parent = outer
  }

  #element(role: string): PDFKit.PDFStructureElement {
    const element = this.doc.struct(role)
    this.#parent?.add(element)
    return element
  }

  /** The rows that are set meanwhile are those of one table. */
  table(draw: () => void): void {
    this.#table = this.#element('Table')
    draw()
    this.#table = undefined
  }

  /** A row asks for the same lines several times: for its height, and to be set. */
  #linesOf(text: string, width: number, { size, bold }: Style): Line[] {
    const of = [text, width, size, bold].join('|')
    if (this.#last?.of !== of)
      this.#last = { of, lines: linesOf(this.#bidi, text, width, (word) => this.doc.widthOfString(word)) }
    return this.#last.lines
  }

  /** Lines whose parts run into both directions, each part at its place. */
  #lines(lines: readonly Line[], x: number, y: number, width: number, { align = 'left' }: Style): void {
    for (const [index, { parts, startsRight }] of lines.entries()) {
      const widths = parts.map((part) => this.doc.widthOfString(part, WHOLE))
      const free = width - widths.reduce((sum, one) => sum + one, 0)
      let at = x + (align === 'center' ? free / 2 : align === 'right' || startsRight ? free : 0)
      for (const [place, part] of parts.entries()) {
        this.doc.text(part, at, y + index * this.doc.currentLineHeight(true), { ...WHOLE, lineBreak: false })
        at += widths[place] ?? 0
      }
    }
  }

  /** Makes sure that `height` points are left on the page. */
  need(height: number): void {
    if (this.y + height <= FLOOR) return
    this.#closePage()
    this.doc.addPage()
    this.y = PAGE.top
    const { repeat } = this
    if (repeat) this.#within(undefined, repeat)
  }

  rowHeight(cells: readonly Cell[], padding = 3): number {
    return Math.max(...cells.map((cell) => this.height(cell.text, cell.width - 6, cell))) + 2 * padding
  }

  /** One row of cells side by side; `fill` colours its ground. */
  row(cells: readonly Cell[], { fill, padding = 3, isHead = false }: RowOptions = {}): void {
    const height = this.rowHeight(cells, padding)
    this.need(height)
    if (fill) this.ornament(() => this.doc.rect(PAGE.left, this.y, WIDTH, height).fill(fill))
    const inTable = this.#parent !== undefined && this.#table !== undefined
    this.#within(inTable ? this.#rowOf(this.#table) : this.#parent, () => {
      let x: number = PAGE.left
      for (const cell of cells) {
        const set = () => this.text(cell.text, x + 3, this.y + padding, cell.width - 6, cell)
        if (inTable) this.#within(this.#cellOf(isHead), set)
        else set()
        x += cell.width
      }
    })
    this.y += height
  }

  #rowOf(table: PDFKit.PDFStructureElement | undefined): PDFKit.PDFStructureElement {
    const row = this.doc.struct('TR')
    table?.add(row)
    return row
  }

  #cellOf(isHead: boolean): PDFKit.PDFStructureElement {
    const cell = this.#element(isHead ? 'TH' : 'TD')
    // Its types do not have what the library documents for attributes of other kinds.
    if (isHead && 'dictionary' in cell)
      Object.assign((cell.dictionary as PDFKit.PDFKitReference).data, { A: { O: 'Table', Scope: 'Column' } })
    return cell
  }

  rule(color: string, x: number = PAGE.left, width: number = WIDTH, thickness = 0.5): void {
    const { doc, y } = this
    this.ornament(() =>
      doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(thickness)
        .strokeColor(color)
        .stroke(),
    )
  }

  /** A text over the whole width, from page to page. */
  paragraph(text: string, style: Style = {}): void {
    for (const piece of text.split('\n').flatMap(pieces)) {
      const height = this.height(piece, WIDTH, style)
      this.need(height)
      this.text(piece, PAGE.left, this.y, WIDTH, style)
      this.y += Math.max(height, 4)
    }
  }

  /** Compresses what is on the page, which takes far more memory open; its foot becomes a second content. */
  #closePage(): void {
    const { page } = this.doc
    const body = page.content
    page.content = this.doc.ref({})
    Object.assign(page.dictionary.data, { Contents: [body, page.content] })
    body.end(undefined)
  }

  /** Writes the foot of every page, now that their number is known, and closes the file. */
  async finish(foot: (page: number, pages: number) => string): Promise<Uint8Array> {
    this.#closePage()
    const { start, count } = this.doc.bufferedPageRange()
    for (let page = 0; page < count; page += 1) {
      this.doc.switchToPage(start + page)
      const style = { size: 7.5, color: '#777777', align: 'center' } as const
      this.#within(undefined, () => this.text(foot(page + 1, count), PAGE.left, PAGE.height - 36, WIDTH, style))
    }
    const ended = new Promise<void>((resolve, reject) => {
      this.doc.on('end', resolve)
      this.doc.on('error', reject)
    })
    this.doc.end()
    await ended
    return new Uint8Array(Buffer.concat(this.#chunks))
  }
}
