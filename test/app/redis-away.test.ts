/** @module-tag services */
/** What operators are told of Redis. */
import { inject, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { startRedis } from '../support/servers.ts'
import { until } from '../support/until.ts'

test.skipIf(inject('redis') === '')(
  'the metrics tell while Redis is away, for each part that asks it',
  async () => {
    let redis = await startRedis()
    const other = await startApp({ REDIS_URL: redis.url })
    const away = async (): Promise<object> => {
      const text = (await other.anyone.get('/metrics')).bytes.toString()
      return Object.fromEntries(
        [...text.matchAll(/^redis_away\{part="([^"]+)"\} (\d)$/gm)].map(([, part = '', value]) => [part, value]),
      )
    }
    try {
      // A busy machine may keep an answer back for the half second after which Redis counts as away.
      await until(away, { limits: '0', 'wake-ups': '0' })
      await redis.stop()
      await until(away, { limits: '1', 'wake-ups': '1' })
      redis = await startRedis(Number(new URL(redis.url).port))
      await until(away, { limits: '0', 'wake-ups': '0' })
      const tenant = await other.tenant()
      // One that is silent ends no connection: whoever asks it finds out.
      process.kill(redis.pid, 'SIGSTOP')
      const afterUse = async (): Promise<object> => {
        await tenant.post('/v1/companies', { vatNumber: freshVat() })
        return away()
      }
      try {
        await until(afterUse, { limits: '1', 'wake-ups': '1' })
      } finally {
        process.kill(redis.pid, 'SIGCONT')
      }
      await until(afterUse, { limits: '0', 'wake-ups': '0' })
    } finally {
      await other.close()
      await redis.stop()
    }
  },
  120_000,
)
