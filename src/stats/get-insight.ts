import { z } from 'zod'
import { companyRef, visibleCompany } from '../companies/company.ts'
import { oneOf } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { periodAround, periods, startsWithin } from '../values/periods.ts'
import { dayWithin, usualInterval } from './period.ts'
import { amountsOf, deliveriesOf, partnersOf, reasonsOf } from './read-documents.ts'

export const getInsight = operation({
  name: 'getInsight',
  summary:
    'Tells what was invoiced in a period, how long deliveries took, why documents failed or were rejected, and who ' +
    'the busiest partners were. It reads the documents that were sent or received in that period.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({
    period: oneOf('StatsPeriod', periods).default('month').describe('Length of the period (default `month`).'),
    day: dayWithin,
    companyId: companyRef.optional().describe('Only documents of this company.'),
    interval: oneOf('StatsPeriod', periods)
      .optional()
      .describe('Length of the interval of each point. By default a day, or a month when the period is a year.'),
  }),
  errors: ['COMPANY_NOT_FOUND', 'COMPANY_FORBIDDEN', 'INVALID_DATE'],
  async run({ db, actor, now }, { period, day, companyId: ref, interval = usualInterval[period] }) {
    const companyId = ref === undefined ? actor.companyId : (await visibleCompany(db, actor, ref)).id
    const around = periodAround(period, day === undefined ? now : new Date(day))
    const sought = { organizationId: actor.organizationId, companyId, interval, now, ...around }
    const starts = startsWithin(around, interval)
    const [amounts, deliveries, reasons, partners] = await Promise.all([
      amountsOf(db, sought, starts),
      deliveriesOf(db, sought, starts),
      reasonsOf(db, sought),
      partnersOf(db, sought),
    ])
    return { period: around, amounts, deliveries, reasons, partners }
  },
})
