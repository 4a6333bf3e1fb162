/** Events of the further electronic addresses of companies. */
import { z } from 'zod'
import { oneOf } from '../../kernel/input.ts'
import { addressUses } from '../../values/french-address.ts'
import { companyId, idOf, peppolId } from './event-fields.ts'

const addressId = idOf('companyAddress', 'Identifier of the address.')
const address = peppolId.meta({ description: 'The address.', examples: ['0225:303265045_STATUTS'] })

export const addressEvents = {
  'company.address_added': z
    .object({ companyId, addressId, address, takes: oneOf('AddressUse', addressUses).describe('What it takes.') })
    .describe('A company was given a further electronic address.'),
  'company.address_published': z
    .object({ companyId, addressId, address })
    .describe('A further electronic address of a company is on the network and receives.'),
  'company.address_ended': z
    .object({
      companyId,
      addressId,
      address,
      endsOn: z
        .string()
        .describe('First day on which it does not receive any more.')
        .meta({ graphql: 'Date', examples: ['2026-12-31'] }),
    })
    .describe('The end of a further electronic address of a company was set.'),
}
