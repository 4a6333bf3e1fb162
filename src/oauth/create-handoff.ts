import { z } from 'zod'
import { boundCompany } from '../companies/company.ts'
import { id } from '../kernel/input.ts'
import { refuseMoreThanHeld, scopeList } from '../keys/key-input.ts'
import { operation } from '../operation/operation.ts'
import { typeOfAgent } from './decide-consent.ts'
import { storeHandoff } from './handoff.ts'
import { permissionOf } from './tokens.ts'

const MOST_SECONDS = 3_600
const USUAL_SECONDS = 600

export const createHandoff = operation({
  name: 'createHandoff',
  summary:
    'Creates a link that gives a program access once. It gives no more than the caller has. Only this answer ' +
    'contains the token.',
  scope: 'authenticated',
  writes: true,
  input: z.strictObject({
    scopes: scopeList.optional().describe('Scopes that it gives. By default, those of the caller.'),
    label: z.string().trim().min(1).max(80).nullish().describe('What it is for. The agent is listed under this name.'),
    ttlSeconds: z
      .number()
      .int()
      .min(1)
      .max(MOST_SECONDS)
      .default(USUAL_SECONDS)
      .describe(`For how many seconds it can be redeemed: at most ${MOST_SECONDS}.`),
    companyId: id('company').nullish().describe('The one company that it gives access to. By default, as the caller.'),
  }),
  errors: ['COMPANY_NOT_FOUND', 'COMPANY_FORBIDDEN', 'CONFLICT'],
  async run(run, { scopes = [...run.actor.scopes], label = null, ttlSeconds, companyId }) {
    const { db, actor } = run
    refuseMoreThanHeld(actor, scopes)
    const boundTo = await boundCompany(db, actor, companyId)
    const { parentKeyId, allowedByUser, ...permission } = permissionOf(actor)
    return storeHandoff(run, ttlSeconds, {
      ...permission,
      companyId: boundTo,
      label,
      scopes,
      keyType: typeOfAgent(actor, boundTo),
      madeByKey: parentKeyId,
      madeByUser: allowedByUser,
    })
  },
})
