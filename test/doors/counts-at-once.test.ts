/** What there may be a number of, asked for by several at once: on PostgreSQL their transactions go side by side. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plans } from '../../src/auth/plans.ts'
import type { Client } from '../../src/kernel/database/open.ts'
import { newId } from '../../src/values/ids.ts'
import { limits } from '../../src/values/limits.ts'
import { type Answer, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { expectRefusal } from '../support/refusals.ts'

const AT_ONCE = 6
const MOST_HANDOFFS = 1_000
const MOST_GROUPS = 100
const MOST_WEBHOOKS = 50

let app: TestApp
let client: Client
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  client = app.platform.db.client
})
afterAll(() => app.close())

const createdAt = new Date('2026-01-01')
const times = <T>(count: number, one: () => T): T[] => Array.from({ length: count }, one)

interface Counted {
  what: string
  /** Which of them there can be, and how many there are before. */
  most: number
  keyType?: 'personal' | 'platform'
  dialect?: 'operation'
  fill(owner: Tenant, count: number): Promise<unknown>
  make(owner: Tenant, nth: number): Promise<Answer>
  count(owner: Tenant): Promise<number>
}

const document = async (owner: Tenant): Promise<string> => {
  const event = { type: 'event', from: owner.peppolId, document: { number: 'E-1' } }
  const known = await client.document.findFirst({ where: { organizationId: owner.organizationId } })
  return known?.id ?? (await owner.post('/v1/documents/send', event)).body.id
}

const of = ({ organizationId }: Tenant) => ({ organizationId })

const kinds: Counted[] = [
  {
    what: 'API keys',
    most: plans.pro.keys,
    keyType: 'personal',
    // The owner has one.
    fill: (owner, count) =>
      client.apiKey.createMany({
        data: times(count - 1, () => ({
          ...of(owner),
          id: newId('apiKey'),
          name: 'One',
          type: 'personal' as const,
          testMode: true,
          keyPrefix: 'svc_test_000000',
          scopes: ['*'],
          createdAt,
        })),
      }),
    make: (owner) => owner.post('/v1/api-keys', { name: 'One more' }),
    count: (owner) => client.apiKey.count({ where: of(owner) }),
  },
  {
    what: 'webhooks',
    most: MOST_WEBHOOKS,
    fill: (owner, count) =>
      client.webhook.createMany({
        data: times(count, () => ({
          ...of(owner),
          id: newId('webhook'),
          url: 'https://hooks.example.com',
          events: ['*'],
          secret: new Uint8Array(),
          createdAt,
        })),
      }),
    make: (owner) => owner.post('/v1/webhooks', { url: 'https://hooks.example.com/one', events: ['*'] }),
    count: (owner) => client.webhook.count({ where: of(owner) }),
  },
  {
    what: 'handoffs',
    dialect: 'operation',
    most: MOST_HANDOFFS,
    fill: (owner, count) =>
      client.handoff.createMany({
        data: times(count, () => ({
          ...of(owner),
          id: newId('handoff'),
          scopes: ['*'],
          keyType: 'personal' as const,
          createdAt,
          expiresAt: new Date('2099-01-01'),
        })),
      }),
    make: (owner) => owner.post('/v1/oauth/handoff', {}),
    count: (owner) => client.handoff.count({ where: of(owner) }),
  },
  {
    what: 'tag groups',
    most: MOST_GROUPS,
    fill: (owner, count) => {
      let nth = 0
      return client.tagGroup.createMany({
        data: times(count, () => ({
          ...of(owner),
          id: newId('tagGroup'),
          name: `Group ${nth++}`,
          objectTypes: ['document'],
          exclusive: false,
          createdAt,
          updatedAt: createdAt,
        })),
      })
    },
    make: (owner, nth) => owner.post('/v1/categorization/groups', { name: `One more ${nth}` }),
    count: (owner) => client.tagGroup.count({ where: of(owner) }),
  },
  {
    what: 'domains',
    most: limits.domains,
    fill: ({ organizationId }, count) =>
      client.$executeRaw`
        INSERT INTO domains ("organizationId", id, name, token, "createdAt", "startedAt", "updatedAt")
        SELECT ${organizationId}, 'dom_' || nth, 'd' || nth || '.example', 'x', ${createdAt}, ${createdAt}, ${createdAt}
        FROM generate_series(1, ${count}::int) AS nth`,
    make: (owner, nth) => owner.post('/v1/platform/domains', { domain: `more${nth}.example.com` }),
    count: (owner) => client.domain.count({ where: of(owner) }),
  },
  {
    what: 'notes of a document',
    most: limits.documentNotes,
    fill: async (owner, count) => {
      const documentId = await document(owner)
      await client.documentNote.createMany({
        data: times(count, () => ({
          ...of(owner),
          id: newId('note'),
          documentId,
          text: 'One',
          author: 'Somebody',
          createdAt,
        })),
      })
    },
    make: async (owner) =>
      owner.post(`/v1/documents/${await document(owner)}/actions`, { action: 'note', note: 'One more' }),
    count: (owner) => client.documentNote.count({ where: of(owner) }),
  },
]

test.each(kinds)(
  'several who ask at once for the last of its $what get one of them, and the others a refusal',
  async ({ most, keyType = 'platform', dialect, fill, make, count }) => {
    const owner = await app.tenant(keyType)
    await fill(owner, most - 1)
    const answers = await Promise.all(times(AT_ONCE, () => 0).map((_, nth) => make(owner, nth)))
    const refused = answers.filter(({ status }) => status >= 300)
    expect(refused).toHaveLength(AT_ONCE - 1)
    for (const answer of refused) expectRefusal(answer, 'CONFLICT', dialect)
    expect(await count(owner)).toBe(most)
  },
  30_000,
)
