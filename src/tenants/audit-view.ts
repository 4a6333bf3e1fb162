/** Entries of the audit, as JSON, in GraphQL and as a table. */
import type { AuditEntry } from '../generated/prisma/client.ts'
import { auditKinds } from '../operation/audit.ts'
import { choice, choiceOf, id, instant, object, text, view } from '../operation/view.ts'
import { csvOf } from '../values/csv.ts'

interface Change {
  field: string
  from: string | null
  to: string | null
}

const shown = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)

/** The fields that differ, in the order of their names. */
const changesOf = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] => {
  const [from, to] = [before, after].map((one) => (one ?? {}) as Readonly<Record<string, unknown>>)
  return [...new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])]
    .toSorted()
    .map((field) => ({ field, from: shown(from?.[field]), to: shown(to?.[field]) }))
    .filter((change) => change.from !== change.to)
}

const changeView = view<Change>()('AuditChange', 'A field that changed.', {
  field: text('Name of the field.'),
  from: text('Value before, as text or JSON. Null when there was none.').orNull(),
  to: text('Value after, as text or JSON. Null when there is none.').orNull(),
})

export const auditView = view<AuditEntry>()('AuditEntry', 'A change that somebody made.', {
  id: id('Identifier, `aud_…`.'),
  at: instant('When it was made.'),
  kind: choice(choiceOf('AuditKind', Object.keys(auditKinds), auditKinds), 'What was changed.'),
  subjectId: id('The key, webhook or company that was changed.'),
  companyId: id('The company that it concerns. Null when it concerns all.').orNull(),
  operation: text('The operation that made it.'),
  requestId: id('The request that made it.'),
  keyId: id('The API key that made it. Null for a user.').orNull(),
  userId: id('The user who made it. Null for an API key.').orNull(),
  callerLabel: text('Name of the key, or address of the user.'),
  changes: object(changeView, 'The fields that changed.').list().by(['before', 'after'], changesOf),
})

export const auditTable = ({ rows }: { rows: readonly AuditEntry[] }): string =>
  csvOf([
    ['id', 'at', 'kind', 'subjectId', 'companyId', 'operation', 'requestId', 'by', 'field', 'from', 'to'],
    ...rows.flatMap((row) => {
      const by = row.keyId ?? row.userId
      const head = [
        row.id,
        row.at.toISOString(),
        row.kind,
        row.subjectId,
        row.companyId,
        row.operation,
        row.requestId,
        by,
      ]
      return changesOf(row).map(({ field, from, to }) => [...head, field, from, to])
    }),
  ])
