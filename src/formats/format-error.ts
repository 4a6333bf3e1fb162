/** Why a file could not be read, for programs. */
export type FormatErrorCode =
  | 'TOO_LARGE' // more bytes, nodes, levels or attributes than the reader accepts
  | 'ENCODING' // an unknown encoding, or bytes that are not text in the one declared
  | 'DOCTYPE_REFUSED' // document type declarations are never read, so no entity is ever expanded
  | 'MALFORMED' // not well-formed XML
  | 'EMPTY' // nothing but white space
  | 'UNSUPPORTED' // well formed, but nothing this codec reads

/** A file that cannot be read. `line` and `column` start at 1; 0 where the place is unknown. */
export class FormatError extends Error {
  readonly code: FormatErrorCode
  readonly line: number
  readonly column: number

  constructor(code: FormatErrorCode, message: string, line = 0, column = 0) {
    super(message)
    this.name = 'FormatError'
    this.code = code
    this.line = line
    this.column = column
  }
}
