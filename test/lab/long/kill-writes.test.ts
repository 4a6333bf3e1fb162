/** @module-tag heavy */
/**
 * kill -9 while companies are made and onboarded, between consent and token, and while codes and handoffs are exchanged.
 * The long form, 60 times over: `npm run test:long -- kill-writes`.
 */
import { afterAll, expect, test } from 'vitest'
import { freshVat } from '../../support/numbers.ts'
import { type Started, allOf, call, serverProcesses } from '../../support/processes.ts'
import { challengeOf, newVerifier } from '../../support/visitor.ts'

const PATIENCE_MS = 90_000
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 1)
const WRITERS = 3
/** Of each kind so many at least are acknowledged before the server is killed, and more in some rounds. */
const LEAST = 4

const processes = serverProcesses()
const { start, stop } = processes
afterAll(() => processes.end())

/** A code or handoff that somebody has allowed, with what it is exchanged for; `token` once that was acknowledged. */
interface Secret {
  path: string
  body: object
  isTried: boolean
  token?: string
}

interface Ledger {
  vatNumbers: Set<string>
  externalIds: Set<string>
  secrets: Secret[]
  made: number
}

type Write = (server: Started, key: string, ledger: Ledger) => Promise<boolean>

const register: Write = async ({ base }, key, { vatNumbers }) => {
  const vatNumber = freshVat()
  const { status } = await call(base, key, '/v1/companies', { vatNumber })
  if (status === 201) vatNumbers.add(vatNumber)
  return status === 201
}

const onboard: Write = async ({ base }, key, ledger) => {
  const externalId = `k-${(ledger.made += 1)}`
  const { status } = await call(base, key, '/v1/platform/companies', {
    vatNumber: freshVat(),
    externalId,
    webhook: { url: 'https://hooks.example.com/x', events: ['document.received'] },
    apiKey: { name: 'ERP' },
  })
  if (status === 201) ledger.externalIds.add(externalId)
  return status === 201
}

const allow = async ({ base }: Started, key: string): Promise<Secret> => {
  const verifier = newVerifier()
  const { body: asked } = await call(base, '', '/v1/oauth/authorize', {
    client_name: 'Killed',
    scopes: ['send'],
    code_challenge: challengeOf(verifier),
  })
  const { body } = await call(base, key, `/v1/oauth/requests/${asked.request_id}/decision`, { allow: true })
  return {
    path: '/v1/oauth/token',
    body: { grant_type: 'authorization_code', code: body.code, code_verifier: verifier },
    isTried: false,
  }
}

const handOff = async ({ base }: Started, key: string): Promise<Secret> => {
  const { body } = await call(base, key, '/v1/oauth/handoff', { scopes: ['send'], label: 'Killed' })
  return { path: '/v1/oauth/handoff/exchange', body: { handoff_token: body.handoff_token }, isTried: false }
}

/** Every second one is left for the server that follows. */
const letIn: Write = async (server, key, { secrets }) => {
  for (const make of [allow, handOff]) secrets.push(await make(server, key), await make(server, key))
  const tried = [secrets.at(-1), secrets.at(-3)] as [Secret, Secret]
  for (const secret of tried) {
    secret.isTried = true
    const { status, body } = await call(server.base, '', secret.path, secret.body)
    if (status !== 200) return false
    secret.token = body.access_token
  }
  return true
}

/** Writes of every kind in turn, from several sides, until there are enough of each and the server is killed. */
const writeUntilKilled = async (server: Started, key: string, ledger: Ledger, enough: number): Promise<void> => {
  let written = 0
  const writeAll = async (): Promise<void> => {
    for (;;) {
      for (const write of [register, onboard, letIn]) if (!(await write(server, key, ledger).catch(() => false))) return
      if ((written += 1) === enough) server.child.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writeAll))
  expect({ written, killed: server.child.killed }).toMatchObject({ killed: true })
  expect(await server.ended).toBeNull()
}

const expectCompanies = async ({ base }: Started, key: string, { vatNumbers, externalIds }: Ledger): Promise<void> => {
  const all = await allOf(base, key, '/v1/companies')
  const found = new Set(all.flatMap(({ vatNumber, externalId }) => [vatNumber, externalId]))
  expect([...vatNumbers, ...externalIds].filter((one) => !found.has(one))).toEqual([])
  // Of what was not acknowledged, all or nothing is there.
  const onboarded = all.filter(({ externalId }) => externalId !== null).map(({ id }) => id)
  for (const path of ['/v1/platform/api-keys', '/v1/webhooks']) {
    const rows = (await allOf(base, key, path)).filter(({ companyId }) => companyId !== null)
    expect(rows.map(({ companyId }) => companyId).toSorted()).toEqual(onboarded.toSorted())
  }
}

const expectTokens = async ({ base }: Started, key: string, { secrets }: Ledger, from: number): Promise<void> => {
  for (const { path, body, isTried, token } of secrets.slice(from)) {
    if (token === undefined) {
      expect(isTried ? [200, 400] : [200]).toContain((await call(base, '', path, body)).status)
      continue
    }
    // What was acknowledged works, and its secret does not work again.
    expect((await call(base, token, '/v1/me')).status).toBe(200)
    expect(await call(base, '', path, body)).toMatchObject({ status: 400, body: { error: { code: 'invalid_grant' } } })
  }
  const agents = (await allOf(base, key, '/v1/api-keys')).filter(
    ({ kind, name }) => kind === 'agent' && name === 'Killed',
  )
  expect(agents.length).toBeLessThanOrEqual(secrets.length)
}

test(
  `a server that is killed ${ROUNDS} times keeps all it acknowledged, companies are whole, and each token is given once`,
  { timeout: PATIENCE_MS * ROUNDS + PATIENCE_MS },
  async () => {
    const settings = { DATA_DIR: processes.dataFolder('killed') }
    const ledger: Ledger = { vatNumbers: new Set(), externalIds: new Set(), secrets: [], made: 0 }
    let server = await start(settings)
    const { key } = server
    for (let round = 0; round < ROUNDS; round++) {
      const before = ledger.secrets.length
      await writeUntilKilled(server, key, ledger, LEAST + (round % 5))
      server = await start(settings)
      await expectCompanies(server, key, ledger)
      await expectTokens(server, key, ledger, before)
      expect((await call(server.base, key, '/health/readiness')).body).toMatchObject({ status: 'ok', database: 'ok' })
    }
    expect(await stop(server)).toBe(0)
  },
)
