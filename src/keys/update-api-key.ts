import { z } from 'zod'
import { type Scope, covers } from '../auth/scopes.ts'
import type { ApiKey } from '../generated/prisma/client.ts'
import { changeHeld } from '../kernel/database/held-rows.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'
import { type Run, operation } from '../operation/operation.ts'
import { auditEnds, narrowAgents } from './agent-key.ts'
import { keyToChange } from './key-to-change.ts'
import { keyFields, refuseMoreThanHeld } from './key-input.ts'
import { shownOf } from './make-key.ts'

/** A caller adds only what it has itself; what the key has already may stay, whoever keeps it. */
const refuseWider = ({ actor }: Run, key: ApiKey, wanted: readonly Scope[]): void => {
  const held = new Set(key.scopes as Scope[])
  const added = wanted.filter((scope) => !covers(held, scope))
  refuseMoreThanHeld(actor, added)
  if (key.kind === 'agent' && added.length > 0)
    throw new AppError('CONFLICT', {
      message: `Somebody let this agent in with fewer scopes. It has to ask for: ${added.join(', ')}.`,
    })
}

export const updateApiKey = operation({
  name: 'updateApiKey',
  summary:
    'Changes the name, the label or the scopes of an API key at once; its value stays. It never gets scopes that the ' +
    'caller does not have. What is taken from a key is taken from the agents that it let in, and agents get no more ' +
    'than they were let in with.',
  scope: 'platform',
  writes: true,
  input: z
    .strictObject({
      keyId: id('apiKey').describe('Identifier of the key, `key_…`.'),
      name: keyFields.name.optional(),
      label: keyFields.label.nullish(),
      scopes: keyFields.scopes.optional().describe('All scopes that the key has from now on.'),
    })
    .meta({ examples: [{ name: 'ERP', scopes: ['send', 'documents.read'] }] }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  async run(run, { keyId, name, label, scopes }) {
    const { db, actor, now, platform, audit, afterCommit } = run
    const { organizationId } = actor
    const key = await keyToChange(db, actor, keyId, now)
    if (scopes) refuseWider(run, key, scopes)
    const changed = await changeHeld(db, 'api_keys', key, { name, label, scopes })
    audit({ kind: 'key', subjectId: keyId, companyId: key.companyId, before: shownOf(key), after: shownOf(changed) })
    if (scopes) {
      auditEnds(run, await narrowAgents(run, keyId, scopes))
      afterCommit(() => platform.wakeUps.publish('credentials', organizationId))
    }
    return changed
  },
})
