import { z } from 'zod'
import { boundCompany } from '../companies/company.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'
import { refuseMoreThanHeld, scopeList } from '../keys/key-input.ts'
import { operation } from '../operation/operation.ts'
import { noteUse, redirectOf } from './client.ts'
import { typeOfAgent } from './decide-consent.ts'
import { storeHandoff } from './handoff.ts'
import { clientId, redirectUri } from './oauth-input.ts'
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
  input: z
    .strictObject({
      scopes: scopeList.optional().describe('Scopes that it gives. By default, those of the caller.'),
      label: z
        .string()
        .trim()
        .min(1)
        .max(80)
        .nullish()
        .describe('What it is for. The agent is listed under this name.'),
      ttlSeconds: z
        .number()
        .int()
        .min(1)
        .max(MOST_SECONDS)
        .default(USUAL_SECONDS)
        .describe(`For how many seconds it can be redeemed: at most ${MOST_SECONDS}.`),
      companyId: id('company')
        .nullish()
        .describe('The one company that it gives access to. By default, as the caller.'),
      clientId: clientId
        .nullish()
        .describe('The registered client that it is for. The page then has a button that opens it.'),
      redirectUri: redirectUri
        .nullish()
        .describe(
          'Where the page hands it over, as `handoff_token` in the address: exactly one that the client registered. ' +
            'Needed when it registered several.',
        ),
    })
    .meta({ examples: [{ scopes: ['send'], label: 'Assistant', ttlSeconds: 600 }] }),
  errors: ['COMPANY_NOT_FOUND', 'COMPANY_FORBIDDEN', 'CONFLICT'],
  async prepare(call, { clientId = null, redirectUri = null }) {
    if (clientId !== null) return { clientId, redirectUri: await redirectOf(call, clientId, redirectUri) }
    if (redirectUri === null) return { clientId, redirectUri }
    throw refusal('MISSING_FIELD', 'clientId', 'Only a registered client has an address. Name the client.')
  },
  async run(run, { scopes = [...run.actor.scopes], label = null, ttlSeconds, companyId }, target) {
    const { db, actor } = run
    refuseMoreThanHeld(actor, scopes)
    const boundTo = await boundCompany(db, actor, companyId)
    if (target.clientId !== null) await noteUse(run, target.clientId)
    const { parentKeyId, allowedByUser, ...permission } = permissionOf(actor)
    return storeHandoff(run, ttlSeconds, {
      ...permission,
      ...target,
      companyId: boundTo,
      label,
      scopes,
      keyType: typeOfAgent(actor, boundTo),
      madeByKey: parentKeyId,
      madeByUser: allowedByUser,
    })
  },
})
