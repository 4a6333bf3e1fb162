import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { postgresWakeUps } from '../../src/kernel/wake-ups/postgres.ts'

test(
  'while its PostgreSQL server is away, a process tries again once a second, never faster',
  { tags: 'heavy' },
  async () => {
    const tries: number[] = []
    const server = createServer((socket) => {
      tries.push(performance.now())
      socket.destroy()
      server.emit('tried')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const wakeUps = postgresWakeUps(
      `postgresql://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`,
      pino({ level: 'silent' }),
    )
    try {
      while (tries.length < 3) await once(server, 'tried')
      const pauses = tries.slice(1).map((at, index) => at - Number(tries[index]))
      for (const pause of pauses) expect(pause).toBeGreaterThan(900)
    } finally {
      await wakeUps.close()
      server.close()
    }
  },
)
