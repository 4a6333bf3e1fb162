/**
 * An archive (ZIP) whose parts are written at different times, by different processes: an entry by itself, and the
 * directory from what is kept of each entry. Libraries write an archive in one go.
 */
import { crc32, deflateRaw } from 'node:zlib'

/** What the directory says of an entry. */
export interface PackedEntry {
  name: string
  crc: number
  /** Bytes in the archive, and unpacked. */
  packed: number
  size: number
  isDeflated: boolean
}

/** An entry with the place where it begins. */
export interface PlacedEntry extends PackedEntry {
  offset: number
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END64 = 0x06064b50
const LOCATOR64 = 0x07064b50
const [VERSION, VERSION64] = [20, 45]
const UTF8_NAMES = 0x0800
const DEFLATED = 8
/** The first of January 1980: the same content is the same archive. */
const DOS_DATE = 0x21
const FULL16 = 0xffff
const FULL32 = 0xffffffff

const pack = (bytes: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => deflateRaw(bytes, (error, packed) => (error ? reject(error) : resolve(packed))))

/** What both headers of an entry have in common, in its order. */
const common = ({ name, crc, packed, size, isDeflated }: PackedEntry): Buffer => {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(VERSION, 0)
  bytes.writeUInt16LE(UTF8_NAMES, 2)
  bytes.writeUInt16LE(isDeflated ? DEFLATED : 0, 4)
  bytes.writeUInt16LE(DOS_DATE, 8)
  bytes.writeUInt32LE(crc, 10)
  bytes.writeUInt32LE(packed, 14)
  bytes.writeUInt32LE(size, 18)
  bytes.writeUInt16LE(Buffer.byteLength(name), 22)
  return bytes
}

const number32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** An entry as it stands in the archive. */
export const packEntry = async (
  name: string,
  content: Uint8Array,
): Promise<{ entry: PackedEntry; bytes: readonly Uint8Array[] }> => {
  const deflated = await pack(content)
  const isDeflated = deflated.byteLength < content.byteLength
  const body = isDeflated ? deflated : content
  const entry = { name, crc: crc32(content), packed: body.byteLength, size: content.byteLength, isDeflated }
  return { entry, bytes: [number32(LOCAL), common(entry), Buffer.from(name), body] }
}

/** The line of the directory for an entry. */
export const directoryLine = (entry: PlacedEntry): Buffer => {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(entry.offset, 10)
  const version = Buffer.from([VERSION64, 0])
  return Buffer.concat([number32(CENTRAL), version, common(entry), rest, Buffer.from(entry.name)])
}

/** The end of the archive. More than 65,534 entries are counted in the longer form, which every archive has here. */
export const directoryEnd = (entries: number, start: number, size: number): Buffer => {
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(END64, 0)
  end64.writeBigUInt64LE(44n, 4)
  end64.writeUInt16LE(VERSION64, 12)
  end64.writeUInt16LE(VERSION64, 14)
  for (const [at, value] of [
    [24, entries],
    [32, entries],
    [40, size],
    [48, start],
  ] as const)
    end64.writeBigUInt64LE(BigInt(value), at)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(LOCATOR64, 0)
  locator.writeBigUInt64LE(BigInt(start + size), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(Math.min(entries, FULL16), 8)
  end.writeUInt16LE(Math.min(entries, FULL16), 10)
  end.writeUInt32LE(Math.min(size, FULL32), 12)
  end.writeUInt32LE(Math.min(start, FULL32), 16)
  return Buffer.concat([end64, locator, end])
}
