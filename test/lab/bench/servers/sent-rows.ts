/**
 * The rows that the product writes when a document is sent, for further documents: whoever writes them writes the same.
 */
import { createHash, randomUUID } from 'node:crypto'
import { newId } from '../../../../src/values/ids.ts'
import { monthOf } from '../../../../src/values/dates.ts'

type Row = Readonly<Record<string, unknown>>
type Query = (text: string, values: readonly unknown[]) => Promise<readonly Row[]>
export interface Statement {
  name: string
  text: string
  values: unknown[]
}

const insert = (table: string, row: Row): Statement => {
  const names = Object.keys(row)
  return {
    name: table,
    text:
      `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')}) VALUES ` +
      `(${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    values: Object.values(row),
  }
}

/** JSON as text, so that it goes back as it came; without the columns that the database counts itself. */
const columnsOf = async (query: Query, table: string): Promise<string> => {
  const columns = await query(
    'SELECT column_name::text AS name, data_type::text AS type FROM information_schema.columns WHERE ' +
      `table_name = $1 AND column_default NOT LIKE 'nextval%' IS NOT FALSE`,
    [table],
  )
  return columns
    .map(({ name, type }) => (type === 'jsonb' ? `"${String(name)}"::text` : `"${String(name)}"`))
    .join(', ')
}

const ofDocument = ['documents', 'lifecycle_entries', 'compliance_reports', 'work', 'events', 'stored_files'] as const

/** The product has sent one document; what there is of it is the pattern. */
export const sentRows = async (query: Query, organizationId: string): Promise<(number: string) => Statement[]> => {
  const read = async (table: string): Promise<readonly Row[]> =>
    query(`SELECT ${await columnsOf(query, table)} FROM ${table} WHERE "organizationId" = $1`, [organizationId])
  const [documents, statuses, reports, works, events, files] = (await Promise.all(ofDocument.map(read))) as [
    Row[],
    Row[],
    Row[],
    Row[],
    Row[],
    Row[],
  ]
  const document = documents[0] as Row
  const file = files[0] as Row
  const event = events.find(({ type }) => type === 'lifecycle.updated') as Row
  return (number) => {
    const [id, now] = [newId('document'), new Date()]
    const bytes = Buffer.concat([file['bytes'] as Uint8Array, Buffer.from(`<!-- ${number} -->`)])
    const hash = createHash('sha256').update(bytes).digest('hex')
    return [
      insert('documents', {
        ...document,
        id,
        number,
        duplicateKey: number,
        instanceId: randomUUID(),
        fileHash: hash,
        createdAt: now,
        updatedAt: now,
      }),
      insert('stored_files', { ...file, hash, bytes, createdAt: now }),
      ...statuses.map((row) =>
        insert('lifecycle_entries', { ...row, id: newId('status'), documentId: id, recordedAt: now }),
      ),
      ...reports.map((row) =>
        insert('compliance_reports', { ...row, id: newId('report'), documentId: id, createdAt: now }),
      ),
      ...works.map((row) => insert('work', { ...row, id: newId('work'), subjectId: id, dueAt: now, createdAt: now })),
      insert('events', { ...event, id: newId('event'), seq: null, createdAt: now }),
      {
        name: 'usage',
        values: [organizationId, monthOf(now), 1 + Math.floor(Math.random() * 32)],
        text:
          'INSERT INTO monthly_usage ("organizationId", month, slot, documents) VALUES ($1, $2, $3, 1) ON ' +
          'CONFLICT ("organizationId", month, slot) DO UPDATE SET documents = monthly_usage.documents + 1',
      },
    ]
  }
}
