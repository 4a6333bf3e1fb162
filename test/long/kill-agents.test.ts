/** @module-tag heavy */
/** kill -9 between consent and token, and while codes and handoffs are exchanged. Longer: `test:long -- kill-agents`. */
import { afterAll, expect, test } from 'vitest'
import type { Body } from '../support/app.ts'
import { type Started, allOf, call, serverProcesses } from '../support/processes.ts'
import { challengeOf, newVerifier } from '../support/visitor.ts'

const PATIENCE_MS = 90_000
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 1)
const EACH = 20

const processes = serverProcesses()
const { start, stop } = processes
afterAll(() => processes.end())

/** A code that somebody has allowed, with what it is exchanged with. */
const allowed = async ({ base }: Started, key: string): Promise<{ path: string; body: object }> => {
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
  }
}

const handedOff = async ({ base }: Started, key: string): Promise<{ path: string; body: object }> => {
  const { body } = await call(base, key, '/v1/oauth/handoff', { scopes: ['send'], label: 'Killed' })
  return { path: '/v1/oauth/handoff/exchange', body: { handoff_token: body.handoff_token } }
}

const agentsOf = async ({ base }: Started, key: string): Promise<Body[]> =>
  (await allOf(base, key, '/v1/api-keys')).filter(({ kind, name }) => kind === 'agent' && name === 'Killed')

test(
  `a server that is killed ${ROUNDS} times keeps what was allowed, and gives each token once`,
  { timeout: PATIENCE_MS * ROUNDS + PATIENCE_MS },
  async () => {
    const settings = { DATA_DIR: processes.dataFolder('killed-agents') }
    let [key, made] = ['', 0]
    for (let round = 0; round < ROUNDS; round++) {
      const first = await start(settings)
      key ||= first.key
      const secrets = [
        ...(await Promise.all(Array.from({ length: EACH }, () => allowed(first, key)))),
        ...(await Promise.all(Array.from({ length: EACH }, () => handedOff(first, key)))),
      ]
      made += secrets.length
      // Between consent and token.
      first.child.kill('SIGKILL')
      await first.ended
      const second = await start(settings)
      let given = 0
      const answers = await Promise.all(
        secrets.map(async ({ path, body }) => {
          const answer = await call(second.base, '', path, body).catch(() => undefined)
          if (answer?.status === 200) given += 1
          if (given === EACH) second.child.kill('SIGKILL')
          return answer
        }),
      )
      await second.ended
      const third = await start(settings)
      for (const [index, answer] of answers.entries()) {
        if (answer?.status !== 200) continue
        // What was acknowledged works, and its secret does not work again.
        expect((await call(third.base, answer.body.access_token, '/v1/me')).status).toBe(200)
        const secret = secrets[index] as (typeof secrets)[number]
        expect(await call(third.base, '', secret.path, secret.body)).toMatchObject({
          status: 400,
          body: { error: { code: 'invalid_grant' } },
        })
      }
      for (const [index, answer] of answers.entries()) {
        if (answer?.status === 200) continue
        const secret = secrets[index] as (typeof secrets)[number]
        expect([200, 400]).toContain((await call(third.base, '', secret.path, secret.body)).status)
      }
      expect((await agentsOf(third, key)).length).toBeLessThanOrEqual(made)
      expect(await stop(third)).toBe(0)
    }
  },
)
