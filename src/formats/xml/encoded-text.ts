import { type EncodedPart, lettersOf } from '../../values/base64.ts'

/** A long text in base64, as files that are attached are: it stays in the bytes of the file that was read. */
export class EncodedText {
  readonly parts: readonly EncodedPart[]
  readonly pieces: readonly Uint8Array[]

  constructor(parts: readonly EncodedPart[], pieces: readonly Uint8Array[]) {
    this.parts = parts
    this.pieces = pieces
  }

  /** All of it: as long as the file. */
  toString(): string {
    return [...lettersOf(this.parts, this.pieces)].join('')
  }

  /**
   * A short text that is well-formed base64 where this one is: it has the same end, and as many letters beyond whole
   * groups of four.
   */
  get standIn(): string {
    let [letters, end] = [0, '']
    for (const window of lettersOf(this.parts, this.pieces)) {
      const written = window.replace(/\s+/g, '')
      letters += written.length
      end = (end + written).slice(-8)
    }
    return 'A'.repeat((letters - end.length) % 4) + end
  }
}
