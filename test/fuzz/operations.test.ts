/** @module-tag heavy */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../rest-compat/routes/index.ts'
import { type TestApp, startApp } from '../support/app.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { sample } from '../support/sample.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { type Asked, Stage } from '../support/story.ts'
import { ground } from './ground.ts'
import { answeredRows, fuzzOperations } from './operations.ts'

/** The long form is `npm run test:long -- operations`. `FUZZ_FROM` and `FUZZ_REQUESTS` repeat a part of it. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 300)
const isLong = process.env['FUZZ_REQUESTS'] !== undefined
/** Others in each run. */
const [first] = sample(
  Array.from({ length: 100 }, (_, nth) => nth * REQUESTS),
  isLong ? 1 : 1 / 100,
)
const FROM = Number(process.env['FUZZ_FROM'] ?? first)
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)

let app: TestApp
let idp: IdentityProvider
let sink: Sink
let stage: Stage
beforeAll(async () => {
  idp = await startIdentityProvider({})
  sink = await startSink()
  app = await startApp({ JWT_ISSUER: idp.issuer, WEBHOOK_ALLOW_PRIVATE: 'true' })
  stage = new Stage({ app, idp, sink }, new Date('2026-11-20T10:00:00Z'))
  await stage.play(ground)
})
afterAll(async () => {
  await app.close()
  await sink.stop()
  await idp.stop()
})

describe('hostile values', () => {
  /**
   * Deletions, and what ends the requests of an organization or answers as long as somebody listens. The others work
   * once, or need an Italian seller, a letter with a code, an order of another request, or a document that has failed.
   */
  const LEFT_OUT = new RegExp(
    '^DELETE |exhaust|/(reset|stream|decision|oauth/token|handoff/exchange)$|' +
      '(reject|resend|fatturapa|:exportId)$|^POST .*ownership',
  )

  test('are put into requests of every route that is no deletion, and each of them was answered well', () => {
    const refused = stage.asked.filter(({ status }) => status >= 300)
    expect(refused.map(({ method, path, status, answer }: Asked) => [method, path, status, answer])).toEqual([])
    const answered = new Set(answeredRows(stage.asked).map(([, row]) => row))
    const left = routes.filter((row) => !answered.has(row)).map(({ method, path }) => `${method} ${path}`)
    expect(left.filter((name) => !LEFT_OUT.test(name))).toEqual([])
  })

  test(
    `are never answered 5xx, or with more than 10 MB${isLong ? ', or after 2 s of a processor' : ''}`,
    { timeout: 60_000 + REQUESTS * 60 },
    async () => {
      const asked = answeredRows(stage.asked)
      const { faults, ...counted } = await fuzzOperations({
        app,
        asked,
        someone: stage.caller('me'),
        count: REQUESTS,
        from: FROM,
        seed: SEED,
        ...(isLong && { mostMs: 2_000 }),
      })
      if (isLong || faults.length > 0) process.stdout.write(`${JSON.stringify(counted, null, 2)}\n`)
      expect(faults).toEqual([])
      // Whoever is only told to wait tries nothing.
      expect(counted.statuses['429'] ?? 0).toBeLessThan(REQUESTS / 20)
    },
  )
})
