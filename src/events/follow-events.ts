import { z } from 'zod'
import { visibleCompany } from '../companies/company.ts'
import { AppError } from '../errors/app-error.ts'
import { operation } from '../operation.ts'
import { eventTypes } from './catalog.ts'
import type { NumberedEvent } from './envelope.ts'

export const followInput = z.strictObject({
  after: z.string().max(200).optional().describe('Begin after the event with this `seq`; without it, with what comes next.'),
  types: z.array(z.enum(eventTypes).meta({ graphql: 'EventType' })).max(eventTypes.length).optional().describe('Only these kinds.'),
  companyId: z.string().max(200).meta({ graphql: 'ID' }).optional().describe('Only events about this company.'),
})

/** What a subscriber is to get: checked once, when the subscription begins. */
export interface Following {
  organizationId: string
  after: bigint
  wants(event: NumberedEvent): boolean
}

export const followEvents = operation({
  name: 'followEvents',
  summary: 'Live events of the organization, in order: first those after `after`, then as they come.',
  scope: 'receive',
  writes: false,
  input: followInput,
  errors: ['COMPANY_NOT_FOUND'],
  async run({ db, actor, platform }, { after, types, companyId }): Promise<Following> {
    if (after !== undefined && !/^\d{1,18}$/.test(after)) throw new AppError('INVALID_REQUEST', { details: [{ field: 'after', rule: 'INVALID_REQUEST', message: 'Expected the `seq` of an event.' }] })
    const company = companyId === undefined ? undefined : await visibleCompany(db, actor, companyId)
    const boundTo = company?.id ?? actor.companyId
    return {
      organizationId: actor.organizationId,
      after: after === undefined ? await platform.hub.latest(actor.organizationId) : BigInt(after),
      wants: (event) => (!types || types.includes(event.type as never)) && (boundTo === null || event.companyId === boundTo),
    }
  },
})
