import { z } from 'zod'
import { forgetObject } from '../categorization/assignments.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { writeLater } from '../kernel/database/held-rows.ts'
import { operation } from '../operation/operation.ts'
import { partnerRef, partnerToChange } from './record/partner.ts'

export const deletePartner = operation({
  name: 'deletePartner',
  summary: 'Deletes a partner. The documents exchanged with it stay.',
  scope: 'partners',
  writes: true,
  input: z.strictObject({ partnerId: partnerRef }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor, emit }, { partnerId }) {
    const { organizationId, companyId, id } = await partnerToChange(db, actor, partnerId)
    await forgetObject(db, organizationId, id)
    const ofPartner = Prisma.sql`"organizationId" = ${organizationId}`
    // A distributed database runs them one after the other, and deletes no partner that a document still names.
    await writeLater(db, [
      Prisma.sql`UPDATE documents SET "partnerId" = NULL WHERE ${ofPartner} AND "partnerId" = ${id}`,
      Prisma.sql`DELETE FROM work WHERE ${ofPartner} AND kind = 'partner.refresh' AND "subjectId" = ${id}`,
      Prisma.sql`DELETE FROM partners WHERE ${ofPartner} AND id = ${id}`,
    ])
    emit('partner.deleted', { partnerId: id, mergedInto: null }, { companyId })
    return { partnerId: id }
  },
})
