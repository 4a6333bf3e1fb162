/** A transaction begins without waiting for the answer, and no connection outlives a beginning that was refused. */
import { PassThrough } from 'node:stream'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { beginWithoutWaiting } from '../../src/kernel/database/begin-without-waiting.ts'

const clientThat = (answer: (text: string) => Promise<object>) => {
  const stream = new PassThrough().on('error', () => undefined)
  const asked: string[] = []
  const client = {
    connection: { stream },
    query({ text }: { text: string }) {
      asked.push(text)
      return answer(text)
    },
  }
  beginWithoutWaiting(client as unknown as pg.Client)
  return { client, stream, asked }
}

test('a transaction has begun for its caller before the server has said so, and other statements wait', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const { client, asked } = clientThat(() => promise)
  expect(await client.query({ text: 'BEGIN' })).toMatchObject({ rows: [] })
  const waiting = client.query({ text: 'SELECT 1' })
  resolve({ rows: [{ one: 1 }] })
  expect(await waiting).toEqual({ rows: [{ one: 1 }] })
  expect(asked).toEqual(['BEGIN', 'SELECT 1'])
})

test('a connection ends whose server refuses to begin a transaction', async () => {
  const refusal = new Error('out of memory')
  const { client, stream } = clientThat(() => Promise.reject(refusal))
  await client.query({ text: 'BEGIN' })
  await new Promise((resolve) => stream.once('close', resolve))
  expect(stream.errored).toBe(refusal)
})
