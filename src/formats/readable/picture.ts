import { inflateSync } from 'node:zlib'

/** A picture that is known to be drawable: a damaged one would end the page that it stands on. */
export type Picture = { readonly type: PictureType; readonly bytes: Buffer }
type PictureType = 'png' | 'jpeg'

/** In bytes, and in pixels a side. What stands at the head of a letter takes a part of it. */
export const LARGEST_PICTURE = 32_768
const LONGEST_SIDE = 2_000

const DATA_URL = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/

/**
 * The picture that a `data:` address holds; undefined where it is no PNG or JPEG of ours. Nothing is fetched from
 * elsewhere.
 */
export const pictureAt = (address: string): Picture | undefined => {
  const content = address.length > 2 * LARGEST_PICTURE ? undefined : DATA_URL.exec(address)?.[1]
  return content === undefined ? undefined : pictureOf(Buffer.from(content, 'base64'))
}

export const pictureOf = (bytes: Buffer): Picture | undefined => {
  if (bytes.length > LARGEST_PICTURE) return undefined
  if (isPng(bytes)) return { type: 'png', bytes }
  return isJpeg(bytes) ? { type: 'jpeg', bytes } : undefined
}

export const addressOf = ({ type, bytes }: Picture): string => `data:image/${type};base64,${bytes.toString('base64')}`

const isSide = (pixels: number): boolean => pixels > 0 && pixels <= LONGEST_SIDE

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Samples of a pixel, by the kind of colour: grey, red-green-blue, palette, and the first two with transparency. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const FILTERS = 5

/** Eight bits a sample, not interlaced, and every line of it there. */
const isPng = (bytes: Buffer): boolean => {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false
  const chunks = chunksOf(bytes)
  const [header] = chunks
  if (header?.type !== 'IHDR' || header.content.length !== 13 || chunks.at(-1)?.type !== 'IEND') return false
  const [width, height] = [header.content.readUInt32BE(0), header.content.readUInt32BE(4)]
  const [depth, color = -1, , , interlaced] = header.content.subarray(8)
  const samples = SAMPLES[color]
  if (!isSide(width) || !isSide(height) || depth !== 8 || samples === undefined || interlaced !== 0) return false
  if (
    color === 3 &&
    !chunks.some(({ type, content }) => type === 'PLTE' && content.length > 0 && content.length % 3 === 0)
  )
    return false
  const line = 1 + width * samples
  const pixels = inflated(
    Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content)),
    line * height,
  )
  if (pixels?.length !== line * height) return false
  for (let at = 0; at < pixels.length; at += line) if ((pixels[at] ?? FILTERS) >= FILTERS) return false
  return true
}

const chunksOf = (bytes: Buffer): { type: string; content: Buffer }[] => {
  const chunks: { type: string; content: Buffer }[] = []
  for (let at = SIGNATURE.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    if (at + 12 + length > bytes.length) break
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

/** Undefined where the bytes do not unfold, or unfold to more. */
const inflated = (bytes: Buffer, length: number): Buffer | undefined => {
  try {
    return inflateSync(bytes, { maxOutputLength: length })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

const START = 0xd8
const END = 0xd9
const SCAN = 0xda
/** Baseline and progressive, which every reader of PDF knows. */
const FRAMES = [0xc0, 0xc1, 0xc2]

/** Grey or in colours of the screen: those of print (four components) have no place in PDF/A without their profile. */
const isJpeg = (bytes: Buffer): boolean => {
  if (bytes[0] !== 0xff || bytes[1] !== START || bytes.at(-2) !== 0xff || bytes.at(-1) !== END) return false
  let hasFrame = false
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    const length = bytes.readUInt16BE(at + 2)
    if (marker === SCAN) return hasFrame
    if (FRAMES.includes(marker)) {
      if (length < 8 || at + 10 > bytes.length) return false
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      const isKnown = bytes[at + 4] === 8 && (bytes[at + 9] === 1 || bytes[at + 9] === 3)
      if (!isKnown || !isSide(width) || !isSide(height)) return false
      hasFrame = true
    }
    at += 2 + length
  }
  return false
}
