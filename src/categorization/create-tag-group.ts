import { z } from 'zod'
import { boundCompany } from '../companies/company.ts'
import { id } from '../kernel/input.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { holdOrganization } from '../operation/hold-organization.ts'
import { operation } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { MOST_GROUPS, groupFields, objectTypes, refusingTaken } from './categorize.ts'

const { name, description, objectTypes: types, exclusive } = groupFields

export const createTagGroup = operation({
  name: 'createTagGroup',
  summary: 'Creates a tag group.',
  scope: 'documents.write',
  writes: true,
  input: z.strictObject({
    companyId: id('company')
      .nullish()
      .describe(
        'The company whose group it is. When absent, the company of the caller, ' +
          'or all companies of the organization if the caller acts for none.',
      ),
    name,
    description: description.nullish(),
    objectTypes: types.default([...objectTypes]),
    exclusive: exclusive.default(false),
  }),
  errors: ['COMPANY_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor, now }, given) {
    const { organizationId } = actor
    const companyId = await boundCompany(db, actor, given.companyId)
    await holdOrganization(db, organizationId)
    if ((await db.tagGroup.count({ where: { organizationId, companyId } })) >= MOST_GROUPS)
      throw new AppError('CONFLICT', {
        message: `A company can have at most ${MOST_GROUPS} tag groups, and the companies can share as many.`,
      })
    return db.tagGroup
      .create({
        data: {
          organizationId,
          id: newId('tagGroup'),
          ...given,
          companyId,
          description: given.description ?? null,
          createdAt: now,
          updatedAt: now,
        },
      })
      .catch(refusingTaken('group'))
  },
})
