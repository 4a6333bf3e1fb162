/** The stories of the sandbox: what each makes, and who may play it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { search } from '../support/afnor.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { expectRefusal } from '../support/refusals.ts'

let app: TestApp
let tenant: Tenant
const plays = new Map<string, Body>()
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('personal')
})
afterAll(() => app.close())

const play = (story: string) => tenant.post('/v1/sandbox/stories/play', { story })
const played = async (story: string): Promise<Body> => {
  if (plays.has(story)) return plays.get(story)
  const { status, body } = await play(story)
  expect([story, status, body.finished]).toEqual([story, 201, true])
  plays.set(story, body)
  return body
}

/** A document of a story, by how its number begins: the side of the supplier, and all of its flows. */
const told = ({ documents, statuses, flows }: Body, name: string) => {
  const sides = documents.filter(({ number }: Body) => number.startsWith(`${name}-`))
  const sold = sides.find(({ direction }: Body) => direction === 'outgoing')
  const ofSides = sides.map(({ id }: Body) => id)
  return {
    sold,
    statuses: statuses
      .filter(({ documentId }: Body) => documentId === sold.id)
      .map(({ frenchStatus }: Body): string => frenchStatus)
      .toSorted(),
    flows: flows
      .filter(({ documentId }: Body) => ofSides.includes(documentId))
      .toSorted((one: Body, other: Body) => Number(other.documentId === sold.id) - Number(one.documentId === sold.id)),
  }
}
const copiesAmong = (flows: Body[]): string[] =>
  flows
    .filter(({ flowType }) => /^State.*LC$/.test(flowType))
    .map(({ name }) => name.slice(-7, -4))
    .toSorted()

const ARRIVED = ['200', '201', '202', '203']

describe('a story is played through, and the state is told what the law says', () => {
  test.each<[story: string, document: string, statuses: string[], copies: string[]]>([
    ['nominal', 'F', [...ARRIVED, '204', '205', '211', '212'], ['200', '212']],
    ['rejected', 'F', ['200', '213'], ['200', '213']],
    ['refused', 'F', [...ARRIVED, '210'], ['200', '210']],
    ['corrected', 'F', [...ARRIVED, '207'], ['200']],
    ['corrected', 'R', [...ARRIVED, '205'], ['200']],
    ['credited', 'F', [...ARRIVED, '205', '207', '212'], ['200', '212']],
    ['credited', 'A', ARRIVED, ['200']],
    ['credited', 'R', [...ARRIVED, '204', '205', '211', '212'], ['200', '212']],
    ['suspended', 'F', [...ARRIVED, '205', '208', '209'], ['200']],
    ['partially_collected', 'F', [...ARRIVED, '205', '212', '212'], ['200', '212', '212']],
    ['deposit', 'F', [...ARRIVED, '212'], ['200', '212']],
    ['deposit', 'R', [...ARRIVED, '205'], ['200']],
  ])('%s: document %s', async (story, document, statuses, copies) => {
    const made = told(await played(story), document)
    expect(made.statuses).toEqual(statuses)
    expect(copiesAmong(made.flows)).toEqual(copies)
    expect(made.sold.validation?.errors ?? []).toEqual([])
  })
})

test('each story that is listed can be played, and each of its steps says what both sides know then', async () => {
  const { body } = await tenant.get('/v1/sandbox/stories')
  for (const { name, steps } of body.data) {
    const { stepsPlayed, statuses } = await played(name)
    expect([name, stepsPlayed]).toEqual([name, steps.length])
    const codes = statuses.map(({ frenchStatus }: Body) => frenchStatus)
    for (const { frenchStatus } of steps) expect(codes).toContain(frenchStatus)
  }
  const { data } = await tenant.graphql(
    '{ sandboxStories { name useCase title about steps { by does frenchStatus } } }',
  )
  expect(data?.sandboxStories.map(({ name }: Body) => name.toLowerCase())).toEqual(
    body.data.map(({ name }: Body) => name),
  )
})

test('what a story made is seen in the lists of everybody, and its companies are those of the next one', async () => {
  const { documents, flows } = await played('nominal')
  const found = await tenant.get(`/v1/documents?number=${documents[0].number}`)
  expect(found.body.data.map(({ id }: Body) => id).toSorted()).toEqual(documents.map(({ id }: Body) => id).toSorted())
  await app.platform.relay.drain()
  const { results } = (await search(tenant, { updatedAfter: '2020-01-01T00:00:00Z' }, { limit: 100 })).body
  const names = results.map(({ name }: Body) => name)
  expect(names).toEqual(expect.arrayContaining(flows.map(({ name }: Body) => name)))
  const { data } = await tenant.graphql(
    'mutation { playSandboxStory(input: { story: NOMINAL }) { play { finished documents { company { id } } ' +
      'statuses { frenchStatus { code } } flows { id } } } }',
  )
  const again = data?.playSandboxStory.play
  expect(again.finished).toBe(true)
  expect(new Set(again.documents.map(({ company }: Body) => company.id))).toEqual(
    new Set(documents.map(({ companyId }: Body) => companyId)),
  )
})

describe('a story is not played, and nothing is made', () => {
  test.each([
    ['that there is none of', 'INVALID_ENUM', () => play('nonsense')],
    [
      'for a key that lacks what a step needs',
      'INSUFFICIENT_SCOPE',
      async () => (await tenant.keyWith(['send'])).post('/v1/sandbox/stories/play', { story: 'nominal' }),
    ],
    [
      'for a key of one company',
      'COMPANY_FORBIDDEN',
      async () =>
        (await tenant.keyWith(['*'], { companyId: tenant.companyId })).post('/v1/sandbox/stories/play', {
          story: 'nominal',
        }),
    ],
  ] as const)('%s', async (_name, code, call) => {
    const counted = async () => {
      const { apiKeys: _keys, ...rest } = await tenant.footprint()
      return rest
    }
    const before = await counted()
    expectRefusal(await call(), code)
    expect(await counted()).toEqual(before)
  })
})
