import { windows } from '../../values/base64.ts'
import type { Cut, ShortenedText } from './long-texts.ts'

const LINE_BREAK = 0x0a

/** The text that was read: turns an offset into a line and a column, which only findings need. */
export class XmlSource {
  text: string
  readonly #shortened: ShortenedText | undefined
  #lineStarts: number[] | undefined

  constructor(text: string, shortened?: ShortenedText) {
    this.text = text
    this.#shortened = shortened
  }

  place(shown: number): { line: number; column: number } {
    const starts = (this.#lineStarts ??= this.#findLines())
    const offset = this.#inFile(shown)
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }

  #findLines(): number[] {
    const { text } = this
    const { cuts = [], pieces = [] } = this.#shortened ?? {}
    const starts = [0]
    let [next, moved] = [0, 0]
    for (let at = text.indexOf('\n'); ; at = text.indexOf('\n', at + 1)) {
      const end = at === -1 ? text.length : at
      for (let cut = cuts[next]; cut !== undefined && cut.at < end; cut = cuts[++next]) {
        for (const line of linesIn(cut, pieces)) starts.push(cut.at + moved + line)
        moved += cut.to - cut.from - 1
      }
      if (at === -1) return starts
      starts.push(at + 1 + moved)
    }
  }

  /** The same place in the text as it was before long texts were left out of it. */
  #inFile(offset: number): number {
    let place = offset
    for (const { at, from, to } of this.#shortened?.cuts ?? []) {
      if (at >= offset) break
      place += to - from - 1
    }
    return place
  }
}

/** Where lines begin, counted from the start of what was left out. */
function* linesIn({ from, to }: Cut, pieces: readonly Uint8Array[]): Generator<number> {
  let before = 0
  for (const window of windows(pieces, from, to)) {
    for (let at = window.indexOf(LINE_BREAK); at !== -1; at = window.indexOf(LINE_BREAK, at + 1)) yield before + at + 1
    before += window.length
  }
}
