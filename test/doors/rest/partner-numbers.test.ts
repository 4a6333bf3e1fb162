/** The numbers of partners, which an organization and its companies have beside each other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { type Dice, diceOf } from '../../support/dice.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { sample } from '../../support/sample.ts'
import { vatNumberIn } from '../../support/trade.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
})
afterAll(() => app.close())

const RECIPIENT = '0208:0417497106'
/** An organization with two companies, and a key of each. */
interface Owners {
  organization: Tenant
  companies: { id: string; peppolId: string; key: Caller }[]
}
const owners = async (): Promise<Owners> => {
  const organization = await app.tenant('platform')
  const companies = []
  for (let count = 0; count < 2; count += 1) {
    const { body } = await organization.post('/v1/companies', { vatNumber: vatNumberIn('BE') })
    companies.push({ ...body, key: await organization.keyWith(['*'], { companyId: body.id }) })
  }
  return { organization, companies }
}

let sent = 0
const send = (by: Caller, from: string, to: string): Promise<Answer> =>
  by.post('/v1/documents/send', {
    type: 'invoice',
    from,
    to,
    document: {
      number: `N-${(sent += 1)}`,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO',
      lines: [{ description: 'Work', quantity: 1, unit: 'C62', unitPrice: 10, vatRate: 21 }],
    },
  })

describe('a number that partners of several owners have', () => {
  test('finds the partner of the caller, else the shared one, else that of the oldest company', async () => {
    const { organization, companies } = await owners()
    const [first, second] = companies as [Owners['companies'][0], Owners['companies'][0]]
    for (const { key, peppolId } of [second, first]) expect((await send(key, peppolId, RECIPIENT)).status).toBe(201)
    const found = async (by: Caller): Promise<unknown> => {
      const answers = [await by.get(`/v1/partners/peppol:${RECIPIENT}`), await by.get('/v1/partners/vat:BE0417497106')]
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(answers[0]?.body.id).toBe(answers[1]?.body.id)
      return answers[0]?.body.companyId
    }
    expect(await found(organization)).toBe(first.id)
    expect((await organization.post('/v1/partners', { peppolId: RECIPIENT })).status).toBe(201)
    expect([await found(organization), await found(first.key), await found(second.key)]).toEqual([
      null,
      first.id,
      second.id,
    ])
    const { body: own } = await first.key.get(`/v1/partners/peppol:${RECIPIENT}`)
    expect((await first.key.delete(`/v1/partners/${own.id}`)).status).toBe(204)
    expect(await found(first.key)).toBe(null)
  })

  test('is refused for a change by a caller of the organization, with the identifiers of two', async () => {
    const { organization, companies } = await owners()
    const made = []
    for (const { key } of companies) made.push((await key.post('/v1/partners', { peppolId: RECIPIENT })).body.id)
    const change = () => organization.patch(`/v1/partners/peppol:${RECIPIENT}`, { name: 'New' })
    const refused = await change()
    expectRefusal(refused, 'CONFLICT')
    expect(refused.body.error.details.map(({ existingId }: Body) => existingId)).toEqual(made)
    for (const { key } of companies)
      expect((await key.patch(`/v1/partners/peppol:${RECIPIENT}`, { name: 'New' })).status).toBe(200)
  })
})

const NUMBERS = {
  peppolId: [RECIPIENT, '0208:0428759497', '0192:300000007'],
  vatNumber: ['BE0417497106', 'US123456789', 'US987654321'],
} as const

let siren = 400_000_000
const freshSiret = (): string => `${(siren += 7)}00013`

type Step = (dice: Dice, owners: Owners) => Promise<Answer>

const anyOwner = (dice: Dice, { organization, companies }: Owners): Caller =>
  dice.pick([organization, ...companies.map(({ key }) => key)])

const create: Step = (dice, all) => {
  const identity = dice.pick([['peppolId'], ['vatNumber'], ['peppolId', 'vatNumber']] as const)
  return anyOwner(dice, all).post(
    '/v1/partners',
    Object.fromEntries(identity.map((field) => [field, dice.pick<string>(NUMBERS[field])])),
  )
}
const exchange: Step = (dice, { companies }) => {
  const { key, peppolId } = dice.pick(companies)
  return send(key, peppolId, dice.pick(NUMBERS.peppolId.slice(0, 2)))
}
const merge: Step = async (dice, { organization }) => {
  const { data } = (await organization.get('/v1/partners?limit=100')).body
  const [kept, gone] = [dice.pick<Body>(data), dice.pick<Body>(data)]
  return organization.post(`/v1/partners/${kept?.id}/merge`, { duplicateId: gone?.id ?? 'part_none' })
}
/** A company that comes later, and trades as well. */
const importCompany: Step = async (_dice, { organization, companies }) => {
  const answer = await organization.post('/v1/companies/import', { siret: freshSiret() })
  const { body } = await organization.get(`/v1/companies/${answer.body.id}`)
  companies.push({ ...body, key: await organization.keyWith(['*'], { companyId: body.id }) })
  return answer
}
const steps: readonly Step[] = [create, create, create, exchange, exchange, exchange, merge, merge, importCompany]

/** In the stated order. */
const expectedOf = (partners: readonly Body[], companyId: string | null, field: string, number: string): unknown => {
  const rank = (one: Body): number => (one.companyId === companyId ? 0 : one.companyId === null ? 1 : 2)
  return partners
    .filter((one) => one[field] === number && (companyId === null || rank(one) < 2))
    .toSorted((one, other) => rank(one) - rank(other) || (one.companyId < other.companyId ? -1 : 1))[0]?.id
}

const ROUNDS = Array.from({ length: 64 }, (_, index) => index)

test.each(sample(ROUNDS, 1 / 16))(
  'after the creates, imports, exchanges and merges of seed %i every number of a partner is read',
  async (seed) => {
    const dice = diceOf(seed)
    const all = await owners()
    const { organization, companies } = all
    // The first exchange makes a partner, so that there is one.
    await exchange(dice, all)
    for (let step = 0; step < 12; step += 1) {
      const { status, body } = await dice.pick(steps)(dice, all)
      expect({ status, body }).toMatchObject({ status: expect.toBeOneOf([200, 201, 202, 400, 404, 409, 422]) })
    }
    const partners: Body[] = (await organization.get('/v1/partners?limit=100')).body.data
    expect(partners.length).toBeGreaterThan(0)
    for (const [companyId, caller] of [
      [null, organization] as const,
      ...companies.map(({ id, key }) => [id, key] as const),
    ])
      for (const [field, prefix] of [
        ['peppolId', 'peppol'],
        ['vatNumber', 'vat'],
      ] as const)
        for (const number of NUMBERS[field]) {
          const { status, body } = await caller.get(`/v1/partners/${prefix}:${number}`)
          const expected = expectedOf(partners, companyId, field, number)
          expect({ number, status, id: body.id }).toEqual({
            number,
            status: expected === undefined ? 404 : 200,
            id: expected,
          })
        }
  },
)
