import { invoiceBody } from '../../../src/formats/json/body.ts'
import { draftInvoice } from '../../../src/formats/json/draft.ts'
import { loadFonts } from '../../../src/formats/pdf/fonts.ts'
import { writeFacturX } from '../../../src/formats/pdf/facturx.ts'
import { readCii, writeCii } from '../../../src/formats/cii/invoice.ts'
import { writeHtml } from '../../../src/formats/html/write.ts'
import { readUbl, writeUbl } from '../../../src/formats/ubl/invoice.ts'
import { readXml } from '../../../src/formats/xml/tree.ts'
import { validate } from '../../../src/rules/validate.ts'
import { buyer, seller } from '../../support/bodies.ts'

/**
 * One process, warm: median and 99th percentile in milliseconds. Targets: JSON to validated UBL of 10 lines <= 1.5 ms.
 */

const line = (index: number) => ({
  description: `Item ${index}`,
  quantity: 3,
  unit: 'HUR',
  unitPrice: '10.555',
  vatRate: index % 3 === 0 ? 6 : 21,
  itemCode: `A-${index}`,
})

const bodyOf = (lines: number) => ({
  number: 'F-1',
  issueDate: '2026-01-31',
  dueDate: '2026-03-02',
  currency: 'EUR',
  note: 'Thank you',
  buyerReference: 'PO-7',
  paymentIban: 'BE68539007547034',
  paymentReference: 'F-1',
  allowances: [{ percent: 10, vatRate: 21 }],
  lines: Array.from({ length: lines }, (_, index) => line(index)),
})

const draft = (body: unknown) =>
  draftInvoice({ type: 'invoice', document: invoiceBody.parse(body), seller, buyer, profile: 'peppol-billing' })

const say = (text: string): boolean => process.stdout.write(`${text}\n`)

const measure = async (name: string, times: number, work: () => unknown): Promise<number> => {
  for (let index = 0; index < times; index += 1) await work()
  const spent: number[] = []
  for (let index = 0; index < times; index += 1) {
    const start = performance.now()
    await work()
    spent.push(performance.now() - start)
  }
  const sorted = Float64Array.from(spent).sort()
  const [median = 0, p99 = 0] = [sorted[times >> 1], sorted[Math.floor(times * 0.99)]]
  say(`${name.padEnd(44)} median ${median.toFixed(3).padStart(9)}   p99 ${p99.toFixed(3).padStart(9)}`)
  return median
}

const bench = async (lines: number, times: number): Promise<void> => {
  say(`${lines} lines`)
  const body = bodyOf(lines)
  const invoice = draft(body)
  const [ubl, cii] = [writeUbl(invoice), writeCii(invoice)]
  say(`  UBL of ${(ubl.length / 1024).toFixed(0)} kB`)
  await measure('  JSON body -> invoice', times, () => draft(body))
  await measure('  write UBL', times, () => writeUbl(invoice))
  await measure('  write CII', times, () => writeCii(invoice))
  await measure('  parse UBL', times, () => readXml(ubl))
  await measure('  parse and read UBL', times, () => readUbl(ubl))
  await measure('  parse and read CII', times, () => readCii(cii))
  await measure('  parse, EN 16931 and Peppol', times, () => validate(readXml(ubl), ['en16931-ubl', 'peppol-ubl']))
  await measure('  JSON body -> validated UBL', times, () =>
    validate(readXml(writeUbl(draft(body))), ['en16931-ubl', 'peppol-ubl']),
  )
  await measure('  HTML', times, () => writeHtml(invoice))
  const fonts = loadFonts()
  await measure('  Factur-X', Math.max(5, Math.floor(times / 20)), () => writeFacturX(invoice, fonts))
}

await bench(10, 1_000)
await bench(1_000, 30)

const heap = (): number => (globalThis.gc?.(), process.memoryUsage().heapUsed / 1_048_576)
const before = heap()
const invoice = draft(bodyOf(10_000))
const drafted = heap()
const xml = writeUbl(invoice)
const peak = process.memoryUsage().rss / 1_048_576
const reading = readUbl(xml)
say(
  `10,000 lines: UBL of ${(xml.length / 1_048_576).toFixed(1)} MB, invoice ` +
    `${(drafted - before).toFixed(0)} MB of heap, ${peak.toFixed(0)} MB resident after writing, ` +
    `${(process.memoryUsage().rss / 1_048_576).toFixed(0)} MB after reading ` +
    `${reading.document.lines.length} lines`,
)
