/**
 * Texts in Hebrew, Arabic and what is written like them: which parts of a line stand where (UAX #9). A font sets letters of
 * one script from right to left, but words, numbers and signs beside each other are ordered by nobody else.
 */
import type { Bidi } from 'bidi-js'

/** Whether a text is set by what is below: any letter of a script that runs to the left. */
export const runsLeft = (text: string): boolean => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text)

export interface Line {
  /** Parts that each run into one direction, as they stand from left to right. */
  readonly parts: readonly string[]
  /** A paragraph whose first letter runs to the left begins at the right. */
  readonly startsRight: boolean
}

type WidthOf = (text: string) => number

/** A word that no line has room for, cut between letters. */
const cut = (word: string, width: number, widthOf: WidthOf): string[] => {
  const out: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece !== '' && widthOf(piece + letter) > width) {
      out.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...out, piece]
}

/** The beginning and the end of each line of a paragraph, broken at spaces: words are measured one by one, once each. */
const breaksOf = (text: string, width: number, widthOf: WidthOf): [from: number, to: number][] => {
  const lines: [number, number][] = []
  const space = widthOf(' ')
  let [from, to, used] = [0, 0, 0]
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const pieces = widthOf(word) > width ? cut(word, width, widthOf) : [word]
    let start = index
    for (const piece of pieces) {
      const wide = widthOf(piece)
      const gap = (start - to) * space
      if (to > from && used + gap + wide > width) {
        lines.push([from, to])
        to = from
      }
      used = to > from ? used + gap + wide : wide
      if (to === from) from = start
      start += piece.length
      to = start
    }
  }
  return [...lines, [from, to]]
}

/** Of a part of a paragraph: what runs into one direction, from left to right. */
const partsOf = (
  bidi: Bidi,
  text: string,
  embedding: ReturnType<Bidi['getEmbeddingLevels']>,
  from: number,
  to: number,
): string[] => {
  const parts: { text: string; level: number }[] = []
  for (const index of bidi.getReorderedIndices(text, embedding, from, to - 1).slice(from, to)) {
    const level = embedding.levels[index] ?? 0
    const isLeft = level % 2 === 1
    const letter = text[index] ?? ''
    const shown = (isLeft && bidi.getMirroredCharacter(letter)) || letter
    const last = parts.at(-1)
    if (last?.level !== level) parts.push({ text: shown, level })
    else last.text = isLeft ? shown + last.text : last.text + shown
  }
  // A font turns around only what has letters that run to the left.
  return parts.map(({ text: part, level }) =>
    level % 2 === 1 && !runsLeft(part) ? [...part].reverse().join('') : part,
  )
}

/** The lines of a text in a width. */
export const linesOf = (bidi: Bidi, text: string, width: number, widthOf: WidthOf): Line[] =>
  text.split('\n').flatMap((paragraph) => {
    const embedding = bidi.getEmbeddingLevels(paragraph, 'auto')
    const startsRight = (embedding.paragraphs[0]?.level ?? 0) % 2 === 1
    return breaksOf(paragraph, width, widthOf).map(([from, to]) => ({
      parts: from === to ? [] : partsOf(bidi, paragraph, embedding, from, to),
      startsRight,
    }))
  })
