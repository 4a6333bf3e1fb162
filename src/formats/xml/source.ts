/** The text that was read: turns an offset into a line and a column, which only findings need. */
export class XmlSource {
  text: string
  #lineStarts: number[] | undefined

  constructor(text: string) {
    this.text = text
  }

  place(offset: number): { line: number; column: number } {
    const starts = (this.#lineStarts ??= this.#findLines())
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
    const starts = [0]
    for (let at = this.text.indexOf('\n'); at !== -1; at = this.text.indexOf('\n', at + 1)) starts.push(at + 1)
    return starts
  }
}
