import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { type Scope, grants, scopeNames } from '../auth/scopes.ts'
import { refusal } from '../kernel/errors/app-error.ts'

export const scopeList = z
  .array(z.enum(scopeNames).meta({ graphql: 'Scope' }))
  .min(1)
  .max(scopeNames.length)
  .transform((list) => [...new Set(list)])

/** A key never holds more than its maker. */
export const refuseMoreThanHeld = (actor: Actor, wanted: readonly Scope[]): void => {
  const excess = wanted.filter((scope) => (scope === '*' ? !actor.scopes.has('*') : !grants(actor.scopes, scope)))
  if (excess.length > 0)
    throw refusal('INSUFFICIENT_SCOPE', 'scopes', `The caller does not have: ${excess.join(', ')}.`, {
      summary: `A caller cannot give a key scopes that it does not have itself: ${excess.join(', ')}.`,
    })
}
