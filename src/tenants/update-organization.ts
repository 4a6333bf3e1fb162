import { z } from 'zod'
import { requireUserAdmin } from '../auth/actor.ts'
import { organizationFields } from '../auth/plan-claim.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { changeOrganization, heldOrganization, shownOrganization } from './change-organization.ts'

const { name, country, vatNumber, contactEmail } = organizationFields

export const updateOrganization = operation({
  name: 'updateOrganization',
  summary:
    'Changes the profile of the organization. What is absent stays, and null takes it back. Its plan is set by who ' +
    'operates the service. Of users, only owners and admins do this.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: z
    .strictObject({
      name: name.optional().describe('Name.'),
      country: country.nullish().describe('Country code.'),
      vatNumber: vatNumber.nullish().describe('VAT number.'),
      contactEmail: contactEmail.nullish().describe('Address for mails about the organization, such as warnings.'),
    })
    .meta({ examples: [{ name: 'Atelier Invoices', contactEmail: 'ops@example.com' }] }),
  errors: ['INVALID_VAT_FORMAT'],
  async run({ db, actor, emit, audit, afterCommit, platform }, given) {
    requireUserAdmin(actor)
    const before = await heldOrganization(db, actor.organizationId)
    if (!before) throw new AppError('RESOURCE_NOT_FOUND')
    const { organization, changes, audited } = await changeOrganization(db, before, given)
    if (changes.length === 0) return shownOrganization(db, organization)
    audit(audited)
    emit('organization.updated', { changes })
    afterCommit(() => platform.wakeUps.publish('credentials', organization.id))
    return shownOrganization(db, organization)
  },
})
