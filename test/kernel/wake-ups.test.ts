import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { postgresWakeUps } from '../../src/kernel/wake-ups/postgres.ts'
import { until } from '../support/until.ts'

test('while its PostgreSQL server is away, a process tries again once a second, never faster', async () => {
  let tries = 0
  const server = createServer((socket) => {
    tries++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const failures: string[] = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const wakeUps = postgresWakeUps(
    `postgresql://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`,
    pino({}, { write: (line) => void failures.push(line) }),
  )
  try {
    for (const nth of [1, 2, 3]) {
      await until(() => failures.length, nth)
      expect([tries, vi.getTimerCount()]).toEqual([nth, 1])
      vi.advanceTimersByTime(999)
      expect(vi.getTimerCount()).toBe(1)
      vi.advanceTimersByTime(1)
    }
  } finally {
    await wakeUps.close()
    vi.useRealTimers()
    server.close()
  }
})
