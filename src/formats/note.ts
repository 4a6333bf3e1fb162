import type { Note } from './invoice.ts'

/** UBL has one text for BT-21 and BT-22: `#AAB#No discount for early payment.` */
const SUBJECT = /^#([A-Z]{3})#\s*/

export const noteOf = (all: string): Note => {
  const [marked, subject] = SUBJECT.exec(all) ?? []
  return marked === undefined || subject === undefined ? { text: all } : { subject, text: all.slice(marked.length) }
}

/** The same one text of a note. */
export const textOfNote = ({ subject, text }: Note): string => (subject ? `#${subject}#${text}` : text)
