/** The least that gives the same answers: Fastify, pg, named statements. No keys, limits, checks, log or metrics. */
import { createHash, randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { complianceOf } from '../../../../src/companies/reporting-standing.ts'
import { sandboxRegistry } from '../../../../src/upstreams/registries/sandbox.ts'
import { documentTypes } from '../../../../src/values/document-types.ts'
import { newId } from '../../../../src/values/ids.ts'
import { identityOfVat } from '../../../../src/values/vat-number.ts'
import { NO_ACCOUNT, UNPUBLISHED } from '../support/seed.ts'
import { sentRows } from './sent-rows.ts'

const organizationId = process.env['ORGANIZATION'] ?? ''
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16, options: '-c timezone=UTC' })
const app = Fastify()

app.get('/alive', () => ({}))

const LIST = `
  SELECT c.id, c."organizationId", c."externalId", c.name, c."legalName", c.slug, c."vatNumber", c."taxNumber", c."registrationNumber",
  c.country, c."peppolId", c."additionalIdentifiers", c."legalAddressId",
    c."isPublic", c."dataProviderType", c."dataProviderSyncDate", c.capabilities, c.status, c."smpRegistered",
    c."smpRegisteredAt", c."smpStatus", c."smpStep", c."smpError", c."smpNextTryAt",
    c."ownershipStatus", c."ownershipReason", c."ownershipProof", c."ownershipGrantedAt", c.compliance, c.settings,
    c."documentsSent", c."documentsReceived", c."documentsPerMonth", c."storageMegabytes", c."requestsPerMinute",
    c."receivesDocuments", c.metadata, c."createdAt", c."updatedAt", a.street, a."streetLine2", a.city, a."postalCode", a.country AS
    "addressCountry"
  FROM companies c LEFT JOIN addresses a ON a."organizationId" = c."organizationId" AND a.id = c."legalAddressId"
  WHERE c."organizationId" = $1 ORDER BY c.id DESC LIMIT $2`

// What pg gives for a row is taken as it comes.
// oxlint-disable-next-line typescript/no-explicit-any
const present = (row: any): object => ({
  id: row.id,
  organizationId: row.organizationId,
  externalId: row.externalId,
  name: row.name,
  legalName: row.legalName,
  slug: row.slug,
  vatNumber: row.vatNumber,
  taxNumber: row.taxNumber,
  registrationNumber: row.registrationNumber,
  country: row.country,
  peppolId: row.peppolId,
  additionalIdentifiers: row.additionalIdentifiers,
  legalAddressId: row.legalAddressId,
  address: {
    street: row.street,
    streetLine2: row.streetLine2,
    city: row.city,
    postalCode: row.postalCode,
    country: row.addressCountry,
  },
  isPublic: row.isPublic,
  dataProviderType: row.dataProviderType,
  dataProviderSyncDate: row.dataProviderSyncDate,
  capabilities: row.capabilities,
  status: row.status,
  suspension: null,
  documentsPerMonth: row.documentsPerMonth,
  storageMegabytes: row.storageMegabytes,
  requestsPerMinute: row.requestsPerMinute,
  receivesDocuments: row.receivesDocuments,
  smpRegistered: row.smpRegistered,
  smpRegisteredAt: row.smpRegisteredAt,
  smp: { status: row.smpStatus, step: row.smpStep, lastError: row.smpError, nextTryAt: row.smpNextTryAt },
  ownership: {
    status: row.ownershipStatus,
    reason: row.ownershipReason,
    message: null,
    proof: row.ownershipProof,
    grantedAt: row.ownershipGrantedAt,
    methods: [],
  },
  compliance: complianceOf(row),
  requirements: row.smpStatus === 'none' ? UNPUBLISHED : NO_ACCOUNT,
  settings: row.settings,
  stats: { sent: row.documentsSent, received: row.documentsReceived },
  metadata: row.metadata,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

app.get('/companies', async (request) => {
  const limit = Number((request.query as { limit?: string }).limit ?? 20)
  const { rows } = await pool.query({ name: 'list', text: LIST, values: [organizationId, limit + 1] })
  const page = rows.slice(0, limit)
  const hasMore = rows.length > limit
  return {
    data: page.map(present),
    hasMore,
    cursor: hasMore ? Buffer.from(page.at(-1).id).toString('base64url') : null,
  }
})

const registries = sandboxRegistry()
const capabilities = { send: documentTypes, receive: documentTypes }

/** The same rows as the product writes for a company: address, company, event, work, and the answer under its key. */
app.post('/companies', async (request, reply) => {
  const { vatNumber } = request.body as { vatNumber: string }
  const identity = identityOfVat(vatNumber) as { country: string; peppolId: string }
  const entity = await registries.find({ vatNumber }, request.signal)
  const now = new Date()
  const [id, addressId] = [newId('company'), newId('address')]
  const slug = entity.name.toLowerCase().replace(/ /g, '-')
  const { street, city, postalCode, country } = entity.address
  const answer = JSON.stringify(
    present({
      ...identity,
      id,
      organizationId,
      externalId: null,
      name: entity.name,
      legalName: entity.legalName,
      slug,
      vatNumber,
      taxNumber: null,
      registrationNumber: entity.registrationNumber,
      additionalIdentifiers: [],
      legalAddressId: addressId,
      street,
      streetLine2: null,
      city,
      postalCode,
      addressCountry: country,
      isPublic: true,
      dataProviderType: entity.provider,
      dataProviderSyncDate: now,
      capabilities,
      status: 'active',
      documentsPerMonth: null,
      storageMegabytes: null,
      requestsPerMinute: null,
      receivesDocuments: true,
      smpRegistered: false,
      smpRegisteredAt: null,
      smpStatus: 'pending',
      smpStep: null,
      smpError: null,
      smpNextTryAt: null,
      compliance: {},
      settings: {},
      documentsSent: 0,
      documentsReceived: 0,
      metadata: {},
      createdAt: now,
      updatedAt: now,
    }),
  )
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query({
      name: 'address',
      text:
        'INSERT INTO addresses ("organizationId", id, street, city, "postalCode", country) VALUES ($1, $2, ' +
        '$3, $4, $5, $6)',
      values: [organizationId, addressId, street, city, postalCode, country],
    })
    await client.query({
      name: 'company',
      text: `INSERT INTO companies ("organizationId", id, name, "legalName", slug, "vatNumber", "registrationNumber",
        country, "peppolId", "legalAddressId", "dataProviderType", "dataProviderSyncDate", capabilities, "searchText",
        "createdAt", "updatedAt")
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $12, $12)`,
      values: [
        organizationId,
        id,
        entity.name,
        entity.legalName,
        slug,
        vatNumber,
        entity.registrationNumber,
        identity.country,
        identity.peppolId,
        addressId,
        entity.provider,
        now,
        capabilities,
        [entity.name, entity.legalName, vatNumber, identity.peppolId].join('\n').toLowerCase(),
      ],
    })
    await client.query({
      name: 'event',
      text:
        'INSERT INTO events ("organizationId", id, type, "companyId", data, "createdAt") VALUES ($1, $2, ' +
        '$3, $4, $5, $6)',
      values: [
        organizationId,
        newId('event'),
        'company.created',
        id,
        { companyId: id, vatNumber, peppolId: identity.peppolId },
        now,
      ],
    })
    await client.query({
      name: 'work',
      text:
        'INSERT INTO work ("organizationId", id, kind, "companyId", "subjectId", target, "dueAt", ' +
        '"createdAt") VALUES ($1, $2, $3, $4, $4, $4, $5, $6)',
      values: [organizationId, newId('work'), 'company.refresh', id, new Date(now.getTime() + 30 * 86_400_000), now],
    })
    await client.query({
      name: 'answer',
      text:
        'INSERT INTO idempotency_records ("organizationId", caller, key, "bodyHash", status, ' +
        '"contentType", body, "createdAt") VALUES ($1, $2, $3, $4, 201, $5, $6, $7)',
      values: [
        organizationId,
        'raw',
        request.headers['idempotency-key'],
        createHash('sha256').update(JSON.stringify(request.body)).digest('hex'),
        'application/json; charset=utf-8',
        Buffer.from(answer),
        now,
      ],
    })
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
  return reply.code(201).header('Content-Type', 'application/json; charset=utf-8').send(answer)
})

const columnsOf = (row: object): string =>
  Object.keys(row)
    .map((name) => `"${name}"`)
    .join(', ')
const placesOf = (row: object): string =>
  Object.keys(row)
    .map((_, index) => `$${index + 1}`)
    .join(', ')
const insert = (client: pg.PoolClient, table: string, row: object): Promise<unknown> =>
  client.query({
    name: table,
    text: `INSERT INTO ${table} (${columnsOf(row)}) VALUES (${placesOf(row)})`,
    values: Object.values(row),
  })

let rowsOf: ReturnType<typeof sentRows> | undefined

app.post('/documents', async (request, reply) => {
  rowsOf ??= sentRows(
    async (text, values) => (await pool.query(text, [...values])).rows as Record<string, unknown>[],
    organizationId,
  )
  const rows = (await rowsOf)((request.body as { document: { number: string } }).document.number)
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    for (const row of rows) await client.query(row)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
  return reply.code(201).send({ id: rows[0]?.values[1] })
})

/**
 * The same rows as the product writes for each update of a batch: document, status, message to the other side with its
 * work, and event.
 */
const UPDATE =
  'UPDATE documents SET "lifecycleStatus" = $3, "lifecycleVersion" = "lifecycleVersion" + 1, ' +
  '"lifecycleAt" = $4, "updatedAt" = $4 WHERE "organizationId" = $1 AND id = $2 RETURNING "companyId", ' +
  '"senderPeppolId", "receiverPeppolId", "lifecycleVersion"'

const move = async ({
  documentId,
  status,
  reasonCode = null,
}: {
  documentId: string
  status: string
  reasonCode?: string | null
}): Promise<void> => {
  const client = await pool.connect()
  const now = new Date()
  const [entryId, messageId] = [newId('status'), newId('message')]
  try {
    await client.query('BEGIN')
    const {
      rows: [moved],
    } = await client.query({ name: 'move', text: UPDATE, values: [organizationId, documentId, status, now] })
    const { companyId, senderPeppolId, receiverPeppolId } = moved
    await insert(client, 'lifecycle_entries', {
      organizationId,
      id: entryId,
      documentId,
      status,
      party: 'buyer',
      source: 'api',
      author: 'raw',
      happenedAt: now,
      recordedAt: now,
      reasonCode,
      amounts: '[]',
      corrections: '[]',
      rules: [],
    })
    await insert(client, 'lifecycle_messages', {
      organizationId,
      id: messageId,
      companyId,
      documentId,
      entryId,
      direction: 'outgoing',
      syntax: 'invoice-response',
      number: entryId,
      instanceId: randomUUID(),
      senderPeppolId: receiverPeppolId,
      receiverPeppolId: senderPeppolId,
      documentTypeId:
        'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2::ApplicationResponse##' +
        'urn:fdc:peppol.eu:poacc:trns:invoice_response:3::2.1',
      processId: 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
      deliveryStatus: 'pending',
      createdAt: now,
    })
    await insert(client, 'work', {
      organizationId,
      id: newId('work'),
      kind: 'lifecycle.send',
      companyId,
      subjectId: messageId,
      target: senderPeppolId,
      dueAt: now,
      createdAt: now,
    })
    await insert(client, 'events', {
      organizationId,
      id: newId('event'),
      type: 'lifecycle.updated',
      companyId,
      data: JSON.stringify({ documentId, previousStatus: 'received', currentStatus: status, compliance: null }),
      createdAt: now,
    })
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

app.post('/lifecycle', async (request) => {
  const { updates } = request.body as { updates: Parameters<typeof move>[0][] }
  await Promise.all(updates.map(move))
  return { applied: updates.length }
})

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
process.on('SIGTERM', () => process.exit(0))
