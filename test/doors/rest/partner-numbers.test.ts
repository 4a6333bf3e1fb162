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

/** Two shared partners of different numbers, and the first after the second was merged into it. */
const mergedOf = async (organization: Tenant): Promise<{ kept: Body; gone: Body }> => {
  const make = async (body: object): Promise<Body> => (await organization.post('/v1/partners', body)).body
  const kept = await make({ peppolId: '0208:0428759497', externalId: 'K-1', name: 'Kept' })
  const gone = await make({ peppolId: RECIPIENT, externalId: 'G-1', name: 'Gone' })
  const { status, body } = await organization.post(`/v1/partners/${kept.id}/merge`, { duplicateId: gone.id })
  expect({ status, body }).toMatchObject({ status: 200 })
  return { kept: body, gone }
}
const OF_THE_MERGED = ['ext:G-1', `peppol:${RECIPIENT}`, 'vat:BE0417497106']

describe('a number of a partner that was merged into another', () => {
  test('finds the partner that was kept, which shows it among its aliases at both doors', async () => {
    const { organization } = await owners()
    const { kept } = await mergedOf(organization)
    expect(kept).toMatchObject({ peppolId: '0208:0428759497', externalId: 'K-1', aliases: OF_THE_MERGED })
    for (const alias of OF_THE_MERGED)
      expect((await organization.get(`/v1/partners/${alias}`)).body).toMatchObject({ id: kept.id })
    expect((await organization.get('/v1/partners?search=0417497106')).body.data).toMatchObject([{ id: kept.id }])
    const answer = await organization.graphql('{ partnerBy(ref: { vatNumber: "BE0417497106" }) { id aliases } }')
    expect(answer).toHaveProperty('data')
    expect(answer.data).toEqual({ partnerBy: { id: kept.id, aliases: OF_THE_MERGED } })
  })

  test('is taken for a new and for a changed partner, until it is removed from the aliases', async () => {
    const { organization } = await owners()
    const { kept } = await mergedOf(organization)
    const other = (await organization.post('/v1/partners', { vatNumber: 'US123456789' })).body
    const wanted = [{ peppolId: RECIPIENT }, { vatNumber: 'BE0417497106' }]
    const tries = [...wanted, { vatNumber: 'US987654321', externalId: 'G-1' }]
    const before = await organization.footprint()
    for (const numbers of tries) {
      const refused = [
        await organization.post('/v1/partners', numbers),
        await organization.patch(`/v1/partners/${other.id}`, numbers),
      ]
      for (const answer of refused) {
        expectRefusal(answer, 'CONFLICT')
        expect(answer.body.error.details).toMatchObject([{ field: expect.any(String), existingId: kept.id }])
      }
    }
    expect(await organization.footprint()).toEqual(before)
    const stranger = await organization.patch(`/v1/partners/${kept.id}`, { aliases: ['vat:US123456789'] })
    expectRefusal(stranger, 'INVALID_REQUEST')
    const { body } = await organization.patch(`/v1/partners/${kept.id}`, { aliases: ['ext:G-1'] })
    expect(body.aliases).toEqual(['ext:G-1'])
    expectRefusal(await organization.get(`/v1/partners/peppol:${RECIPIENT}`), 'RESOURCE_NOT_FOUND')
    expect((await organization.post('/v1/partners', { peppolId: RECIPIENT })).status).toBe(201)
  })

  test('becomes the number of the partner that is given it, and no alias any more', async () => {
    const { organization } = await owners()
    const { kept } = await mergedOf(organization)
    const { body } = await organization.patch(`/v1/partners/${kept.id}`, { peppolId: RECIPIENT, externalId: 'G-1' })
    expect(body).toMatchObject({ peppolId: RECIPIENT, externalId: 'G-1', aliases: ['vat:BE0417497106'] })
  })

  test('exchanges documents with the partner that was kept, and lends it no VAT number that is not its own', async () => {
    const { organization, companies } = await owners()
    const { kept } = await mergedOf(organization)
    await organization.patch(`/v1/partners/${kept.id}`, { defaults: { note: 'As agreed' } })
    const [{ key, peppolId }] = companies as [Owners['companies'][0]]
    const { status, body } = await send(key, peppolId, RECIPIENT)
    expect({ status, body }).toMatchObject({ status: 201, body: { receiverVatNumber: 'BE0417497106' } })
    const xml = String((await organization.get(`/v1/documents/${body.id}/xml`)).bytes)
    expect(xml).toContain('As agreed')
    expect(xml).not.toContain('0428759497')
    expect((await organization.get(`/v1/partners/${kept.id}/invoices`)).body.data).toMatchObject([{ id: body.id }])
    expect((await organization.get('/v1/partners')).body.data).toHaveLength(1)
  })

  test('is found by nobody else, and goes with the partner', async () => {
    const { organization } = await owners()
    const { kept } = await mergedOf(organization)
    const stranger = await app.tenant('platform')
    for (const alias of OF_THE_MERGED) expectRefusal(await stranger.get(`/v1/partners/${alias}`), 'RESOURCE_NOT_FOUND')
    expect((await stranger.post('/v1/partners', { peppolId: RECIPIENT, externalId: 'G-1' })).status).toBe(201)
    expect((await organization.delete(`/v1/partners/${OF_THE_MERGED[1]}`)).status).toBe(204)
    for (const alias of [...OF_THE_MERGED, kept.id])
      expectRefusal(await organization.get(`/v1/partners/${alias}`), 'RESOURCE_NOT_FOUND')
    expect((await organization.post('/v1/partners', { peppolId: RECIPIENT, externalId: 'G-1' })).status).toBe(201)
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

const PREFIXES = { peppolId: 'peppol', vatNumber: 'vat' } as const
const REFERENCES = (['peppolId', 'vatNumber'] as const).flatMap((field) =>
  NUMBERS[field].map((number) => ({ field, number, reference: `${PREFIXES[field]}:${number}` })),
)
type Reference = (typeof REFERENCES)[number]

/** In the stated order: no two partners of one owner have the same. */
const expectedOf = (
  partners: readonly Body[],
  companyId: string | null,
  { field, number, reference }: Reference,
): unknown => {
  const rank = (one: Body): number => (one.companyId === companyId ? 0 : one.companyId === null ? 1 : 2)
  const having = partners.filter((one) => one[field] === number || one.aliases.includes(reference))
  const ownersOf = having.map((one) => one.companyId)
  expect(ownersOf).toEqual([...new Set(ownersOf)])
  return having
    .filter((one) => companyId === null || rank(one) < 2)
    .toSorted((one, other) => rank(one) - rank(other) || (one.companyId < other.companyId ? -1 : 1))[0]?.id
}

const foundBy = async (caller: Caller): Promise<string[]> => {
  const found = []
  for (const { reference } of REFERENCES)
    if ((await caller.get(`/v1/partners/${reference}`)).status === 200) found.push(reference)
  return found
}

const ROUNDS = Array.from({ length: 64 }, (_, index) => index)

test.each(sample(ROUNDS, 1 / 32))(
  'after the creates, imports, exchanges and merges of seed %i every number that was read is still read',
  async (seed) => {
    const dice = diceOf(seed)
    const all = await owners()
    const { organization, companies } = all
    // The first exchange makes a partner, so that there is one.
    await exchange(dice, all)
    let readable = await foundBy(organization)
    for (let step = 0; step < 12; step += 1) {
      const { status, body } = await dice.pick(steps)(dice, all)
      expect({ status, body }).toMatchObject({ status: expect.toBeOneOf([200, 201, 202, 400, 404, 409, 422]) })
      const now = await foundBy(organization)
      expect(now).toEqual(expect.arrayContaining(readable))
      readable = now
    }
    const partners: Body[] = (await organization.get('/v1/partners?limit=100')).body.data
    expect(partners.length).toBeGreaterThan(0)
    for (const [companyId, caller] of [
      [null, organization] as const,
      ...companies.map(({ id, key }) => [id, key] as const),
    ])
      for (const one of REFERENCES) {
        const { status, body } = await caller.get(`/v1/partners/${one.reference}`)
        const expected = expectedOf(partners, companyId, one)
        expect({ one, status, id: body.id }).toEqual({ one, status: expected === undefined ? 404 : 200, id: expected })
        const taken = partners.find(({ id, companyId: owner }) => id === expected && owner === companyId)
        if (!taken) continue
        const refused = await caller.post('/v1/partners', { [one.field]: one.number })
        expectRefusal(refused, 'CONFLICT')
        expect(refused.body.error.details).toMatchObject([{ existingId: expected }])
      }
    for (const { id, key, peppolId } of companies) {
      const answer = await send(key, peppolId, RECIPIENT)
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 201 })
      const { partnerId } = await app.platform.db.client.document.findFirstOrThrow({ where: { id: answer.body.id } })
      // In the order in which an exchange looks for them.
      const ofRecipient = [RECIPIENT, answer.body.receiverVatNumber].flatMap((number) =>
        REFERENCES.filter((one) => one.number === number),
      )
      const [own, shared] = [id, null].map((owner) => partners.filter(({ companyId }) => companyId === owner))
      const expected = [own, shared].flatMap((some = []) =>
        ofRecipient.map((one) => expectedOf(some, id, one)).filter((found) => found !== undefined),
      )[0]
      // Without one, the exchange has made it.
      expect(partners.find((one) => one.id === partnerId)?.id).toBe(expected)
    }
  },
)
