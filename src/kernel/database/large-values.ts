/**
 * Bytes of some size on their way to PostgreSQL: `pg` would copy them among the values of their statement, and once more
 * into its message. They are sent as they are instead, between what stands around them.
 */
import type { Writable } from 'node:stream'
import type pg from 'pg'

const LARGE = 64 * 1024
const NULL_LENGTH = -1

/** What `pg` binds to a statement. */
interface Binding {
  portal?: string
  statement?: string
  values?: readonly unknown[] | null
  /** As a value goes over the wire. */
  valueMapper(value: unknown): Buffer | string | null
}
interface Connection {
  stream: Writable
  bind(binding: Binding): void
}

const isLarge = (value: unknown): boolean => value instanceof Uint8Array && value.byteLength >= LARGE

const int16 = (...numbers: readonly number[]): Buffer => {
  const written = Buffer.alloc(2 * numbers.length)
  numbers.forEach((number, index) => written.writeInt16BE(number, 2 * index))
  return written
}
const int32 = (number: number): Buffer => {
  const written = Buffer.alloc(4)
  written.writeInt32BE(number)
  return written
}

const withLength = (value: Buffer | string | null): Buffer[] => {
  if (value === null) return [int32(NULL_LENGTH)]
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  return [int32(bytes.byteLength), bytes]
}

/** The message Bind in pieces. Bytes go as they are, everything else as text, and so do the rows. */
const messageOf = ({ portal = '', statement = '', values, valueMapper }: Binding): Buffer[] => {
  const mapped = values?.map((value) => valueMapper(value)) ?? []
  const body = [
    Buffer.from(`${portal}\0${statement}\0`),
    int16(
      mapped.length,
      ...mapped.map((value) => (typeof value === 'object' && value !== null ? 1 : 0)),
      mapped.length,
    ),
    ...mapped.flatMap(withLength),
    int16(0),
  ]
  const length = body.reduce((sum, { byteLength }) => sum + byteLength, 4)
  return [Buffer.from('B'), int32(length), ...body]
}

/** Has a client send large values without copies. Whoever gave them changes nothing of them until it is answered. */
export const sendLargeAsTheyAre = (client: pg.Client): void => {
  const { connection } = client as unknown as { connection: Connection }
  const bind = connection.bind.bind(connection)
  connection.bind = (binding) => {
    if (!binding.values?.some(isLarge)) return bind(binding)
    const { stream } = connection
    if (stream.writable) for (const piece of messageOf(binding)) stream.write(piece)
  }
}
