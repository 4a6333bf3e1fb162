/** The messages of PostgreSQL's protocol, as far as the embedded database needs them. */
import { messages, type parse, protocol } from '@electric-sql/pglite'

const { serialize } = protocol

/** Sends a message, and answers everything that the database says to it. */
export type Ask = (message: Uint8Array) => Promise<Uint8Array>
/** What the database says in its answer to a message. */
export type BackendMessages = Parameters<typeof parse.parseResults>[0]
export type WireValue = string | Uint8Array | null

const NULL_LENGTH = -1
const DATA_ROW = 'D'.charCodeAt(0)

/** PGlite's parser copies each value before it reads it. */
const rowAt = (answer: Buffer, start: number): BackendMessages[number] => {
  const fields: (string | null)[] = []
  let at = start + 5
  const count = answer.readInt16BE(at)
  at += 2
  for (let field = 0; field < count; field++) {
    const length = answer.readInt32BE(at)
    at += 4
    fields.push(length === NULL_LENGTH ? null : answer.toString('utf8', at, at + length))
    if (length !== NULL_LENGTH) at += length
  }
  return new messages.DataRowMessage(answer.readInt32BE(start + 1), fields)
}

/** The messages of an answer; throws the error that is among them. */
export const read = (given: Uint8Array): BackendMessages => {
  const answer = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  const parser = new protocol.Parser()
  const received: BackendMessages = []
  for (let at = 0, end; at < answer.length; at = end) {
    end = at + 1 + answer.readInt32BE(at + 1)
    if (answer[at] === DATA_ROW) received.push(rowAt(answer, at))
    else parser.parse(answer.subarray(at, end), (message) => void received.push(message))
  }
  const error = received.find((message) => message instanceof messages.DatabaseError)
  if (error) throw error
  return received
}

export const scriptOf = (sql: string): Uint8Array => serialize.query(sql)

/** Parses a statement under a name and describes it. */
export const parsing = (name: string, text: string): Uint8Array =>
  Buffer.concat([serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync()])

/** What follows the values: Execute and Sync. */
const REST = Buffer.concat([serialize.execute({}), serialize.sync()])

/** Binds values to a statement and executes it. */
export const executing = (name: string, values: readonly WireValue[]): Uint8Array => {
  const sizes = values.map((value) =>
    value === null ? 0 : typeof value === 'string' ? Buffer.byteLength(value) : value.byteLength,
  )
  const length =
    4 + 1 + Buffer.byteLength(name) + 1 + 2 + 2 * values.length + 2 + sizes.reduce((sum, size) => sum + 4 + size, 0) + 2
  // A buffer of its own, so that it can be transferred to the thread of the database.
  const message = Buffer.allocUnsafeSlow(1 + length + REST.length)
  let at = message.writeInt32BE(length, message.write('B'))
  at = message.writeUInt8(0, at)
  at = message.writeUInt8(0, at + message.write(name, at))
  at = message.writeInt16BE(values.length, at)
  // Bytes go as they are; everything else as text.
  for (const value of values) at = message.writeInt16BE(value instanceof Uint8Array ? 1 : 0, at)
  at = message.writeInt16BE(values.length, at)
  for (const [index, value] of values.entries()) {
    at = message.writeInt32BE(value === null ? NULL_LENGTH : (sizes[index] ?? 0), at)
    if (typeof value === 'string') at += message.write(value, at)
    else if (value !== null) {
      message.set(value, at)
      at += value.byteLength
    }
  }
  at = message.writeInt16BE(0, at)
  message.set(REST, at)
  return message
}
