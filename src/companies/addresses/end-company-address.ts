import { z } from 'zod'
import { AppError, refusal } from '../../kernel/errors/app-error.ts'
import { id } from '../../kernel/input.ts'
import { operation } from '../../operation/operation.ts'
import { dayOf, startOfDay } from '../../values/dates.ts'
import { companyRef, companyToChange } from '../company.ts'
import { type AddressRow, inDays, on } from './address.ts'

export const endCompanyAddress = operation({
  name: 'endCompanyAddress',
  summary:
    'Ends a further electronic address of a company, today or on a later day. Messages about the status of documents ' +
    'that named it are still taken.',
  scope: 'companies.write',
  writes: true,
  input: z.strictObject({
    companyId: companyRef,
    addressId: id('companyAddress').describe('The address, `eadr_…`.'),
    endsOn: inDays('2035-12-31', 'First day on which it does not receive any more. Today when absent.'),
  }),
  errors: ['COMPANY_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'CONFLICT', 'INVALID_DATE'],
  async run({ db, actor, now, emit, enqueue, audit }, { companyId: ref, addressId, ...given }): Promise<AddressRow> {
    const { organizationId, id: companyId } = await companyToChange(db, actor, ref)
    const row = await db.companyAddress.findFirst({ where: { organizationId, companyId, id: addressId } })
    if (!row) throw new AppError('RESOURCE_NOT_FOUND', { message: 'The company has no such address.' })
    const [today, endsOn] = [dayOf(now), given.endsOn ?? dayOf(now)]
    if (endsOn < today) throw refusal('INVALID_DATE', 'endsOn', 'An address cannot end in the past.')
    if (row.endsOn && dayOf(row.endsOn) === endsOn) return on(now, row)
    if (row.endsOn && dayOf(row.endsOn) <= today)
      throw refusal('CONFLICT', 'addressId', `The address ended on ${dayOf(row.endsOn)}. Add it again.`)
    // Where nobody had said that it ends, or said a later day: a later end could meet another row of the same address.
    if (row.endsOn && dayOf(row.endsOn) < endsOn)
      throw refusal('CONFLICT', 'endsOn', `The address ends on ${dayOf(row.endsOn)} already.`)
    const ended = await db.companyAddress.update({
      where: { organizationId_id: { organizationId, id: row.id } },
      data: { endsOn: startOfDay(endsOn) },
    })
    const dueAt = endsOn > today ? startOfDay(endsOn) : now
    for (const at of new Set([now, dueAt]))
      enqueue({ kind: 'company.publish', companyId, subjectId: companyId, dueAt: at })
    emit('company.address_ended', { companyId, addressId: row.id, address: row.address, endsOn }, { companyId })
    const before = { address: row.address, endsOn: row.endsOn && dayOf(row.endsOn) }
    audit({ kind: 'company', subjectId: companyId, companyId, before, after: { ...before, endsOn } })
    return on(now, ended)
  },
})
