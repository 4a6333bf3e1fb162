import { LONGEST_READ_MS, READ_IN_PLACE } from '../../documents/record/examine-document.ts'
import { readBytes } from '../../documents/record/read-document.ts'
import { heavyJob } from '../../kernel/threads/job.ts'
import { type Decimal, ZERO } from '../../values/money.ts'

/** Decimals as texts, which cross between threads. */
interface VatShare {
  rate: string
  gross: string
}

/** The VAT of an invoice by rate, including VAT; null for what is no invoice. */
export const readVatShares = heavyJob({
  name: 'readVatShares',
  run: ({ bytes }: { bytes: Uint8Array }): VatShare[] | null => {
    const { model } = readBytes(bytes)
    if (model.kind !== 'invoice') return null
    const byRate = new Map<string, Decimal>()
    for (const { rate = ZERO, taxable, vat } of model.invoice.vatBreakdown)
      byRate.set(rate.toFixed(), taxable.plus(vat).plus(byRate.get(rate.toFixed()) ?? ZERO))
    return Array.from(byRate, ([rate, gross]) => ({ rate, gross: gross.toFixed() }))
  },
  sizeOf: ({ bytes }) => bytes.length,
  inPlaceBelow: READ_IN_PLACE,
  limitMs: LONGEST_READ_MS,
})
