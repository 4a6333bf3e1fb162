/** The first XML file of a tar archive, while it is read. */
import { FormatError } from '../../formats/format-error.ts'

const BLOCK = 512
const BIG = 0x80

const textAt = (header: Buffer, start: number, length: number): string =>
  header
    .subarray(start, start + length)
    .toString('latin1')
    .replace(/\0[^]*$/, '')

/** Octal digits; what is larger than they can tell is binary, with its first bit set. */
const sizeIn = (header: Buffer): number => {
  const field = header.subarray(124, 136)
  if (((field[0] ?? 0) & BIG) !== 0) return Number(field.readBigUInt64BE(4))
  const size = Number.parseInt(textAt(header, 124, 12).trim() || '0', 8)
  if (!Number.isSafeInteger(size)) throw new FormatError('MALFORMED', 'The archive has an entry without a size.')
  return size
}

const isXml = (header: Buffer): boolean =>
  ['0', ''].includes(textAt(header, 156, 1)) && /\.xml$/i.test(textAt(header, 0, 100))

interface Entry {
  left: number
  padding: number
  wanted: boolean
}

const entryOf = (header: Buffer): Entry => {
  const left = sizeIn(header)
  return { left, padding: (BLOCK - (left % BLOCK)) % BLOCK, wanted: isXml(header) }
}

export async function* xmlInTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held = Buffer.alloc(0)
  let entry: Entry | undefined
  for await (const chunk of chunks) {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
    for (;;) {
      if (!entry) {
        if (held.length < BLOCK) break
        entry = entryOf(held.subarray(0, BLOCK))
        held = held.subarray(BLOCK)
      }
      const taken = held.subarray(0, entry.left)
      if (entry.wanted && taken.length > 0) yield taken
      held = held.subarray(taken.length)
      entry.left -= taken.length
      if (entry.left > 0) break
      if (entry.wanted) return
      if (held.length < entry.padding) break
      held = held.subarray(entry.padding)
      entry = undefined
    }
  }
  throw new FormatError('MALFORMED', entry?.wanted ? 'The archive ends too early.' : 'The archive has no XML file.')
}
