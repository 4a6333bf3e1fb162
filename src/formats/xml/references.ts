const predefined: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
/** The ampersand last: it may stand before what looks like another reference. */
const references = Object.entries(predefined).map(([name, character]) => [`&${name};`, character] as const)

const UNNAMED = /&(?!(?:lt|gt|amp|quot|apos);)/
const REFERENCE = /&(?:#x([\dA-Fa-f]{1,8})|#(\d{1,9})|(lt|gt|amp|quot|apos));|&/g
const NOT_A_CHARACTER = /[^\t\n\r\u0020-\uFFFD]/

/** In characters. */
const RESOLVED_AT_ONCE = 65_536

/**
 * What a text says whose references stand for characters; a long one piece by piece, because millions of replacements
 * at once take much memory.
 */
export const resolveReferences = (text: string, refuse: (reference: string) => never): string => {
  if (text.length <= RESOLVED_AT_ONCE) return resolvePiece(text, refuse)
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const last = at + RESOLVED_AT_ONCE < text.length ? text.lastIndexOf('&', at + RESOLVED_AT_ONCE) : -1
    const end = last > at ? last : at + RESOLVED_AT_ONCE
    pieces.push(resolvePiece(text.slice(at, end), refuse))
    at = end
  }
  return pieces.join('')
}

const resolvePiece = (text: string, refuse: (reference: string) => never): string => {
  // `replaceAll` answers a chain of pieces, which a text of nothing but references makes very long.
  if (!UNNAMED.test(text))
    return references.reduce((resolved, [reference, character]) => resolved.split(reference).join(character), text)
  return text.replace(REFERENCE, (reference, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return predefined[name] ?? ''
    const code = hex === undefined ? Number(decimal ?? -1) : Number.parseInt(hex, 16)
    const allowed = code <= 0x10ffff && code >= 0 && !(code >= 0xd800 && code <= 0xdfff)
    const character = allowed ? String.fromCodePoint(code) : '\0'
    return NOT_A_CHARACTER.test(character) ? refuse(reference) : character
  })
}
