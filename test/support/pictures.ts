import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, content: Buffer): Buffer => {
  const bytes = Buffer.alloc(12 + content.length)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(type, 4, 'latin1')
  content.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)), 8 + content.length)
  return bytes
}

type Png = {
  width?: number
  height?: number
  color?: number
  depth?: number
  interlaced?: number
  pixels?: Buffer
  further?: readonly (readonly [string, Buffer])[]
}
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** A PNG of one grey, in any kind of colour. */
export const png = ({
  width = 4,
  height = 3,
  color = 2,
  depth = 8,
  interlaced = 0,
  pixels,
  further = [],
}: Png = {}): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, color, 0, 0, interlaced], 8)
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * (SAMPLES[color] ?? 1), color === 3 ? 0 : 0x7f)])
  const drawn = pixels ?? Buffer.concat(Array.from({ length: height }, () => line))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...further.map(([type, content]) => chunk(type, content)),
    chunk('IDAT', deflateSync(drawn)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The markers of a JPEG, as far as one has to look at it to draw it. */
export const jpeg = ({ components = 3, width = 4, height = 3 } = {}): Buffer => {
  const frame = Buffer.from([
    0xff,
    0xc0,
    0,
    8 + 3 * components,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    components,
    ...Array.from({ length: components }, (_, index) => [index + 1, 0x11, 0]).flat(),
  ])
  const scan = Buffer.from([
    0xff,
    0xda,
    0,
    6 + 2 * components,
    components,
    ...Array.from({ length: components }, (_, index) => [index + 1, 0]).flat(),
    0,
    63,
    0,
    0x12,
    0x34,
  ])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), frame, scan, Buffer.from([0xff, 0xd9])])
}

export const dataUrl = (type: 'png' | 'jpeg', bytes: Buffer): string =>
  `data:image/${type};base64,${bytes.toString('base64')}`
