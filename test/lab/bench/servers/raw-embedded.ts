/** The least that writes a document to the embedded database: Fastify and PGlite, in one thread. */
import { join } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import Fastify from 'fastify'
import { sentRows } from './sent-rows.ts'

const pglite = await PGlite.create({
  dataDir: join(process.env['DATA_DIR'] ?? '', 'postgres'),
  extensions: { btree_gin, pg_trgm },
  // Its own takes bytes one by one.
  serializers: { [types.BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` },
})
const rowsOf = await sentRows(
  async (text, values) => (await pglite.query<Record<string, unknown>>(text, [...values])).rows,
  process.env['ORGANIZATION'] ?? '',
)
const app = Fastify()

app.get('/alive', () => ({}))

app.post('/documents', async (request, reply) => {
  const rows = rowsOf((request.body as { document: { number: string } }).document.number)
  await pglite.transaction(async (transaction) => {
    for (const { text, values } of rows) await transaction.query(text, values)
  })
  return reply.code(201).send({ id: rows[0]?.values[1] })
})

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
process.on('SIGTERM', () => void pglite.close().finally(() => process.exit(0)))
