/** True for text that can be stored and written as UTF-8: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** Text of others, such as can be stored. */
export const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed()

/** As much of a text as there is room for, without half a character at its end. */
export const atMost = (length: number, text: string): string => text.slice(0, length).toWellFormed()
