/** What is written to the terminal: results to standard output, everything else to standard error. */
import { stripVTControlCharacters } from 'node:util'
import { environment } from './environment.ts'

const wantsColor = (stream: NodeJS.WriteStream): boolean =>
  environment('NO_COLOR') === undefined && (stream.isTTY || environment('FORCE_COLOR') !== undefined)

const painter =
  (open: number, close: number) =>
  (text: string, stream: NodeJS.WriteStream = process.stdout): string =>
    wantsColor(stream) ? `\u001b[${open}m${text}\u001b[${close}m` : text

export const bold = painter(1, 22)
export const dim = painter(2, 22)
export const red = painter(31, 39)
export const green = painter(32, 39)
export const yellow = painter(33, 39)
export const cyan = painter(36, 39)

/** Texts of others can hold codes that move the cursor or colour what follows: they are not written. */
export const safe = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')

/** Waits while the reader of our output is slower than we are. */
export const print = (text: string): Promise<void> | undefined => {
  if (process.stdout.write(`${text}\n`)) return undefined
  return new Promise((resolve) => void process.stdout.once('drain', resolve))
}

export const printJson = (value: unknown): Promise<void> | undefined => print(JSON.stringify(value))

/** For people: on standard error, so that results can be piped on. */
export const note = (text: string): void => void process.stderr.write(`${text}\n`)

const widthOf = (text: string): number => stripVTControlCharacters(text).length

const NUMBER = /^(?:-?[\d.,]+(?: [A-Z]{3})?)?$/

/** Columns that are as wide as their longest text. Numbers and amounts stand at the right. */
export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((title, column) => Math.max(widthOf(title), ...rows.map((row) => widthOf(row[column] ?? ''))))
  const isNumber = head.map((_title, column) => rows.every((row) => NUMBER.test(row[column] ?? '')))
  const lineOf = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const room = ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)))
        return isNumber[column] ? room + cell : cell + room
      })
      .join('  ')
      .trimEnd()
  return [dim(lineOf(head)), ...rows.map(lineOf)].join('\n')
}

const BAR = 24
const REDRAW_MS = 80

/** A bar, or a count where the end is not known. It is shown to people only, and gone when the work is done. */
export class Progress {
  readonly #label: string
  readonly #started = performance.now()
  #drawn = 0

  constructor(label: string) {
    this.#label = label
  }

  show(done: number, total: number | null, more = ''): void {
    const now = performance.now()
    if (!process.stderr.isTTY || (now - this.#drawn < REDRAW_MS && done !== total)) return
    this.#drawn = now
    process.stderr.write(`\r${this.#line(done, total)}${more && `  ${more}`}\u001b[K`)
  }

  end(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  }

  #line(done: number, total: number | null): string {
    const count = done.toLocaleString('en')
    if (total === null || total === 0) return `${this.#label}  ${count}`
    const share = Math.min(1, done / total)
    const full = Math.round(share * BAR)
    const seconds = ((performance.now() - this.#started) / 1_000) * (1 / Math.max(share, 0.001) - 1)
    const left = share > 0.02 && share < 1 && seconds >= 1 ? `  ${durationOf(seconds)} left` : ''
    const bar = `${'█'.repeat(full)}${dim('░'.repeat(BAR - full), process.stderr)}`
    return `${this.#label}  ${bar} ${String(Math.floor(share * 100)).padStart(3)}%  ${count}/${total.toLocaleString('en')}${left}`
  }
}

const durationOf = (seconds: number): string =>
  seconds < 90
    ? `${Math.ceil(seconds)} s`
    : seconds < 5_400
      ? `${Math.ceil(seconds / 60)} min`
      : `${(seconds / 3_600).toFixed(1)} h`

/** `1.4 MB` */
export const sizeOf = (bytes: number): string =>
  bytes < 1_000
    ? `${bytes} B`
    : bytes < 1_000_000
      ? `${(bytes / 1_000).toFixed(1)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`

/** The time of day, as a log has it. */
export const timeOf = (instant: string | Date): string => {
  const at = new Date(instant)
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':')
}
