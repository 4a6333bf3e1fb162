/** Cuts a text into pieces of at most `width` characters, between words where that can be. */
export const wrapped = (text: string, width: number): string[] => {
  const pieces: string[] = []
  let piece = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = piece === '' ? word : `${piece} ${word}`
    if (longer.length <= width) {
      piece = longer
      continue
    }
    if (piece !== '') pieces.push(piece)
    piece = word
    for (; piece.length > width; piece = piece.slice(width)) pieces.push(piece.slice(0, width))
  }
  return piece === '' ? pieces : [...pieces, piece]
}
