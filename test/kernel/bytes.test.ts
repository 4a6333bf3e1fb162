import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readForm, readUpload } from '../../src/http/form.ts'
import { gathering } from '../../src/kernel/bytes.ts'
import type { Upload } from '../../src/kernel/input.ts'

function* inPiecesOf(bytes: Buffer, size: () => number): Generator<Buffer> {
  for (let at = 0; at < bytes.length;) {
    const end = at + size()
    yield Buffer.from(bytes.subarray(at, end))
    at = end
  }
}

const all = randomBytes(30_000)
const sizes: Record<string, () => number> = {
  'one byte each': () => 1,
  'a hundred bytes each': () => 100,
  'ever smaller ones': (() => {
    let size = 1_000
    return () => Math.max(1, --size)
  })(),
}

test.each(Object.keys(sizes))('a file that comes in tiny pieces is kept in few: %s', async (name) => {
  const { content } = await readUpload(Readable.from(inPiecesOf(all, sizes[name] as () => number)))
  expect(content.pieces.length).toBeLessThan(40)
  expect(content).toMatchObject({ size: all.length, sha256: createHash('sha256').update(all).digest('hex') })
  expect(all.equals(content.whole())).toBe(true)
})

test('a file of a form that comes in tiny pieces is kept in few', async () => {
  const form = Buffer.concat([
    Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'),
    all,
    Buffer.from('\r\n--x--\r\n'),
  ])
  const payload = Readable.from(inPiecesOf(form, () => 50))
  const { parts } = await readForm('multipart/form-data; boundary=x', payload)
  const { content } = parts.get('file') as Upload
  expect(content.pieces.length).toBeLessThan(40)
  expect(all.equals(content.whole())).toBe(true)
})

test('what comes in pieces of the size that sockets have is kept in pages of its own, and once', () => {
  const [size, times] = [65_536, 32]
  const came = Array.from({ length: times }, () => new Uint8Array(randomBytes(size)))
  const whole = Buffer.concat(came)
  const gathered = gathering()
  for (const piece of came) gathered.add(piece)
  const kept = gathered.end().pieces
  expect(Math.min(...kept.map(({ byteLength }) => byteLength))).toBeGreaterThanOrEqual(128 * 1024)
  expect(kept.every((piece) => piece.byteLength === piece.buffer.byteLength)).toBe(true)
  expect(whole.equals(Buffer.concat(kept))).toBe(true)
  expect(came.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBe(0)
})

test('large pieces are kept as they are', () => {
  const pieces = [131_072, 262_144, 131_072, 140_000, 3].map((size) => new Uint8Array(randomBytes(size)))
  const gathered = gathering()
  for (const piece of pieces) gathered.add(piece)
  expect(gathered.end().pieces.map((piece, index) => piece === pieces[index])).toEqual(pieces.map(() => true))
})
