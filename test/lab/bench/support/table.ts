import { cpus, totalmem } from 'node:os'
import type { Group, Line } from './bench.ts'

const number =
  (decimals: number) =>
  (value: number | undefined): string =>
    value === undefined ? '' : value.toFixed(decimals)

const columns: readonly (readonly [title: string, show: (line: Line) => string])[] = [
  ['ratio', ({ ratio }) => number(2)(ratio)],
  ['target', ({ target, reached }) => (target === undefined ? '' : `${target} ${reached ? 'reached' : 'MISSED'}`)],
  ['requests/s', (line) => number(0)(line.requestsPerSecond)],
  ['p50 ms', (line) => number(2)(line.p50)],
  ['p95 ms', (line) => number(2)(line.p95)],
  ['p99 ms', (line) => number(2)(line.p99)],
  ['server CPU µs', (line) => number(0)(line.cpu)],
  ['database CPU µs', (line) => number(0)(line.databaseCpu)],
  ['waiting %', ({ waiting }) => number(1)(waiting === undefined ? undefined : waiting * 100)],
  ['RSS MB', (line) => number(0)(line.rss)],
  ['statements', (line) => number(1)(line.statements)],
  ['WAL kB', (line) => number(1)(line.walKb)],
  ['of it the network', (line) => number(1)(line.farKb)],
  ['index entries', (line) => number(1)(line.indexEntries)],
  ['updates', (line) => number(1)(line.updates)],
  ['HOT', (line) => number(2)(line.hot)],
  ['rows kept', (line) => number(1)(line.rows)],
  ['kB kept', (line) => number(1)(line.keptKb)],
]

export const machine = (): string =>
  `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} cores ` +
  `(${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ` +
  `${process.versions.node}`

/** The groups as one table in Markdown, so that it can be put into the README as it is. */
export const table = (groups: readonly Group[]): string => {
  const all = groups.flatMap(({ lines }) => lines)
  const shown = columns.filter(([, show]) => all.some((line) => show(line) !== ''))
  const rows = groups.flatMap(({ title, lines }) => [
    [`**${title}**`, ...shown.map(() => '')],
    ...lines.map((line) => [line.name, ...shown.map(([, show]) => show(line))]),
  ])
  const head = ['what', ...shown.map(([title]) => title)]
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const aligned = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)
  const write = (cells: readonly string[]): string => `| ${cells.map(aligned).join(' | ')} |`
  const ruleOf = (width: number, column: number): string =>
    column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`
  return [write(head), `|${widths.map(ruleOf).join('|')}|`, ...rows.map(write)].join('\n')
}
