import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'

/** Node would wait a minute for the first request of a connection. */
const AT_ONCE_MS = 15_000

test('a connection on which nothing was asked does not hold up the stop', { timeout: AT_ONCE_MS }, async () => {
  const app = await startApp()
  const { port } = new URL(await app.listen())
  const silent = connect(Number(port), '127.0.0.1')
  await once(silent, 'connect')
  // It is accepted when a later one is answered.
  expect((await fetch(`http://127.0.0.1:${port}/health/liveness`)).status).toBe(200)
  const ended = once(silent, 'close')
  await app.close()
  await ended
})
