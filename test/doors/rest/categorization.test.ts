import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Db } from '../../../src/kernel/database/open.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { someoneWaits } from '../../support/locks.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { newId } from '../../../src/values/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const made = (answer: Answer, status = 201): Body => {
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status })
  return answer.body
}

const groupOf = async (tenant: Tenant, more: object = {}): Promise<Body> =>
  made(await tenant.post('/v1/categorization/groups', { name: newId('tagGroup'), ...more }))
const tagOf = async (tenant: Tenant, group: Body, name: string, more: object = {}): Promise<Body> =>
  made(await tenant.post(`/v1/categorization/groups/${group.id}/tags`, { name, ...more }))
const documentOf = async (tenant: Tenant): Promise<Body> =>
  made(
    await tenant.post('/v1/documents/send', {
      type: 'event',
      from: tenant.peppolId,
      document: { number: newId('document') },
    }),
  )
const assign = (tenant: Tenant, objectId: string, tagId: string, objectType = 'document') =>
  tenant.post(`/v1/categorization/objects/${objectId}/tags`, { tagId, objectType })
const tagsOf = async (tenant: Tenant, objectId: string): Promise<string[]> =>
  made(await tenant.get(`/v1/categorization/objects/${objectId}/tags`), 200).data.map(({ tagId }: Body) => tagId)

describe('groups and tags', () => {
  test('tag groups and tags are made, listed, changed and deleted, and a name is taken once', async () => {
    const tenant = await app.tenant()
    const group = await groupOf(tenant, {
      name: 'Account',
      description: 'Ledger',
      objectTypes: ['document'],
      exclusive: true,
    })
    expect(group).toMatchObject({ name: 'Account', description: 'Ledger', objectTypes: ['document'], exclusive: true })
    const tag = await tagOf(tenant, group, 'Travel', { color: '#1f6feb', code: '625100' })
    expectRefusal(await tenant.post('/v1/categorization/groups', { name: 'Account' }), 'CONFLICT')
    expectRefusal(await tenant.post(`/v1/categorization/groups/${group.id}/tags`, { name: 'Travel' }), 'CONFLICT')
    expect(
      made(await tenant.patch(`/v1/categorization/tags/${tag.id}`, { name: 'Trains', color: null }), 200),
    ).toMatchObject({ name: 'Trains', color: null, code: '625100' })
    expect(made(await tenant.patch(`/v1/categorization/groups/${group.id}`, { description: null }), 200)).toMatchObject(
      { name: 'Account', description: null },
    )
    expect(made(await tenant.get(`/v1/categorization/groups/${group.id}/tags`), 200).data).toMatchObject([
      { id: tag.id, name: 'Trains' },
    ])
    expect((await tenant.delete(`/v1/categorization/tags/${tag.id}`)).status).toBe(204)
    expect(made(await tenant.get(`/v1/categorization/groups/${group.id}/tags`), 200).data).toEqual([])
    expect((await tenant.delete(`/v1/categorization/groups/${group.id}`)).status).toBe(204)
    expect(made(await tenant.get('/v1/categorization/groups'), 200).data).toEqual([])
  })
})

describe('tags on objects', () => {
  test.skipIf(inject('postgres') === '')(
    'a tag stands alone in a group that becomes exclusive at once, and a deleted one is never given',
    { tags: 'services' },
    async () => {
      const tenant = await app.tenant()
      const { db } = app.platform
      const group = await groupOf(tenant)
      const [a, b, c] = [
        await tagOf(tenant, group, 'a'),
        await tagOf(tenant, group, 'b'),
        await tagOf(tenant, group, 'c'),
      ]
      const { id } = await documentOf(tenant)
      made(await assign(tenant, id, a.id))
      const where = { organizationId: tenant.organizationId, id: group.id }
      const meanwhile = (tagId: string, change: (tx: Db) => Promise<unknown>) =>
        db.transaction(async (tx) => {
          await tx.tagGroup.updateMany({ where, data: { description: 'Held' } })
          const answer = assign(tenant, id, tagId)
          await someoneWaits(db)
          await change(tx)
          return { answer }
        })
      made(await (await meanwhile(b.id, (tx) => tx.tagGroup.updateMany({ where, data: { exclusive: true } }))).answer)
      expect(await tagsOf(tenant, id)).toEqual([b.id])
      expectRefusal(
        await (
          await meanwhile(c.id, (tx) =>
            tx.tag.deleteMany({ where: { organizationId: tenant.organizationId, id: c.id } }),
          )
        ).answer,
        'RESOURCE_NOT_FOUND',
      )
      expect(await tagsOf(tenant, id)).toEqual([b.id])
    },
  )

  test('tags of an exclusive group replace each other, others stand side by side, announced once', async () => {
    const tenant = await app.tenant()
    const [single, several] = [await groupOf(tenant, { exclusive: true }), await groupOf(tenant)]
    const [a, b] = [await tagOf(tenant, single, 'a'), await tagOf(tenant, single, 'b')]
    const [c, d] = [await tagOf(tenant, several, 'c'), await tagOf(tenant, several, 'd')]
    const { id } = await documentOf(tenant)
    expect(made(await assign(tenant, id, a.id))).toMatchObject({ objectId: id, tagId: a.id, replaced: [] })
    expect(made(await assign(tenant, id, b.id)).replaced).toEqual([a.id])
    expect(made(await assign(tenant, id, b.id)).replaced).toEqual([])
    for (const tag of [c, d]) made(await assign(tenant, id, tag.id))
    expect((await tagsOf(tenant, id)).sort()).toEqual([b.id, c.id, d.id].sort())
    const { data } = await tenant.graphql(`{ document(id: "${id}") { categories { tag { name } } } }`)
    expect(data.document.categories.map(({ tag }: Body) => tag.name).sort()).toEqual(['b', 'c', 'd'])
    expect(
      await app.platform.db.client.event.count({
        where: { organizationId: tenant.organizationId, type: 'document.updated' },
      }),
    ).toBe(4)
    expectRefusal(await tenant.patch(`/v1/categorization/groups/${several.id}`, { exclusive: true }), 'CONFLICT')
    expect((await tenant.delete(`/v1/categorization/objects/${id}/tags/${b.id}`)).status).toBe(204)
    expectRefusal(await tenant.delete(`/v1/categorization/objects/${id}/tags/${b.id}`), 'RESOURCE_NOT_FOUND')
    for (const tag of [c, d]) await tenant.delete(`/v1/categorization/objects/${id}/tags/${tag.id}`)
    // What is taken off has taught nothing.
    expect(await app.platform.db.client.tagFeature.count({ where: { organizationId: tenant.organizationId } })).toBe(0)
    expect(
      await app.platform.db.client.tagLearning.count({
        where: {
          organizationId: tenant.organizationId,
          OR: [{ assignments: { not: 0 } }, { features: { not: 0 } }],
        },
      }),
    ).toBe(0)
  })

  test('a tag is refused on an object of another kind, of nobody, or of another company', async () => {
    const tenant = await app.tenant()
    const group = await groupOf(tenant, { objectTypes: ['partner'] })
    const tag = await tagOf(tenant, group, 'a')
    const { id } = await documentOf(tenant)
    expectRefusal(await assign(tenant, id, tag.id), 'INVALID_REQUEST')
    expectRefusal(await assign(tenant, id, tag.id, 'partner'), 'RESOURCE_NOT_FOUND')
    expectRefusal(await assign(tenant, tenant.companyId, tag.id, 'company'), 'INVALID_REQUEST')
    expect(await app.platform.db.client.tagAssignment.count({ where: { organizationId: tenant.organizationId } })).toBe(
      0,
    )
  })

  test('no tag stays behind when its partner is deleted while it gets one', async () => {
    const tenant = await app.tenant()
    const tag = await tagOf(tenant, await groupOf(tenant, { objectTypes: ['partner'] }), 'a')
    for (const peppolId of ['0192:923609016', '9930:DE811569869', '0208:0403170701', '0208:0403019261']) {
      const { id } = made(await tenant.post('/v1/partners', { peppolId }))
      const [assigned, deleted] = await Promise.all([
        assign(tenant, id, tag.id, 'partner'),
        tenant.delete(`/v1/partners/${id}`),
      ])
      expect([201, 404]).toContain(assigned.status)
      expect(deleted.status).toBe(204)
      expect(
        await app.platform.db.client.tagAssignment.count({
          where: { organizationId: tenant.organizationId, objectId: id },
        }),
      ).toBe(0)
    }
  })
  test('tags of a partner go with it, and move when two partners become one', async () => {
    const tenant = await app.tenant()
    const group = await groupOf(tenant, { exclusive: true })
    const [a, b] = [await tagOf(tenant, group, 'a'), await tagOf(tenant, group, 'b')]
    const [kept, gone] = [
      made(await tenant.post('/v1/partners', { peppolId: '0192:923609016' })),
      made(await tenant.post('/v1/partners', { peppolId: '0208:0403019261' })),
    ]
    made(await assign(tenant, gone.id, a.id, 'partner'))
    made(await tenant.post(`/v1/partners/${kept.id}/merge`, { duplicateId: gone.id }), 200)
    expect(await tagsOf(tenant, kept.id)).toEqual([a.id])
    made(await assign(tenant, kept.id, b.id, 'partner'))
    await tenant.delete(`/v1/partners/${kept.id}`)
    expect(await app.platform.db.client.tagAssignment.count({ where: { organizationId: tenant.organizationId } })).toBe(
      0,
    )
    expect(await app.platform.db.client.tagFeature.count({ where: { organizationId: tenant.organizationId } })).toBe(0)
  })
})

/** The same numbers at every run. */
const randomFrom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const kinds = [
  {
    name: 'Travel',
    suppliers: ['Rail', 'Airways', 'Hotel Nord'],
    words: ['ticket', 'night', 'seat', 'taxi'],
    amount: 300,
    share: 0.4,
  },
  {
    name: 'Office',
    suppliers: ['Paper House', 'Desk Shop', 'Everything Ltd'],
    words: ['toner', 'paper', 'chair', 'desk'],
    amount: 90,
    share: 0.3,
  },
  {
    name: 'Software',
    suppliers: ['Cloud Inc', 'Code House', 'Everything Ltd'],
    words: ['licence', 'hosting', 'seat', 'support'],
    amount: 900,
    share: 0.2,
  },
  {
    name: 'Energy',
    suppliers: ['Grid', 'Everything Ltd'],
    words: ['power', 'gas', 'meter', 'support'],
    amount: 2_000,
    share: 0.1,
  },
]

describe('suggestions', () => {
  test(
    'suggestions learned from a history clearly beat the most frequent tag, as often as they claim',
    { tags: 'heavy' },
    async () => {
      const tenant = await app.tenant('white_label')
      const { organizationId, companyId } = tenant
      const random = randomFrom(7)
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
      const group = await groupOf(tenant, { objectTypes: ['document'], exclusive: true })
      const tags = await Promise.all(kinds.map(({ name }) => tagOf(tenant, group, name)))
      const kindAt = (at: number): number =>
        kinds.findIndex((_kind, index) => at < kinds.slice(0, index + 1).reduce((sum, { share }) => sum + share, 0))
      const now = app.clock.now()
      const history = Array.from({ length: 160 }, () => {
        const truth = Math.max(0, kindAt(random()))
        // Some are noise, and some are filed by mistake: no classifier can be right about all.
        const kind = random() < 0.15 ? pick(kinds) : (kinds[truth] as (typeof kinds)[number])
        const supplier = pick(kind.suppliers)
        return {
          truth: random() < 0.05 ? Math.floor(random() * kinds.length) : truth,
          row: {
            organizationId,
            id: newId('document'),
            companyId,
            type: 'invoice',
            direction: 'incoming' as const,
            number: newId('document'),
            currency: 'EUR',
            grossAmount: (kind.amount * (0.3 + random() * 1.5)).toFixed(2),
            issueDate: now,
            status: 'delivered' as const,
            lifecycleStatus: 'received' as const,
            senderName: supplier,
            format: 'network',
            searchText: [supplier, pick(kind.words), pick(kind.words), pick(['invoice', 'thanks', 'monthly'])].join(
              '\n',
            ),
            createdAt: now,
            updatedAt: now,
          },
        }
      })
      await app.platform.db.client.document.createMany({ data: history.map(({ row }) => row) })
      const told: { confidence: number; right: boolean }[] = []
      const seen = tags.map(() => 0)
      let baseline = 0
      for (const { row, truth } of history) {
        const [best] = made(
          await tenant.post('/v1/categorization/objects/tags/auto', { objectId: row.id, objectType: 'document' }),
          200,
        ).data
        const right = tags[truth] as Body
        if (best) {
          told.push({ confidence: best.confidence, right: best.tagId === right.id })
          if (seen.indexOf(Math.max(...seen)) === truth) baseline += 1
        }
        seen[truth] = (seen[truth] ?? 0) + 1
        made(await assign(tenant, row.id, right.id))
      }
      // Only the first document, before anything was learned, has no suggestion.
      expect(told).toHaveLength(history.length - 1)
      const accuracy = told.filter(({ right }) => right).length / told.length
      const bands = [...Map.groupBy(told, ({ confidence }) => Math.min(4, Math.floor(confidence * 5))).values()]
      const error =
        bands.reduce(
          (sum, band) =>
            sum + Math.abs(band.reduce((gap, { confidence, right }) => gap + confidence - (right ? 1 : 0), 0)),
          0,
        ) / told.length
      process.stdout.write(
        `suggestions: accuracy ${accuracy.toFixed(3)}, most frequent tag ` +
          `${(baseline / told.length).toFixed(3)}, calibration error ${error.toFixed(3)} over ` +
          `${told.length}\n`,
      )
      expect(accuracy).toBeGreaterThan(baseline / told.length + 0.2)
      expect(error).toBeLessThan(0.1)
      const last = made(await tenant.get(`/v1/categorization/objects/${String(history.at(-1)?.row.id)}/tags`), 200)
        .data[0]
      await tenant.delete(`/v1/categorization/objects/${last.objectId}/tags/${last.tagId}`)
      const { data } = await tenant.graphql(
        'query($id: ID!, $context: SuggestionContextInput) { suggestTags(objectId: $id, objectType: DOCUMENT, context: ' +
          '$context) { name confidence } }',
        { id: last.objectId, context: { text: 'power gas meter', amount: 2_000, supplier: 'Grid' } },
      )
      expect(data.suggestTags).toHaveLength(kinds.length)
      expect(data.suggestTags.find(({ name }: Body) => name === 'Energy').confidence).toBeGreaterThan(0)
    },
  )

  test('nothing is suggested where nothing was learned, and nothing is learned from another organization', async () => {
    const [teacher, pupil] = [await app.tenant(), await app.tenant()]
    for (const tenant of [teacher, pupil]) await tagOf(tenant, await groupOf(tenant), 'a')
    const { id } = await documentOf(pupil)
    const auto = async () =>
      made(await pupil.post('/v1/categorization/objects/tags/auto', { objectId: id, objectType: 'document' }), 200).data
    expect(await auto()).toEqual([])
    const [{ id: groupId }] = made(await teacher.get('/v1/categorization/groups'), 200).data
    const [tag] = made(await teacher.get(`/v1/categorization/groups/${groupId}/tags`), 200).data
    made(await assign(teacher, (await documentOf(teacher)).id, tag.id))
    expect(await auto()).toEqual([])
  })
})
