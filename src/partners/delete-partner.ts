import { z } from 'zod'
import { forgetObject } from '../categorization/assignments.ts'
import { operation } from '../operation/operation.ts'
import { holdPartners, partnerRef, ownPartner, visiblePartner } from './record/partner.ts'

export const deletePartner = operation({
  name: 'deletePartner',
  summary: 'Deletes a partner. The documents exchanged with it stay.',
  scope: 'partners',
  writes: true,
  input: z.strictObject({ partnerId: partnerRef }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor, emit }, { partnerId }) {
    const { organizationId, companyId, id } = await ownPartner(db, actor, partnerId)
    await holdPartners(db, organizationId, [id])
    // Somebody else may have deleted it meanwhile.
    await visiblePartner(db, actor, id)
    await forgetObject(db, organizationId, id)
    await db.document.updateMany({ where: { organizationId, partnerId: id }, data: { partnerId: null } })
    await db.work.deleteMany({ where: { organizationId, kind: 'partner.refresh', subjectId: id } })
    await db.partner.delete({ where: { organizationId_id: { organizationId, id } } })
    emit('partner.deleted', { partnerId: id, mergedInto: null }, { companyId })
    return { partnerId: id }
  },
})
