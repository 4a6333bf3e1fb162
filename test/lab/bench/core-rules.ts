/**
 * Reading and validating, one process, warm: `node test/lab/bench/core-rules.ts`. Prints median and p99 in milliseconds.
 */
import { readXml } from '../../../src/formats/xml/tree.ts'
import { validate } from '../../../src/rules/validate.ts'
import { schemaFindings } from '../../../src/rules/xsd/schemas.ts'
import { invoiceWithLines } from '../../support/invoices.ts'

const PROFILES = ['en16931-ubl', 'peppol-ubl'] as const

const measure = (rounds: number, run: () => unknown): { median: number; p99: number } => {
  for (let warm = 0; warm < rounds; warm += 1) run()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    run()
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  return { median: times[times.length >> 1] ?? 0, p99: times[Math.floor(times.length * 0.99)] ?? 0 }
}

const show = (what: string, { median, p99 }: { median: number; p99: number }): void => {
  process.stdout.write(
    `${what.padEnd(44)} median ${median.toFixed(3).padStart(8)}  p99 ${p99.toFixed(3).padStart(8)} ms\n`,
  )
}

const results: number[] = []
for (const [lines, rounds] of [
  [10, 3000],
  [1000, 60],
] as const) {
  const bytes = new TextEncoder().encode(invoiceWithLines(lines))
  const check = measure(rounds, () => validate(readXml(bytes), PROFILES))
  show(
    `${lines} lines (${(bytes.length / 1024).toFixed(0)} kB): parse`,
    measure(rounds, () => readXml(bytes)),
  )
  show(`${lines} lines: parse + EN 16931 + Peppol`, check)
  const root = readXml(bytes)
  show(
    `${lines} lines: the schema, once it is parsed`,
    measure(rounds, () => schemaFindings(root)),
  )
  results.push(check.median)
}
const [ten = 0, thousand = 0] = results
process.stdout.write(`1,000 lines take ${(thousand / ten).toFixed(1)} times 10 lines\n`)
