/** Keys whose limits a key shares: those that have let it in or made it, and those whose place they have taken. */
import type { Db } from '../kernel/database/open.ts'

interface KeyOfLine {
  id: string
  kind: 'secret' | 'agent'
  rateLimit: number | null
  documentsPerMonth: number | null
}

/** The key itself, and all before it. */
export const keysInLine = (db: Db, organizationId: string, keyId: string): Promise<KeyOfLine[]> =>
  db.$queryRaw<KeyOfLine[]>`
    WITH RECURSIVE line AS (
      SELECT id, kind, "parentKeyId", "quotaKeyId", "rateLimit", "documentsPerMonth" FROM api_keys
      WHERE "organizationId" = ${organizationId} AND id = ${keyId}
      UNION
      SELECT own.id, own.kind, own."parentKeyId", own."quotaKeyId", own."rateLimit", own."documentsPerMonth"
      FROM api_keys AS own
      JOIN line ON own.id IN (line."parentKeyId", line."quotaKeyId") WHERE own."organizationId" = ${organizationId}
    )
    SELECT id, kind::text, "rateLimit", "documentsPerMonth" FROM line`

/** A limit of a key that everything made with it counts against as well. */
export interface SharedLimit {
  keyId: string
  requestsPerMinute: number
}

/** The limits that a key shares with those before it; what they let in has a copy of their limit, and no own one. */
export const sharedLimitsOf = async (
  db: Db,
  key: { organizationId: string; id: string; parentKeyId: string | null; quotaKeyId: string | null },
): Promise<SharedLimit[]> => {
  if (key.parentKeyId === null && key.quotaKeyId === null) return []
  const line = await keysInLine(db, key.organizationId, key.id)
  return line.flatMap(({ id, kind, rateLimit }) =>
    rateLimit === null || kind === 'agent' || id === key.id ? [] : [{ keyId: id, requestsPerMinute: rateLimit }],
  )
}
