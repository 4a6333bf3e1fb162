import { z } from 'zod'
import { refusal } from '../../kernel/errors/app-error.ts'
import { peppolId } from '../../kernel/input.ts'
import { operation } from '../../operation/operation.ts'
import { newId } from '../../values/ids.ts'
import { dayOf, startOfDay } from '../../values/dates.ts'
import { companyRef, companyToChange } from '../company.ts'
import { type AddressRow, addressUse, inDays, keyOf, on, requireFree, requireOwnAddress } from './address.ts'

/** Midnights at which the network is told: what begins or ends by its day needs nobody to ask for it. */
const turns = (now: Date, days: readonly (Date | null)[]): Date[] => [
  now,
  ...days.filter((day): day is Date => day !== null && day > now),
]

export const addCompanyAddress = operation({
  name: 'addCompanyAddress',
  summary:
    'Gives a French company a further electronic address, from a day on. It is published while it lasts, and is a line ' +
    'of the French directory.',
  scope: 'companies.write',
  writes: true,
  input: z.strictObject({
    companyId: companyRef,
    address: peppolId
      .meta({ examples: ['0225:303265045_STATUTS'] })
      .describe(
        'The address, as a participant id: `0225:<SIREN>_<SIRET>`, `0225:<SIREN>_<SIRET>_<routing code>`, ' +
          '`0225:<SIREN>_<suffix>` or `0009:<SIRET>`.',
      ),
    takes: addressUse.default('everything').describe('What it takes.'),
    startsOn: inDays('2034-01-01', 'First day on which it receives. Today when absent.'),
    endsOn: inDays('2035-12-31', 'First day on which it does not receive any more. It lasts when absent.'),
  }),
  errors: ['COMPANY_NOT_FOUND', 'CONFLICT', 'INVALID_DATE'],
  async run(
    { db, actor, now, emit, enqueue, audit },
    { companyId: ref, address, takes, ...days },
  ): Promise<AddressRow> {
    const company = await companyToChange(db, actor, ref)
    requireOwnAddress(company, address)
    const { organizationId, id: companyId } = company
    const startsOn = startOfDay(days.startsOn ?? dayOf(now))
    const endsOn = days.endsOn ? startOfDay(days.endsOn) : null
    if (dayOf(startsOn) < dayOf(now)) throw refusal('INVALID_DATE', 'startsOn', 'An address cannot begin in the past.')
    if (endsOn && endsOn <= startsOn) throw refusal('INVALID_DATE', 'endsOn', 'An address ends after it began.')
    const wanted = { addressKey: keyOf(address), startsOn, endsOn }
    requireFree(await db.companyAddress.findMany({ where: { organizationId, companyId } }), wanted)
    const row = await db.companyAddress.create({
      data: { organizationId, id: newId('companyAddress'), companyId, address, takes, createdAt: now, ...wanted },
    })
    for (const dueAt of turns(now, [startsOn, endsOn]))
      enqueue({ kind: 'company.publish', companyId, subjectId: companyId, dueAt })
    emit('company.address_added', { companyId, addressId: row.id, address, takes }, { companyId })
    audit({ kind: 'company', subjectId: companyId, companyId, before: null, after: { address, takes, ...days } })
    return on(now, row)
  },
})
