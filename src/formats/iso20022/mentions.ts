/** Which of the numbers that are known a payer has named, and how surely. Pure. */
import type { BankEntry } from './bank-entry.ts'
import {
  type Atom,
  type ReadText,
  announcedBy,
  isInvoiceWord,
  isLabel,
  looksLikeDate,
  readText,
} from './payers-words.ts'
import { comparable } from '../../values/comparable.ts'
import { structuredReference } from './remittance.ts'

/**
 * What has to be added before a number is taken for certain: nothing to a reference with check digits; the exact amount
 * or the payer to a number; the exact amount, or both, where the text could be read otherwise; of the others a person
 * decides.
 */
export type Strength = 'checked' | 'strong' | 'exact-only' | 'doubtful' | 'weak'

export interface Mention {
  key: string
  strength: Strength
  /** The amount that the payer gives for it. */
  amount?: string
}

export interface Mentions {
  named: Mention[]
  /** Other words that may be numbers of documents: the payer may have meant more than what is known. */
  hasStrangers: boolean
}

const SHORTEST = 3
const LONGEST = 140
const MOST_CANDIDATES = 200
/** A number is written in at most so many atoms. */
const MOST_ATOMS = 7

/** A number by which a document is found for certain: with a letter and a digit, or of six characters. */
const isStrong = (key: string): boolean => /\d/.test(key) && (/[A-Z]/.test(key) || key.length >= 6)

/** Between atoms of one number: `F-2026/42`. Everything else divides. */
const isTight = ({ text }: ReadText, left: Atom, right: Atom): boolean =>
  /^[-/._]$/.test(text.slice(left.end, right.start))
const isBreak = ({ text }: ReadText, left: Atom, right: Atom): boolean => text.slice(left.end, right.start) === '\n'

/** A payer has 140 characters for words, and a bank some hundred more: of a longer text the beginning is read. */
const LONGEST_TEXT = 4_000
const wordsOf = ({ texts }: BankEntry): string => texts.join('\n')
const textsOf = (entry: BankEntry): string[] =>
  [
    ...(entry.texts.length > 0 ? [wordsOf(entry)] : []),
    ...(entry.endToEndId === undefined ? [] : [entry.endToEndId]),
  ].map((text) => text.slice(0, LONGEST_TEXT))

interface Span {
  from: number
  to: number
  key: string
}

function* spansOf({ atoms }: ReadText): Generator<Span> {
  for (const [from] of atoms.entries()) {
    let key = ''
    for (let to = from; to < Math.min(atoms.length, from + MOST_ATOMS); to++) {
      key += atoms[to]?.text ?? ''
      if (key.length > LONGEST) break
      if (key.length >= SHORTEST) yield { from, to, key }
    }
  }
}

/** `RECHNUNG4711`: the number behind a word that it is written together with. */
const gluedKey = (word: string): string | undefined => {
  const [, label = '', rest] = /^([A-Z]+)(\d.*)$/.exec(word) ?? []
  return rest !== undefined && isInvoiceWord(label) ? rest : undefined
}

/** Everything that may be a number or a reference of ours, in the form by which they are compared. */
export const candidatesOf = (entry: BankEntry): string[] => {
  const read = textsOf(entry).map(readText)
  const found = [
    ...entry.references.map(comparable),
    ...read.flatMap(({ checked }) => checked),
    ...read.flatMap((one) => Array.from(spansOf(one), ({ key }) => key).filter((key) => /\d/.test(key))),
    ...read.flatMap(({ atoms }) => atoms.flatMap(({ text }) => gluedKey(text) ?? [])),
  ]
  return [...new Set(found)].filter((key) => key.length >= SHORTEST && key.length <= LONGEST).slice(0, MOST_CANDIDATES)
}

/** How a place in a text has to be read: whole, beside a word that only announces it, or inside another number. */
const edgeBefore = (read: ReadText, { from }: Span): Strength => {
  const [atom, before] = [read.atoms[from], read.atoms[from - 1]]
  if (!atom || !before) return 'strong'
  if (isBreak(read, before, atom)) return /\d/.test(before.text) && /^\d/.test(atom.text) ? 'doubtful' : 'strong'
  if (!isTight(read, before, atom)) return 'strong'
  if (!isLabel(before.text)) return 'weak'
  // `/INV/F123`: the mark of a field.
  const isMark = read.text[before.end] === '/' && read.text[before.start - 1] === '/'
  return isMark || before.text.length >= 4 || read.text[before.end] === '.' ? 'strong' : 'doubtful'
}

const edgeAfter = (read: ReadText, { to }: Span): Strength => {
  const [atom, after] = [read.atoms[to], read.atoms[to + 1]]
  if (!atom || !after) return 'strong'
  // A number may go on in the next line.
  if (isBreak(read, atom, after)) return /\d/.test(after.text) ? 'doubtful' : 'strong'
  if (!isTight(read, atom, after)) return 'strong'
  return isLabel(after.text) && !/\d/.test(after.text) ? 'strong' : 'weak'
}

/** Inside a number: over a line it may be two, and over a space too where it has no letters. */
const inside = (read: ReadText, { from, to, key }: Span): Strength => {
  let strength: Strength = 'strong'
  for (let index = from; index < to; index++) {
    const [left, right] = [read.atoms[index], read.atoms[index + 1]]
    if (!left || !right || isTight(read, left, right)) continue
    const between = read.text.slice(left.end, right.start)
    if (between === '\n') strength = weaker(strength, 'exact-only')
    else if (/^ ?[-/._]? ?$/.test(between) && /[A-Z]/.test(key)) strength = weaker(strength, 'exact-only')
    else return 'weak'
  }
  return strength
}

const order: readonly Strength[] = ['checked', 'strong', 'exact-only', 'doubtful', 'weak']
const weaker = (...strengths: Strength[]): Strength =>
  strengths.reduce((one, other) => (order.indexOf(one) >= order.indexOf(other) ? one : other))

const byMeaning = (read: ReadText, { from, key }: Span): Strength => {
  const announced = announcedBy(read.atoms, from)
  if (announced === 'other' || !isStrong(key)) return 'weak'
  return looksLikeDate(key) ? (announced === 'invoice' ? 'doubtful' : 'weak') : 'strong'
}

const strengthOf = (read: ReadText, span: Span): Strength =>
  weaker(edgeBefore(read, span), edgeAfter(read, span), inside(read, span), byMeaning(read, span))

const atomsOf = ({ from, to }: Span): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

interface Found extends Span {
  strength: Strength
}

/** Of two that overlap the longer one; where both can be read, neither is sure. */
const withoutOverlaps = (found: readonly Found[]): Found[] => {
  const longestFirst = found.toSorted((one, other) => other.key.length - one.key.length || one.from - other.from)
  const kept: Found[] = []
  const places = new Map<number, number>()
  for (const one of longestFirst) {
    const over = kept[Math.min(...atomsOf(one).map((atom) => places.get(atom) ?? Infinity))]
    if (!over) for (const atom of atomsOf(one)) places.set(atom, kept.length)
    if (!over) kept.push({ ...one })
    else if (one.strength !== 'weak') over.strength = weaker(over.strength, 'exact-only')
  }
  return kept.toSorted((one, other) => one.from - other.from)
}

/** `F123/F124`: several numbers joined by a sign, each of which is known. */
const inLists = (read: ReadText, found: readonly Found[]): Found[] => {
  const [starts, ends] = [new Set(found.map(({ from }) => from)), new Set(found.map(({ to }) => to))]
  return found.map((one) => {
    const [before, first, last, after] = [one.from - 1, one.from, one.to, one.to + 1].map((index) => read.atoms[index])
    const leftOk = !before || !first || !isTight(read, before, first) || ends.has(one.from - 1)
    const rightOk = !after || !last || !isTight(read, last, after) || starts.has(one.to + 1)
    const isList = edgeBefore(read, one) === 'weak' || edgeAfter(read, one) === 'weak'
    return isList && leftOk && rightOk
      ? { ...one, strength: weaker(inside(read, one), byMeaning(read, one), 'exact-only') }
      : one
  })
}

/** A year that stands by itself: every other digit may be of a number, also where it looks like a day. */
const isYear = (read: ReadText, index: number): boolean => {
  const [before, atom, after] = [index - 1, index, index + 1].map((nth) => read.atoms[nth])
  if (!atom || !/^(19|20)\d\d$/.test(atom.text)) return false
  return !(before && isTight(read, before, atom)) && !(after && isTight(read, atom, after))
}

/** Atoms with digits that nothing explains. */
const strangersIn = (read: ReadText, found: readonly Found[]): boolean => {
  const explained = new Set(found.filter(({ strength }) => strength !== 'weak').flatMap(atomsOf))
  return read.atoms.some(
    ({ text }, index) =>
      /\d/.test(text) && !isYear(read, index) && announcedBy(read.atoms, index) !== 'other' && !explained.has(index),
  )
}

const mentionsIn = (read: ReadText, known: ReadonlySet<string>): Mentions => {
  const spans = [...spansOf(read)].filter(({ key }) => known.has(key))
  const glued = read.atoms.flatMap(({ text }, index): Found[] => {
    const key = gluedKey(text)
    if (key === undefined || !known.has(key) || known.has(text)) return []
    const span = { from: index, to: index, key }
    return [{ ...span, strength: weaker(strengthOf(read, span), 'doubtful') }]
  })
  const found = withoutOverlaps(
    inLists(read, [...spans.map((span) => ({ ...span, strength: strengthOf(read, span) })), ...glued]),
  )
  const amountAfter = ({ to }: Found, next: Found | undefined): string | undefined => {
    const [start, end] = [read.atoms[to]?.end ?? 0, next ? (read.atoms[next.from]?.start ?? Infinity) : Infinity]
    const [only, ...others] = read.amounts.filter(({ at }) => at >= start && at < end)
    return others.length === 0 ? only?.amount : undefined
  }
  return {
    named: found.map((one, index) => {
      const amount = amountAfter(one, found[index + 1])
      return { key: one.key, strength: one.strength, ...(amount !== undefined && { amount }) }
    }),
    hasStrangers: strangersIn(read, found),
  }
}

/** What stands in a place made for references needs no reading. */
const structured = ({ references, stated = [] }: BankEntry, known: ReadonlySet<string>): Mention[] =>
  [...new Set(references)].flatMap((written): Mention[] => {
    const checked = structuredReference(written)
    const key = checked ? comparable(checked.reference) : comparable(written)
    if (!known.has(key)) return []
    const amount = stated.find(({ number }) => number === written)?.amount
    const strength = checked ? 'checked' : isStrong(key) ? 'strong' : 'weak'
    return [{ key, strength, ...(amount !== undefined && { amount }) }]
  })

/** Everything that an entry names of what is known; what is named more than once, as surely as anywhere. */
export const mentionsOf = (entry: BankEntry, known: ReadonlySet<string>): Mentions => {
  const read = textsOf(entry).map(readText)
  const inTexts = read.map((one) => mentionsIn(one, known))
  const checked = read.flatMap((one) => one.checked.filter((key) => known.has(key)))
  const all: Mention[] = [
    ...structured(entry, known),
    ...checked.map((key): Mention => ({ key, strength: 'checked' })),
    ...inTexts.flatMap(({ named }) => named),
  ]
  const named = [...Map.groupBy(all, ({ key }) => key).values()].map((same) =>
    same.reduce((one, other) => {
      const surer = order.indexOf(one.strength) <= order.indexOf(other.strength) ? one : other
      const amount = one.amount ?? other.amount
      return { ...surer, ...(amount !== undefined && { amount }) }
    }),
  )
  // The identifier of a transfer is full of digits that say nothing.
  const [words] = entry.texts.length > 0 ? inTexts : []
  const isCut = wordsOf(entry).length > LONGEST_TEXT
  const hasStrangers = isCut || words?.hasStrangers === true || entry.references.some((one) => !isNamed(one, named))
  return { named, hasStrangers }
}

const isNamed = (reference: string, named: readonly Mention[]): boolean => {
  const key = comparable(structuredReference(reference)?.reference ?? reference)
  return named.some((one) => one.key === key)
}
