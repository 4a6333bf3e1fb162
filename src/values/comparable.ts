/** The same name or reference however it is written: letters and digits alone, in capitals. */
export const comparable = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]+/g, '')
