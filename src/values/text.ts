/** True for text that can be stored and written as UTF-8: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** Text of others, such as can be stored. */
export const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed()

/** The same for all texts in JSON, as it is read (a reviver). */
export const storableIn = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? storable(value) : value

/** As much of a text as there is room for, without half a character at its end. */
export const atMost = (length: number, text: string): string => text.slice(0, length).toWellFormed()

/** What is kept of the message of an error. */
export const keptMessage = (message: string): string => atMost(500, storable(message))

/** How many characters a text has as XPath counts them: a pair of surrogates is one. */
export const charactersIn = (text: string): number => [...text].length

/** What XML 1.0 can carry: no control characters, no half of a surrogate pair. */
export const XML_TEXT = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u
