/**
 * Lists are asked for again and again, and few of their rows have changed meanwhile: a row whose texts are the same as
 * before is written as it was before. What is written of a row depends on its columns alone, so nothing expires.
 */
import type { Texts } from '../kernel/database/compiled/unread.ts'
import type { Places, UnreadRow } from './column-json.ts'

type Write = (row: UnreadRow) => string

interface Seen {
  write: Write
  texts: Texts
  written: string
}

/** How many rows of all lists together are kept, and how long the texts of one may be with what is written of them. */
const SLOTS = 2_048
const MOST_CHARACTERS = 8_000

const kept: (Seen | undefined)[] = Array.from({ length: SLOTS })
/** Who came last to each slot. A row is kept when it comes again before another one: most never come again. */
const last = new Int32Array(SLOTS)
let forms = 0

const hashOf = (id: string, form: number): number => {
  let hash = form
  for (let at = 0; at < id.length; at++) hash = (Math.imul(hash, 31) + id.charCodeAt(at)) | 0
  return hash
}

const areSame = (texts: Texts, others: Texts): boolean => {
  for (let at = 0; at < texts.length; at++) if (texts[at] !== others[at]) return false
  return true
}

export const charactersIn = (texts: Texts): number => texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)

/** A text that was put together is a tree of its parts until somebody reads it: this one is in one piece. */
const inOnePiece = (text: string): string => Buffer.from(text).toString()

/** How rows of one form are written; those that were seen before are not written again. */
export const rememberingRows = ({ columns }: Places, write: Write): Write => {
  const id = columns.get('id')
  if (!id) return write
  const form = Math.imul(++forms, 0x9e3779b1)
  return (row) => {
    const hash = hashOf(row.texts[id.at] ?? '', form)
    const slot = hash & (SLOTS - 1)
    const seen = kept[slot]
    if (seen?.write === write && areSame(seen.texts, row.texts)) return seen.written
    const written = write(row)
    if (last[slot] === hash && charactersIn(row.texts) + written.length <= MOST_CHARACTERS)
      kept[slot] = { write, texts: row.texts, written: inOnePiece(written) }
    last[slot] = hash
    return written
  }
}
