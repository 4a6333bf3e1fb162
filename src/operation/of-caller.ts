import type { Actor } from '../auth/actor.ts'
import type { Access } from '../auth/scopes.ts'
import { mayRead } from '../auth/visibility.ts'
import { invariant } from '../kernel/invariant.ts'

/** What leaves belongs to the organization that asked, whatever the operation has looked up. */
export const ofCaller = <O>(
  { name, scope }: { name: string; scope: Access },
  { actor }: { actor: Actor },
  result: O,
): O => {
  if (scope === 'anyone' || actor.kind === 'public') return result
  const owners = [result, ...rowsIn(result)].map(ownerOf)
  const foreign = owners.find((owner) => owner !== undefined && owner !== actor.organizationId)
  invariant(foreign === undefined, 'An answer holds rows of the caller alone.', { operation: name, foreign })
  const others = [result, ...rowsIn(result)].map(companyOf).find((company) => !mayRead(actor, { companyId: company }))
  invariant(others === undefined, 'An answer holds rows of the company of the caller, and shared ones.', {
    operation: name,
    others,
  })
  return result
}

const rowsIn = (result: unknown): readonly unknown[] => {
  if (Array.isArray(result)) return result
  const rows = typeof result === 'object' && result !== null && 'rows' in result ? result.rows : undefined
  return Array.isArray(rows) ? rows : []
}

const ownerOf = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && 'organizationId' in row ? row.organizationId : undefined

/** Null where the row says none, or is shared. */
const companyOf = (row: unknown): string | null =>
  typeof row === 'object' && row !== null && 'companyId' in row && typeof row.companyId === 'string'
    ? row.companyId || null
    : null
