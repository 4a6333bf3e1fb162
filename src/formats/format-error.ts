/** Why a file could not be read, for programs. */
export type FormatErrorCode =
  | 'TOO_LARGE' // more bytes, nodes, levels or attributes than the reader accepts
  | 'ENCODING' // an unknown encoding, or bytes that are not text in the one declared
  | 'DOCTYPE_REFUSED' // document type declarations are never read, so no entity is ever expanded
  | 'MALFORMED' // not well-formed XML
  | 'EMPTY' // nothing but white space
  | 'UNSUPPORTED' // well formed, but nothing this codec reads

/** The kind of a file that cannot be read, as far as its bytes show it, and the part that it lacks. */
export interface Recognition {
  recognized?: string | undefined
  missing?: string | undefined
}

/** A file that cannot be read. `line` and `column` start at 1; 0 where the place is unknown. */
export class FormatError extends Error {
  readonly code: FormatErrorCode
  readonly line: number
  readonly column: number
  recognition: Recognition

  constructor(code: FormatErrorCode, message: string, line = 0, column = 0, recognition: Recognition = {}) {
    super(message)
    this.name = 'FormatError'
    this.code = code
    this.line = line
    this.column = column
    this.recognition = recognition
  }
}

/** Adds the kind of the file to the errors of its reader. */
export const recognizedAs = <T>(recognized: string, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (error instanceof FormatError) error.recognition = { recognized, ...error.recognition }
    throw error
  }
}
