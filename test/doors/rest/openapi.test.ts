import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test, onTestFinished } from 'vitest'
import { routeTable } from '../../../src/doors/reference/print-readmes.ts'
import { exampleInput } from '../../../src/doors/reference/openapi/parameters.ts'
import { healthQuestions } from '../../../src/doors/health/questions.ts'
import { routes } from '../../../rest-compat/routes/index.ts'
import { type Route, pathOf } from '../../../src/http/route.ts'
import { catalog, commonErrors } from '../../../src/kernel/errors/catalog.ts'
import { endingOfError } from '../../../src/lifecycle/tables/automatic.ts'
import { eventCatalog, eventTypes } from '../../../src/engine/feed/catalog.ts'
import { eventName } from '../../../src/engine/feed/envelope.ts'
import { messageOf } from '../../support/foreign-ids.ts'
import { freshFrenchVat, freshVat } from '../../support/numbers.ts'
import { idleOperation } from '../../support/bulk.ts'
import { newId } from '../../../src/values/ids.ts'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { sample } from '../../support/sample.ts'
import { allowedCode, askFor } from '../../support/visitor.ts'
import { strict } from '../../support/strict-schema.ts'
import { postOci, shopOf, visitTo } from '../../support/shops.ts'

let app: TestApp
let document: Body
let ajv: Ajv2020
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  document = (await app.anyone.get('/openapi.json')).body
  ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(strict(document), 'document')
})
afterAll(() => app.close())

/** An address makes 120 sandboxes an hour, and some of the requests make one too. */
const newTenant = async (): Promise<Tenant> => {
  app.clock.advance(40_000)
  const tenant = await app.tenant()
  // Unlike in a sandbox, what its key makes may last as long as the examples say.
  const data = { expiresAt: null }
  await app.platform.db.client.apiKey.updateMany({ where: { organizationId: tenant.organizationId }, data })
  return tenant
}

const operationOf = (route: Route): Body => document.paths[pathOf(route)]?.[route.method.toLowerCase()]
const named = routes.map((route) => [`${route.method} ${pathOf(route)}`, route] as const)

const validators = new Map<string, ValidateFunction>()
/** Validates against a part of the document, so that references resolve as they do for its readers. */
const validatorOf = (...parts: string[]): ValidateFunction => {
  const schema: Body = parts.reduce<Body>((at, part) => at?.[part], document)
  // Errors of many routes have the same schema: it is compiled once.
  const text = JSON.stringify(schema)
  const pointer = parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
  const validator = validators.get(text) ?? ajv.compile({ $ref: ['document#', ...pointer].join('/') })
  validators.set(text, validator)
  return validator
}

/** What is wrong with a body according to the document. */
const faults = (route: Route, status: number, body: unknown): unknown => {
  const validate = validatorOf(
    'paths',
    pathOf(route),
    route.method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  )
  return validate(body)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      )
}

test('the OpenAPI document has every route of the table, and no other', () => {
  const described = Object.entries(document.paths as Body).flatMap(([path, operations]) =>
    Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const health = Object.keys(healthQuestions).map((path) => `GET ${path}`)
  expect(described.sort()).toEqual([...named.map(([name]) => name), ...health].sort())
  const ids = routes.map((route) => operationOf(route).operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^\w+$/.test(id))).toEqual([])
})

test('every schema of the OpenAPI document is a schema, and every reference leads somewhere', () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(refs.length).toBeGreaterThan(50)
  expect(refs.filter((ref) => ref.split('/').reduce<Body>((at, part) => at?.[part], document) === undefined)).toEqual(
    [],
  )
  const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)]
  for (const [, pattern = '""'] of patterns) expect(() => new RegExp(JSON.parse(pattern), 'u')).not.toThrow()
  const schemas = Object.entries<Body>(document.components.schemas)
  expect(schemas.filter(([, schema]) => ajv.validateSchema(schema) !== true).map(([name]) => name)).toEqual([])
})

/** The schemas that a part of the document is made of, through its references. */
const schemasIn = function* (node: Body, seen = new Set<string>()): Generator<Body> {
  if (typeof node !== 'object' || node === null) return
  if (typeof node.$ref === 'string' && !seen.has(node.$ref)) {
    seen.add(node.$ref)
    yield* schemasIn(
      node.$ref
        .slice(2)
        .split('/')
        .reduce((at: Body, part: string) => at[part], document),
      seen,
    )
  }
  if (node.type === 'object') yield node
  for (const [key, inner] of Object.entries(node)) if (key !== 'example') yield* schemasIn(inner, seen)
}

test('answers and events may grow: no schema of theirs excludes a property that it does not know', () => {
  const operations: Body[] = Object.values(document.paths).flatMap((path) => Object.values(path as object))
  const answers = operations.map(({ responses }) => responses)
  const events: Body[] = Object.values(document.webhooks).map((webhook) => (webhook as Body).post.requestBody)
  const schemas = [...schemasIn([...answers, ...events])]
  expect(schemas.length).toBeGreaterThan(300)
  expect(schemas.filter(({ additionalProperties }) => additionalProperties === false)).toEqual([])
})

test('a body is held to its schema: a property that it does not know is refused', () => {
  const resolved = (schema: Body): Body =>
    schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
  const open = named.filter(([, route]) => {
    const schema = operationOf(route).requestBody?.content['application/json']?.schema
    return schema && resolved(schema).type === 'object' && resolved(schema).additionalProperties !== false
  })
  expect(open.map(([name]) => name)).toEqual([])
})

test.each(Object.keys(healthQuestions))('%s answers as the document says', async (path) => {
  const { status, body } = await app.anyone.get(path)
  const validate = validatorOf(
    'paths',
    path,
    'get',
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  )
  expect(validate(body) ? [] : validate.errors).toEqual([])
})

test('a file route takes nothing in its query that its path says already', () => {
  const { parameters } = document.paths['/v1/documents/{documentId}/pdf'].get
  expect(parameters.map(({ name }: Body) => name)).toEqual(['documentId', 'language'])
})

describe('every operation of the OpenAPI document', () => {
  test('says what it does, which GraphQL field does the same, and which scope it needs', () => {
    for (const [name, route] of named) {
      const { summary = '', description, security, tags } = operationOf(route)
      const isClosed = summary.split('(').length === summary.split(')').length
      const field = description.includes(`\`${route.field}\``) && route.field
      expect({ name, isSaid: summary !== '' && isClosed, field, tags, security }).toEqual({
        name,
        isSaid: true,
        field: route.field,
        tags: [route.section],
        security: route.operation.scope === 'anyone' ? [] : [{ bearer: [] }],
      })
    }
  })

  test('names every error code that it may answer, under its status and in its spelling', () => {
    for (const [name, route] of named) {
      const { responses } = operationOf(route)
      const expected = [
        ...commonErrors.filter((code) => route.operation.scope !== 'anyone' || catalog[code].status !== 403),
        ...route.operation.errors,
      ]
      const missing = expected.filter((code) => {
        const schema = responses[String(catalog[code].status)].content['application/json'].schema
        const spelled: string[] = schema.allOf[1].properties.error.properties.code.enum
        return !spelled.includes(route.dialect === 'operation' ? catalog[code].operationCode : code)
      })
      expect([name, missing]).toEqual([name, []])
    }
  })

  test.each(named)(
    '%s has an example: a line of curl, a body that its schema accepts, and values for what it takes',
    (_name, route) => {
      const { 'x-codeSamples': samples, requestBody, parameters } = operationOf(route)
      expect(samples[0].source).toContain(`curl -X ${route.method} '${app.platform.baseUrl}/v1/`)
      expect(samples[0].source).not.toContain('{company')
      for (const one of parameters.filter(
        (parameter: Body) => parameter.$ref === undefined && parameter.name !== 'cursor',
      ))
        expect(one).toHaveProperty('example')
      const media = requestBody?.content['application/json'] ?? { schema: true, example: null }
      const validate = requestBody
        ? validatorOf(
            'paths',
            pathOf(route),
            route.method.toLowerCase(),
            'requestBody',
            'content',
            'application/json',
            'schema',
          )
        : () => true
      expect(validate(media.example)).toBe(true)
    },
  )
})

describe('answers against the OpenAPI document', () => {
  /** Calls a route with the example of the document, in the place of whose identifiers stand the tenant's own. */
  /** Whether the reference names the media type of this file; of what others made, it cannot. */
  const isSaidType = (route: Route, headers: Answer['headers']): boolean => {
    const said = Object.keys(operationOf(route).responses[String(route.status)].content)
    const isOfOthers = /(original|attachments\/\{attachmentId\}|evidence\/\{messageHash\})$/.test(pathOf(route))
    return isOfOthers || said.includes(String(headers['content-type']).split(';', 1)[0] ?? '')
  }

  const call = (tenant: Tenant, route: Route, own: Record<string, string>): Promise<Answer> => {
    const { requestBody, parameters } = operationOf(route)
    const inPath = pathOf(route).replace(/\{(\w+)\}/g, (_all, name: string) => own[name] ?? '')
    const query = parameters
      .filter((one: Body) => one.in === 'query' && (one.required || one.name in exampleInput(route)))
      .map((one: Body) => `${one.name}=${one.example}`)
      .join('&')
    const example = requestBody?.content['application/json'].example
    const payload =
      example && Object.fromEntries(Object.entries(example).map(([name, value]) => [name, own[name] ?? value]))
    if (payload?.eventIds) payload.eventIds = [own['eventId']]
    return tenant.send(route.method, `${inPath}${query && `?${query}`}`, payload)
  }

  /** A delivery of a real event, to an endpoint that nobody listens at. */
  const deliveryTo = async (tenant: Tenant, webhookId: string): Promise<Body> => {
    await tenant.post('/v1/companies', { vatNumber: freshVat() })
    await app.platform.relay.drain()
    return (await tenant.get(`/v1/webhooks/${webhookId}/deliveries`)).body.data[0]
  }

  /** A group, a tag in it, and a document that may have the tag. */
  const categorizedBy = async (tenant: Tenant, isAssigned: boolean): Promise<Record<string, string>> => {
    const { body: group } = await tenant.post('/v1/categorization/groups', { name: 'Account' })
    const { body: tag } = await tenant.post(`/v1/categorization/groups/${group.id}/tags`, { name: 'Travel' })
    const { body: object } = await tenant.post('/v1/documents/send', {
      type: 'event',
      from: tenant.peppolId,
      document: { number: 'E-1' },
    })
    if (isAssigned)
      await tenant.post(`/v1/categorization/objects/${object.id}/tags`, { tagId: tag.id, objectType: 'document' })
    return { groupId: group.id, tagId: tag.id, objectId: object.id }
  }

  /** A French company, and a period of it. */
  const reportingBy = async (tenant: Tenant): Promise<Record<string, string>> => {
    const { body: company } = await tenant.post('/v1/companies', { vatNumber: freshFrenchVat() })
    const rows = [{ date: '2026-11-01', vatRate: 20, amount: 12 }]
    const { body } = await tenant.post('/v1/compliance/e-reporting/payments', { companyId: company.id, rows })
    return { companyId: company.id, periodId: body.periods[0].id }
  }

  /** A shop in the protocol that the path takes, and a cart from one. */
  const procuredBy = async (tenant: Tenant, { path }: Route, companyId: string): Promise<Record<string, string>> => {
    const shop = await shopOf(tenant, path.endsWith('/punch-out') ? 'cxml' : 'oci', { companyId })
    const ids = { shopId: shop.id, partnerId: shop.partnerId }
    if (!path.includes(':cartId')) return ids
    const visit = await visitTo(tenant, shop, { companyId })
    await postOci(app.anyone, visit.buyerCookie)
    return { ...ids, cartId: (await tenant.get('/v1/procurement/carts')).body.data[0].id }
  }

  /** What leaving takes: a request, a key of the SMP, and the deletion that is cancelled. */
  const leaving = async (tenant: Tenant, { path }: Route, companyId: string): Promise<Record<string, string>> => {
    const confirm = tenant.organizationId
    if (path.endsWith('/deletion/cancel')) await tenant.post('/v1/organization/deletion', { confirm })
    if (path.includes('/organization/deletion')) return { confirm }
    // Only who is published moves.
    if (path.includes('/migration-key')) await app.platform.runner?.settle()
    if (path.endsWith('/redeem'))
      return { migrationKey: (await tenant.post(`/v1/companies/${companyId}/migration-key`)).body.migrationKey }
    if (!path.includes(':portabilityRequestId')) return {}
    const subject = 'PORTABILITY;REQUEST;SUBMITTED;R-1;303265045'
    return { portabilityRequestId: (await tenant.post('/v1/portability/received-messages', { subject })).body.id }
  }

  /** What the ways to get in take: a request, a code with its verifier, and a handoff. */
  const letIn = async (tenant: Tenant): Promise<Record<string, string>> => {
    const { requestId: consentId } = await askFor(app)
    const { code, code_verifier } = await allowedCode(app, tenant.key)
    const { body: handoff } = await tenant.post('/v1/oauth/handoff', {})
    return { consentId, code, code_verifier, handoffId: handoff.id, handoff_token: handoff.handoff_token }
  }

  /** The examples of bodies name these companies. */
  const vatNumberFor = ({ method, path }: Route): string => {
    const isFrench = path.includes('/addresses')
    if (method === 'POST') return isFrench ? 'FR40303265045' : 'DE811569869'
    return isFrench ? freshFrenchVat() : freshVat()
  }

  const callable = named.filter(
    ([, { path, answersStream }]) =>
      !answersStream && !/\/(confirm|exhaust|resend|fatturapa|iso20022|join|:exportId|result)$/.test(path),
  )
  // What each of them answers is recorded (recorded-answers.test.ts).
  test.each(sample(callable, 1 / 4))(
    '%s, called as its example says, answers what the OpenAPI document says',
    async (_name, route) => {
      const tenant = await newTenant()
      // The example of the next one may make the same company.
      if (route.method === 'POST')
        onTestFinished(async () => void (await tenant.post('/v1/sandbox/reset', { confirm: 'yes' })))
      const { body: company } = await tenant.post('/v1/companies', {
        vatNumber: vatNumberFor(route),
        additionalIdentifiers: [{ scheme: 'GLN', value: '5790000435951' }],
        metadata: { a: 'b' },
      })
      const takes = (name: string): boolean =>
        route.path.includes(`:${name}`) ||
        name in (operationOf(route).requestBody?.content['application/json'].example ?? {})
      const { body: key } = takes('keyId')
        ? await tenant.post('/v1/api-keys', { name: 'other', scopes: ['send'], companyId: company.id })
        : { body: {} }
      const requestId = takes('requestId')
        ? (await tenant.post('/v1/companies/import/batch', { items: [{ siret: 'x' }] })).headers['x-request-id']
        : ''
      const sendRoute = routes.find(({ path }) => path === '/v1/documents/send') as Route
      const { example: sent } = operationOf(sendRoute).requestBody.content['application/json']
      const example = { ...sent, from: company.peppolId }
      const attachments = [
        {
          reference: 'a',
          filename: 'hours.csv',
          mimeType: 'text/csv',
          content: Buffer.alloc(600, 'day,hours').toString('base64'),
        },
      ]
      const document = /:(documentId|number|paymentId)\b/.test(route.path)
        ? (await tenant.post('/v1/documents/send', { ...example, document: { ...example.document, attachments } })).body
        : {}
      const order = route.path.includes(':purchaseOrderId')
        ? (
            await tenant.post('/v1/documents/send', {
              ...example,
              type: 'purchase-order',
              document: { ...example.document, dueDate: undefined },
            })
          ).body
        : {}
      const attachmentId = route.path.includes(':attachmentId')
        ? (await tenant.get(`/v1/documents/${document.id}/attachments`)).body.data[0].id
        : ''
      const payment = route.path.includes(':paymentId')
        ? (await tenant.post(`/v1/payments/documents/${document.id}/pay`, { amount: 1, date: '2026-11-20' })).body
        : {}
      const webhook = /^\/v1\/webhook(s|-deliveries)\//.test(route.path)
        ? (await tenant.post('/v1/webhooks', { url: 'http://127.0.0.1:1/', events: ['company.created'] })).body
        : {}
      const delivery = route.path.includes(':deliveryId') ? await deliveryTo(tenant, webhook.id) : {}
      const partner = async (peppolId: string): Promise<string> =>
        (await tenant.post('/v1/partners', { peppolId, metadata: { accountNumber: '5790000435951' } })).body.id
      const partners = route.path.includes('/partners/')
        ? {
            partnerId: await partner('0208:0403019261'),
            ...(route.path.endsWith('/merge') && { duplicateId: await partner('0208:0417497106') }),
          }
        : {}
      const categorized = route.path.startsWith('/v1/categorization/')
        ? await categorizedBy(tenant, route.method === 'DELETE')
        : {}
      const asked = route.path.includes(':joinRequestId')
        ? await app.platform.db.client.joinRequest.create({
            data: {
              organizationId: tenant.organizationId,
              id: newId('joinRequest'),
              companyId: company.id,
              userId: 'ada',
              createdAt: app.clock.now(),
            },
          })
        : undefined
      const bulk = route.path.includes(':bulkOperationId') ? await idleOperation(app, tenant.organizationId) : undefined
      const address = route.path.includes(':addressId')
        ? (await tenant.post(`/v1/companies/${company.id}/addresses`, { address: `${company.peppolId}_X` })).body
        : undefined
      const domain = route.path.includes(':domainId')
        ? (await tenant.post('/v1/platform/domains', { domain: `d${crypto.randomUUID()}.atelier.test` })).body
        : undefined
      const reporting = route.path.includes('/e-reporting/') ? await reportingBy(tenant) : {}
      const procured = route.path.startsWith('/v1/procurement/') ? await procuredBy(tenant, route, company.id) : {}
      const agents = route.path.startsWith('/v1/oauth/') ? await letIn(tenant) : {}
      await app.platform.relay.drain()
      const { body: feed } = await tenant.get('/v1/events?limit=1')
      const own = {
        eventId: feed.data[0].id,
        companyId: company.id,
        keyId: key.id,
        requestId: requestId ?? '',
        documentId: document.id,
        attachmentId,
        purchaseOrderId: order.id,
        paymentId: payment.id,
        webhookId: webhook.id,
        deliveryId: delivery.id,
        ...(asked && { joinRequestId: asked.id }),
        ...(domain && { domainId: domain.id }),
        ...(address && { addressId: address.id }),
        ...(bulk && { bulkOperationId: bulk.id }),
        participantId: '0208:0403019261',
        ...(route.path.includes(':number') && { number: document.number }),
        ...(route.path.includes(':messageHash') && { messageHash: await messageOf(tenant, document.id) }),
        ...partners,
        ...procured,
        ...categorized,
        ...reporting,
        ...agents,
        ...(await leaving(tenant, route, company.id)),
      }
      const { status, body, headers: answered } = await call(tenant, route, own)
      expect(status === route.status ? status : { status, body }).toBe(route.status)
      const wrong = route.answersFile
        ? [
            ...(String(body).length > 500 ? [] : ['a file of hardly anything']),
            ...(isSaidType(route, answered) ? [] : [`a file of the type ${answered['content-type']}`]),
          ]
        : route.shape
          ? faults(route, status, body)
          : body
      expect(wrong).toEqual(route.answersFile || route.shape ? [] : '')
    },
  )

  test('exhausting the rate, and the refusal that follows, answer what the OpenAPI document says', async () => {
    const tenant = await newTenant()
    const exhaust = routes.find(({ path }) => path.endsWith('/exhaust')) as Route
    const { status, body } = await call(tenant, exhaust, {})
    expect({ status, faults: faults(exhaust, status, body) }).toEqual({ status: 200, faults: [] })
    const refused = await call(tenant, exhaust, {})
    expect({ status: refused.status, faults: faults(exhaust, 429, refused.body) }).toEqual({ status: 429, faults: [] })
  })

  test('a list without addresses answers what the parameter of the OpenAPI document says', async () => {
    const tenant = await newTenant()
    const list = routes.find(({ path, method }) => path === '/v1/companies' && method === 'GET') as Route
    const { status, body } = await tenant.get('/v1/companies?include_address=false')
    expect(faults(list, status, body)).toEqual([])
  })

  test.each(named.filter(([, { operation }]) => operation.scope !== 'anyone'))(
    '%s without credentials is refused as the OpenAPI document says',
    async (_name, route) => {
      const { status, body } = await app.anyone.send(
        route.method,
        pathOf(route).replace(/\{\w+\}/g, 'x'),
        route.method === 'POST' ? {} : undefined,
      )
      expect({ status, faults: faults(route, status, body) }).toEqual({ status: 401, faults: [] })
    },
  )
})

describe('events', () => {
  test('the OpenAPI document has a webhook for each event of the catalog, and no other', () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...eventTypes].sort())
  })

  test.each(eventTypes)(
    'the event %s has an example that its schema and the catalog accept, and every header of a delivery',
    (type) => {
      const { requestBody, parameters } = document.webhooks[type].post
      const { example, schema } = requestBody.content['application/json']
      expect(schema).toEqual({ $ref: `#/components/schemas/${eventName(type)}` })
      const validate = validatorOf('components', 'schemas', eventName(type))
      expect(validate(example) ? [] : validate.errors).toEqual([])
      expect(Object.keys(example)).toEqual([
        'id',
        'seq',
        'type',
        'livemode',
        'createdAt',
        'apiVersion',
        'companyId',
        'data',
      ])
      expect(eventCatalog[type].strict().parse(example.data)).toEqual(example.data)
      expect(validate({ ...example, data: {} })).toBe(false)
      expect(parameters.map(({ name }: Body) => name)).toEqual([
        'User-Agent',
        'X-Service-Signature',
        'X-Service-Event',
        'X-Service-Event-Id',
        'X-Service-Delivery',
        'X-Service-Attempt',
      ])
    },
  )

  test('the page of events has a section for each kind, with every field of its payload', async () => {
    const { status, headers, body } = await app.anyone.get('/docs/events')
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' })
    for (const type of eventTypes) {
      const section = new RegExp(`<section id="${type}">.*?</section>`, 's').exec(String(body))?.[0] ?? ''
      for (const field of Object.keys(eventCatalog[type].shape))
        expect(section).toContain(`<td><code>${field}</code></td>`)
    }
  })
})

test('the address of every error code leads to its place on the page of errors', async () => {
  const { status, headers, body } = await app.anyone.get('/docs/errors')
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' })
  for (const code of Object.keys(catalog)) expect(String(body)).toContain(`<section id="${code}">`)
  const refused = await app.anyone.get('/v1/me')
  const { pathname, hash } = new URL(refused.body.error.docUrl)
  expect({ pathname, hash }).toEqual({ pathname: '/docs/errors', hash: '#MISSING_AUTH' })
})

test('every code of a delivery and of the simulated authorities has its place on the page of codes', async () => {
  const { status, headers, body } = await app.anyone.get('/docs/codes')
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' })
  for (const code of [
    ...Object.keys(endingOfError),
    'INADMISSIBLE',
    '00025',
    '00058',
    '00200',
    '00305',
    '00306',
    '00404',
  ])
    expect(String(body)).toContain(`<section id="${code}">`)
})

test('the table of routes names each path with its field and scope', () => {
  const table = routeTable()
  expect(table).toHaveLength(routes.length + 2)
  expect(table).toContain('| `PATCH /v1/companies/{companyId}` | `Mutation.updateCompany` | `companies.write` |')
})
