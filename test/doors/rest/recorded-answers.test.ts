/** @module-tag heavy */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../rest-compat/routes/index.ts'
import { openapi } from '../../../src/doors/reference/openapi/document.ts'
import { type Route, coordinateOf, pathOf } from '../../../src/http/route.ts'
import { type TestApp, startApp } from '../../support/app.ts'
import { NETWORK_SECRET } from '../../support/exchange.ts'
import { exampleIn, examplesOf } from '../../support/examples.ts'
import { expectGolden } from '../../support/golden.ts'
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts'
import { workOneAtATime } from '../../support/one-at-a-time.ts'
import { type Sink, startSink } from '../../support/sink.ts'
import { strict } from '../../support/strict-schema.ts'
import { type Asked, Stage, type Step, outcomeOf } from '../../support/story.ts'
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

const asked: { ask: Asked; drawn: readonly string[] }[] = []

/** The row that answers a path: of those that fit, the one with the fewest parameters. */
const rowOf = ({ method, path }: Asked): Route | undefined => {
  const parameters = (one: string): number => one.split(':').length
  const fits = (one: string): boolean =>
    new RegExp(`^${one.replaceAll(/:\w+/g, '[^/]+')}$`).test(path.replace(/\?.*/, ''))
  const [row] = routes
    .filter((one) => one.method === method && fits(one.path))
    .sort((a, b) => parameters(a.path) - parameters(b.path))
  return row
}

describe('each request of a story', () => {
  test.each(stories)(
    'about %s succeeds, or is rejected with the error that the story names',

    async (_section, begins, story) => {
      const stage = new Stage({ app, idp, sink }, new Date(`${begins}T10:00:00Z`))
      await stage.play(story)
      asked.push(...stage.asked.map((ask) => ({ ask, drawn: stage.drawn })))
      const shown = (ask: Asked, outcome: string): string => `${ask.method} ${ask.path}: ${outcome}`
      expect(stage.asked.map((ask) => shown(ask, outcomeOf(ask)))).toEqual(
        stage.asked.map((ask) => shown(ask, ask.refusal ?? 'success')),
      )
    },
  )
})

test('every route of the table has answered with success', () => {
  const answered = new Set(asked.filter(({ ask }) => ask.status < 300).map(({ ask }) => rowOf(ask)))
  expect(routes.filter((route) => !answered.has(route)).map(coordinateOf)).toEqual([])
})

test('every answer of a story is of the schema that the reference states', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(strict(openapi(routes, 'https://exchange.example.com')), 'document')
  const errors = asked.flatMap(({ ask }) => {
    const row = rowOf(ask)
    if (!row?.shape || ask.text === undefined) return []
    const place = ['paths', pathOf(row), row.method.toLowerCase(), 'responses', String(ask.status), 'content']
    const pointer = [...place, 'application/json', 'schema'].map((part) => part.replaceAll('/', '~1'))
    const validate = ajv.getSchema(`document#/${pointer.map(encodeURIComponent).join('/')}`) as ValidateFunction
    validate(ask.answer)
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${ask.method} ${ask.path}: ${ask.status} ${instancePath} ${message}`,
    )
  })
  expect(errors).toEqual([])
})

test('the examples of the reference are what REST answers, to the last zero of an amount', async () => {
  const folder = join(import.meta.dirname, '../../../rest-compat')
  const recorded = readFileSync(join(folder, 'examples.json'), 'utf8')
  const examples = await examplesOf(
    asked.flatMap(({ ask, drawn }) => {
      const row = rowOf(ask)
      if (!row?.present || ask.status !== row.status || ask.text === undefined) return []
      const route = coordinateOf(row)
      const text = (ask.isByChance && exampleIn(recorded, route)) || ask.text
      return [{ route, text, drawn }]
    }),
  )
  expectGolden('examples.json', examples, folder)
})
