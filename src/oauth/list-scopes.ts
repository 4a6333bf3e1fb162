import { z } from 'zod'
import { scopeNames, scopes } from '../auth/scopes.ts'
import { operation } from '../operation/operation.ts'

export const listOauthScopes = operation({
  name: 'listOauthScopes',
  summary: 'Lists the scopes that a program can request, with what each of them allows.',
  scope: 'anyone',
  writes: false,
  input: z.strictObject({}),
  errors: [],
  run: () => Promise.resolve(scopeNames.map((id) => ({ id, description: scopes[id] }))),
})
