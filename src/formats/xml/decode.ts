import { FormatError } from '../format-error.ts'

/** What an XML declaration may call the encodings this reader knows (`TextDecoder` knows many more). */
const KNOWN = /^(utf-8|utf8|utf-16|utf-16le|utf-16be|us-ascii|ascii|iso-8859-([1-9]|1[03-6])|latin1|windows-125[0-8])$/

const DECLARED = /^<\?xml[^>]{0,200}?\sencoding\s*=\s*(?:"([A-Za-z][\w.-]{0,39})"|'([A-Za-z][\w.-]{0,39})')/

const byteOrderMark = (bytes: Uint8Array): string | undefined => {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  // Without a mark UTF-16 still shows itself, by the zero beside the first `<`.
  if (a === 0x3c && b === 0) return 'utf-16le'
  if (a === 0 && b === 0x3c) return 'utf-16be'
  return undefined
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** By its byte order mark, else by what it declares, else UTF-8. */
export const encodingOf = (bytes: Uint8Array): string => byteOrderMark(bytes) ?? declared(bytes)

/** Whether a file, by its beginning, is in UTF-8 and calls itself nothing else: some write UTF-16 over what is none. */
export const isSaidUtf8 = (bytes: Uint8Array): boolean => {
  const beginning = Buffer.from(bytes.subarray(0, 256)).toString('latin1').replace(UTF_8_MARK, '')
  const match = DECLARED.exec(beginning)
  return encodingOf(bytes) === 'utf-8' && /^utf-?8$/i.test(match?.[1] ?? match?.[2] ?? 'utf-8')
}
const UTF_8_MARK = /^\xef\xbb\xbf/

/** The text of an XML file. Malformed bytes are refused. */
export const decodeXml = (bytes: Uint8Array): string => {
  const encoding = encodingOf(bytes)
  try {
    return (encoding === 'utf-8' ? utf8 : new TextDecoder(encoding, { fatal: true })).decode(bytes)
  } catch {
    throw new FormatError(
      'ENCODING',
      `The file is not valid ${encoding.toUpperCase()}: a byte sequence has no meaning in that encoding.`,
    )
  }
}

/** The same to be shown: of a file that is broken, bytes without a meaning are shown as such. */
export const shownXml = (bytes: Uint8Array): string => {
  try {
    return decodeXml(bytes)
  } catch {
    return Buffer.from(bytes).toString('utf8')
  }
}

const NAMED = /^(<\?xml[^>]{0,200}?\sencoding\s*=\s*)(?:"[^"]*"|'[^']*')/

/** A file in another encoding, of which this is the text, as a file in UTF-8. */
export const asUtf8 = (text: string): Uint8Array => Buffer.from(text.replace(/^\ufeff/, '').replace(NAMED, '$1"UTF-8"'))

const declared = (bytes: Uint8Array): string => {
  if (bytes[0] !== 0x3c || bytes[1] !== 0x3f) return 'utf-8'
  const match = DECLARED.exec(String.fromCharCode(...bytes.subarray(0, 256)))
  const name = (match?.[1] ?? match?.[2] ?? 'utf-8').toLowerCase()
  if (!KNOWN.test(name)) throw new FormatError('ENCODING', `The encoding "${name}" is not supported. Use UTF-8.`, 1, 1)
  // A single-byte declaration proves that the file is not UTF-16, whatever it claims.
  if (name.startsWith('utf') || name.endsWith('ascii')) return 'utf-8'
  return name
}
