/** A key that is bound to one company, at every operation, with every kind of object of another company. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalog } from '../../src/kernel/errors/catalog.ts'
import type { Operation } from '../../src/operation/operation.ts'
import { type Body, Tenant, type TestApp, startApp } from '../support/app.ts'
import {
  EMPTY_FOR_UNKNOWN,
  execute,
  idArguments,
  idsOf,
  refusalOf,
  requiredIds,
  rootRows,
  rows,
  send,
  takes,
  wholly,
} from '../support/every-operation.ts'
import { foreign, never } from '../support/foreign-ids.ts'
import { freshVat } from '../support/numbers.ts'
import { withoutRequestId } from '../support/refusals.ts'
import { sample } from '../support/sample.ts'
import { rowsOf } from '../support/stored-rows.ts'

const SECRET = 'Clandestine'

type Ids = Record<string, string>

let app: TestApp
let tenant: Tenant
let bound: Tenant
let mine: Ids = {}
let theirs: Ids = {}
let shared: Ids = {}

/** One of everything, made by a key that is bound to the company. */
const everythingOf = async (company: Tenant, name: string, without: readonly string[] = []): Promise<Ids> => {
  const ids: Ids = { companyId: company.companyId, id: company.companyId, ids: company.companyId }
  const made = await company.post('/v1/categorization/groups', { name })
  ids['requestId'] = String(made.headers['x-request-id'])
  for (const [field, make] of Object.entries(foreign))
    if (!(field in ids) && field !== 'eventId' && !without.includes(field)) ids[field] = await make(company)
  const event = { type: 'event', from: company.peppolId, document: { number: name } }
  ids['number'] = (await company.post('/v1/documents/send', event)).body.number
  await app.platform.relay.drain()
  ids['eventId'] = (await company.get('/v1/events?limit=1')).body.data[0].id
  return ids
}

/** The keys themselves. */
const callers = new Map<string, string>()

const companyOf = async (name: string): Promise<Tenant> => {
  const { body: company } = await tenant.post('/v1/companies', { vatNumber: freshVat(), name })
  const { key, keyId } = await tenant.keyWith(['*'], { companyId: company.id, name })
  callers.set(company.id, keyId)
  return new Tenant(app, { organizationId: tenant.organizationId, apiKey: key, company })
}

beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true', WORKERS: 'off' })
  tenant = await app.tenant('white_label')
  bound = await companyOf('Own')
  theirs = await everythingOf(await companyOf(SECRET), SECRET)
  // These are made under one identifier.
  mine = await everythingOf(bound, 'Own', ['exportId', 'joinRequestId'])
})
afterAll(() => app.close())
// An organization may ask so often in a minute, and all of this takes less.
beforeEach(() => app.clock.advance(1_000))

/** What is asked at a door: whether it was refused with which code, and the text without its request. */
interface Asked {
  code: string | undefined
  status: number
  text: string
  whole: string
}

interface Door {
  name: string
  operation: Operation | undefined
  fields: readonly string[]
  ask(ids: Ids, caller?: Tenant): Promise<Asked>
}

/** Catalog's codes, however the door spells them. */
const codeOf = (body: Body): string | undefined => {
  const { error } = body ?? {}
  return error && Object.keys(catalog).find((code) => error.docUrl?.endsWith(`#${code}`))
}

const doors: Door[] = [
  ...rows
    .filter(([, route]) => !route.answersStream)
    .map(([name, route]): Door => {
      const needed = requiredIds(route)
      return {
        name,
        operation: route.operation,
        fields: idsOf(route),
        async ask(ids, caller = bound) {
          const others = Object.fromEntries(needed.map((field) => [field, String(mine[field] ?? never[field])]))
          const answer = await send(caller, route, { ...others, ...ids })
          const { status, body, bytes } = answer
          return { code: codeOf(body), status, text: withoutRequestId(answer), whole: bytes.toString() }
        },
      }
    }),
  ...rootRows.map(([name, root]): Door => ({
    name,
    operation: root.operation,
    fields: idArguments(root),
    async ask(ids, caller = bound) {
      const body = await execute(
        caller,
        root,
        { ...mine, ...ids },
        root.kind === 'subscription' ? undefined : wholly(2),
      )
      const { code, status, text } = refusalOf(body)
      return { code, status: status ?? 200, text, whole: JSON.stringify(body) }
    },
  })),
]
/** The doors of an operation are neighbors. */
const cases = doors
  .toSorted((one, another) => (one.operation?.name ?? '').localeCompare(another.operation?.name ?? ''))
  .map((door) => [door.name, door] as const)

/** Participants belong to nobody, and whom the registry names has no owner here. */
const PUBLIC = new Set(['participantId', 'peppolId', 'siren', 'siret', 'routingIdentifier', 'addressingIdentifier'])
const NODES = ['documentId', 'partnerId', 'companyId', 'webhookId', 'requestId', 'eventId', 'bulkOperationId']
const OBJECTS: Record<string, readonly string[]> = {
  id: NODES,
  ids: NODES,
  objectId: ['documentId', 'partnerId', 'companyId'],
}
const KINDS: Readonly<Record<string, string>> = { documentId: 'document', partnerId: 'partner', companyId: 'company' }

/**
 * What else says what is asked for: the kind of the object, and of several actions the one that takes an identifier.
 */
const about = (operation: Operation | undefined, kind: string): Ids => ({
  ...(operation && takes(operation, 'objectType') && { objectType: KINDS[kind] ?? 'document' }),
  ...(operation && takes(operation, 'action') && { action: 'link' }),
})

type Snapshot = Awaited<ReturnType<typeof rowsOf>>
/** What was stored after the last call, while nobody else does anything: what the next one begins with. */
let last: Snapshot | undefined

/** Events of earlier calls get their numbers first. */
const stored = async (): Promise<Snapshot> => {
  await app.platform.relay.drain()
  last = await rowsOf(app, tenant.organizationId)
  return last
}
const storedBefore = async (): Promise<Snapshot> => last ?? stored()
/** Compared as one text: there are hundreds of rows, and hundreds of comparisons. */
const textOf = (rows: Snapshot): string => rows.map(({ table, row }) => `${table} ${row}`).join('\n')

/** Who names a company of the organization is told plainly that it is not the caller's; the rest never was. */
const expectUnknown = (door: Door, asked: { field: string; kind: string }, answer: Asked, unknown: Asked): void => {
  const mayBeForbidden = asked.kind === 'companyId' || door.operation?.ofOrganization === true
  if (mayBeForbidden && answer.code === 'COMPANY_FORBIDDEN') return
  const status = EMPTY_FOR_UNKNOWN[door.name] ? 200 : 404
  expect({ ...asked, status: answer.status }).toEqual({ ...asked, status })
  expect(answer.text).toBe(unknown.text)
}

describe('every object of another company', () => {
  const able = cases.filter(([, { fields }]) => fields.some((field) => !PUBLIC.has(field)))
  const some = sample(able, 1 / 4)
  test.each(some)('%s refuses it to a bound key like one that never was, and changes nothing', async (_name, door) => {
    const { operation, fields, ask } = door
    for (const field of fields.filter((one) => !PUBLIC.has(one)))
      for (const kind of OBJECTS[field] ?? [field]) {
        const before = textOf(await storedBefore())
        const answer = await ask({ ...about(operation, kind), [field]: String(theirs[kind]) })
        const unknown = await ask({ ...about(operation, kind), [field]: String(never[kind]) })
        expectUnknown(door, { field, kind }, answer, unknown)
        expect(textOf(await stored())).toBe(before)
      }
  })
})

describe('what the companies of the organization share', () => {
  beforeAll(async () => {
    last = undefined
    const partner = async (vatNumber: string) => (await tenant.post('/v1/partners', { vatNumber })).body.id
    shared = { partnerId: await partner('BE0502000025'), duplicateId: await partner('BE0503000014') }
    shared['groupId'] = (await tenant.post('/v1/categorization/groups', { name: 'Shared' })).body.id
    const tags = `/v1/categorization/groups/${shared['groupId']}/tags`
    shared['tagId'] = (await tenant.post(tags, { name: 'Everywhere' })).body.id
    await app.platform.relay.drain()
    const events = await tenant.get('/v1/events?type=partner.created&limit=100')
    shared['eventId'] = events.body.data.find(({ companyId }: Body) => companyId === null).id
  })

  const SHARED = new Set(['partnerId', 'duplicateId', 'groupId', 'tagId', 'eventId'])
  /** What `id` stands for is clear where any object may be named. */
  const sharedKinds = ({ operation }: Door, field: string): string[] =>
    (operation && field === 'id' ? [] : (OBJECTS[field] ?? [field])).filter((kind) => SHARED.has(kind))

  // A stream that is let in has no end: what a shared partner filters is tested with the streams.
  const able = cases.filter(
    ([name, door]) =>
      !name.startsWith('subscription ') && door.fields.some((field) => sharedKinds(door, field).length > 0),
  )
  test.each(sample(able, 1 / 4))('%s reads it, or refuses to change it', async (_name, door) => {
    const { operation, fields, ask } = door
    for (const field of fields)
      for (const kind of sharedKinds(door, field)) {
        // A tag of all is for the objects of each.
        const isUse =
          (field === 'tagId' && /^(assign|remove)Tag$/.test(operation?.name ?? '')) ||
          (field === 'partnerId' && operation?.name === 'createShop') ||
          (field === 'shopId' && /^start(?:Cart|PunchOut)$/.test(operation?.name ?? ''))
        const isChange = operation?.writes === true && !isUse
        if (operation?.name === 'removeTag') {
          await bound.post(`/v1/categorization/objects/${mine['objectId']}/tags`, {
            tagId: shared['tagId'],
            objectType: 'document',
          })
          last = undefined
        }
        const before = isChange ? textOf(await storedBefore()) : ''
        const { code, status, text } = await ask({ ...about(operation, kind), [field]: String(shared[kind]) })
        const asked = { field, kind, text }
        expect({ ...asked, code, isAnswered: status < 300 }).toEqual({
          ...asked,
          code: isChange ? 'COMPANY_FORBIDDEN' : undefined,
          isAnswered: !isChange,
        })
        last = undefined
        expect(isChange ? textOf(await stored()) : before).toBe(before)
      }
  })
})

describe('every operation of a bound key', () => {
  /** What the key does to its own company changes this company alone, beside the counters of the organization. */
  const COUNTERS = new Set([
    'event_sequences',
    'monthly_usage',
    'daily_statistics',
    'monthly_statistics',
    'stored_usage',
    'idempotency_records',
  ])
  const ofOthers = (rows: Snapshot) =>
    rows.filter(
      ({ table, row, companyId }) =>
        !COUNTERS.has(table) && companyId !== bound.companyId && isKnown(`${table} ${row}`),
    )
  let known = new Set<string>()
  const isKnown = (row: string): boolean => known.has(row)
  const isOwn = (row: string): boolean => Object.values(mine).some((id) => row.includes(id))
  beforeAll(async () => {
    known = new Set((await stored()).filter(({ row }) => !isOwn(row)).map(({ table, row }) => `${table} ${row}`))
  })

  /** What deletes comes last: before it, there is something to look at. */
  const deletes = (name: string): number => (/DELETE|delete|remove|revoke/.test(name) ? 1 : 0)
  const askable = cases.filter(
    ([name, { operation }]) => !name.startsWith('subscription') && operation?.scope !== 'anyone',
  )
  const asked = sample(askable, 1 / 4).toSorted(([one], [another]) => deletes(one) - deletes(another))

  /** The key has asked for all of it before, so its own log holds the identifiers. */
  const LOGS = new Set(['listRequestLogs', 'getRequest', 'requestUsage'])
  const toldBy = ({ operation }: Door, whole: string) => {
    const isLog = LOGS.has(operation?.name ?? '') || operation === undefined
    const secrets = { requestId: theirs['requestId'], caller: callers.get(String(theirs['companyId'])) }
    return Object.entries(isLog ? secrets : { ...theirs, ...secrets, SECRET }).filter(
      ([field, id]) => !PUBLIC.has(field) && whole.includes(String(id)),
    )
  }

  /** The company of the other tests stays. */
  const callerOf = async ({ operation }: Door): Promise<Tenant> => {
    if (operation?.name !== 'deregisterCompany') return bound
    last = undefined
    return companyOf('Leaving')
  }

  test.each(asked)('%s tells nothing of another company, and changes nothing of it', async (_name, door) => {
    const caller = await callerOf(door)
    const before = ofOthers(await storedBefore())
    const { whole, code } = await door.ask(caller === bound ? {} : { companyId: caller.companyId }, caller)
    expect(code === 'COMPANY_FORBIDDEN').toBe(door.operation?.ofOrganization === true)
    expect(toldBy(door, whole)).toEqual([])
    expect(textOf(ofOthers(await stored()))).toBe(textOf(before))
    expect(before.length).toBeGreaterThan(50)
  })
})
