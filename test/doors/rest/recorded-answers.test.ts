import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../rest-compat/routes/index.ts'
import { pathOf } from '../../../src/http/route.ts'
import type { Route } from '../../../src/http/route.ts'
import { type TestApp, startApp } from '../../support/app.ts'
import { NETWORK_SECRET } from '../../support/exchange.ts'
import { writeExamples } from '../../support/examples.ts'
import { expectGolden, isRecording } from '../../support/golden.ts'
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts'
import { workOneAtATime } from '../../support/one-at-a-time.ts'
import { Recording } from '../../support/recording.ts'
import { type Sink, startSink } from '../../support/sink.ts'
import { type Ask, Stage, type Step } from '../../support/story.ts'
import { categorization } from './recorded-answers/categorization.ts'
import { companies } from './recorded-answers/companies.ts'
import { compliance } from './recorded-answers/compliance.ts'
import { directory } from './recorded-answers/directory.ts'
import { documents } from './recorded-answers/documents.ts'
import { events } from './recorded-answers/events.ts'
import { bulk } from './recorded-answers/bulk.ts'
import { files } from './recorded-answers/files.ts'
import { identity } from './recorded-answers/identity.ts'
import { keys } from './recorded-answers/keys.ts'
import { lifecycle } from './recorded-answers/lifecycle.ts'
import { oauth } from './recorded-answers/oauth.ts'
import { partners } from './recorded-answers/partners.ts'
import { payments } from './recorded-answers/payments.ts'
import { platform } from './recorded-answers/platform.ts'
import { portability } from './recorded-answers/portability.ts'
import { procurement } from './recorded-answers/procurement.ts'
import { sandbox } from './recorded-answers/sandbox.ts'
import { stats } from './recorded-answers/stats.ts'
import { webhooks } from './recorded-answers/webhooks.ts'

/** What is to change on purpose is recorded anew with `UPDATE_GOLDEN=1`, and the examples of the reference with it. */
const folder = join(import.meta.dirname, 'fixtures/recorded-answers')

/** Each story has a day of its own, later than those before: the clock of the application goes on. */
const stories: readonly [section: string, begins: string, story: readonly Step[]][] = [
  ['identity', '2026-11-20', identity],
  ['companies', '2026-11-25', companies],
  ['documents', '2026-11-30', documents],
  ['files', '2026-12-05', files],
  ['lifecycle', '2026-12-10', lifecycle],
  ['compliance', '2026-12-15', compliance],
  ['directory', '2026-12-20', directory],
  ['partners', '2026-12-25', partners],
  ['stats', '2026-12-30', stats],
  ['categorization', '2027-01-05', categorization],
  ['payments', '2027-01-10', payments],
  ['keys', '2027-01-15', keys],
  ['webhooks', '2027-01-20', webhooks],
  ['events', '2027-01-25', events],
  ['sandbox', '2027-01-30', sandbox],
  ['bulk', '2027-02-05', bulk],
  ['platform', '2027-02-10', platform],
  ['oauth', '2027-02-15', oauth],
  ['procurement', '2027-02-20', procurement],
  ['portability', '2027-02-25', portability],
]

let app: TestApp
let idp: IdentityProvider
let sink: Sink
beforeAll(async () => {
  idp = await startIdentityProvider({})
  sink = await startSink()
  app = await startApp({
    JWT_ISSUER: idp.issuer,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    BASE_URL: 'https://exchange.example.com',
    NETWORK_SECRET,
    WORKERS: 'off',
  })
  workOneAtATime(app)
})
afterAll(async () => {
  await app.close()
  await sink.stop()
  await idp.stop()
})

const asked: Stage['asked'] = []
const drawn: string[] = []

describe('what REST answers, byte for byte,', () => {
  test.each(stories)('is what was recorded of %s', async (section, begins, story) => {
    const recording = new Recording()
    const stage = new Stage({ app, idp, sink }, recording, new Date(`${begins}T10:00:00Z`))
    await stage.play(story)
    asked.push(...stage.asked)
    drawn.push(...stage.drawn)
    expectGolden(`${section}.txt`, recording.text(), folder)
  })
})

/** The row that answers a path: of those that fit, the one with the fewest parameters. */
const rowOf = ({ method, path }: Ask): Route | undefined => {
  const parameters = (one: string): number => one.split(':').length
  const fits = (one: string): boolean =>
    new RegExp(`^${one.replaceAll(/:\w+/g, '[^/]+')}$`).test(path.replace(/\?.*/, ''))
  const [row] = routes
    .filter((one) => one.method === method && fits(one.path))
    .sort((a, b) => parameters(a.path) - parameters(b.path))
  return row
}

test('every route of the table has answered with success', async () => {
  const succeeded = asked.filter(({ status }) => status < 300)
  const answered = new Set(succeeded.map(rowOf))
  expect(routes.filter((route) => !answered.has(route)).map(({ method, path }) => `${method} ${path}`)).toEqual([])
  if (isRecording)
    await writeExamples(
      succeeded.flatMap((ask) => {
        const row = rowOf(ask)
        if (!row?.present || ask.status !== row.status) return []
        return [{ route: `${row.method} ${pathOf(row)}`, body: ask.answer, drawn }]
      }),
    )
})
