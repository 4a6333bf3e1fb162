import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { draftBody } from '../../src/cli/json-input.ts'
import { writeCii } from '../../src/formats/cii/invoice.ts'
import { writeFacturX } from '../../src/formats/pdf/facturx.ts'
import { loadFonts } from '../../src/formats/pdf/fonts.ts'
import { writeUbl } from '../../src/formats/ubl/invoice.ts'
import {
  belgianInvoice,
  frenchCiiInvoice,
  frenchInvoice,
  smallCiiInvoice,
  smallLifecycle,
  smallMessageStatus,
  smallOrder,
  smallResponse,
} from '../support/documents.ts'
import { smallInvoice } from '../support/invoices.ts'
import { sampleBytes, samples, shared } from '../support/shared.ts'
import type { Source } from './mutate.ts'

const own = {
  smallInvoice,
  smallCiiInvoice,
  frenchInvoice,
  frenchCiiInvoice,
  belgianInvoice,
  smallOrder,
  smallResponse,
  smallMessageStatus,
  smallLifecycle,
}
const LARGEST = 200_000

/** Our own documents of every kind and form, and the public samples where they are there. */
export const documents = async (): Promise<readonly Source[]> => {
  const body = readFileSync(join(import.meta.dirname, '../formats/fixtures/bodies/everything.json'))
  const { invoice } = draftBody(JSON.parse(body.toString()))
  if (invoice === undefined) throw new Error('The fixture is an invoice.')
  const ubl = writeUbl(invoice)
  const cii = writeCii(invoice)
  const pdf = await writeFacturX(invoice, loadFonts())
  const encode = (text: string) => (): Uint8Array => new TextEncoder().encode(text)
  return [
    ...Object.entries(own).map(([source, text]) => ({ source, read: encode(text) })),
    { source: 'everything.json', read: () => new Uint8Array(body) },
    { source: 'everything.ubl', read: encode(ubl) },
    { source: 'everything.cii', read: encode(cii) },
    { source: 'everything.pdf', read: () => pdf.slice() },
    ...samples()
      .filter(({ file }) => statSync(join(shared, 'corpus', file)).size < LARGEST)
      .map(({ file }) => ({ source: file, read: () => sampleBytes({ file }) })),
  ]
}
