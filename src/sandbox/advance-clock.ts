import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { companyToChange } from '../companies/company.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'
import { type Preparation, operation } from '../operation/operation.ts'
import { requireSandbox } from './sandbox-only.ts'
import { DAY_MS, HOUR_MS } from '../values/dates.ts'

const units: Readonly<Record<string, number>> = {
  s: 1_000,
  min: 60_000,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
  m: 30 * DAY_MS,
  y: 365 * DAY_MS,
}
const FURTHEST_MS = 10 * 365 * DAY_MS

const FORM = new RegExp(`^([1-9]\\d{0,5})(${Object.keys(units).join('|')})$`)

/** `21h` → milliseconds. */
const span = (text: string): number => {
  const [, count, unit] = FORM.exec(text) ?? []
  return Number(count) * (units[unit ?? ''] ?? Number.NaN)
}

const LOOK_MS = 50
const MOST_LOOKS = 60

/**
 * Work that is under way or due ends before the clock moves on, and the work that follows from it is moved: a delivery that
 * has just begun would end by the old time. A queue that is longer than that does not hold the caller up.
 */
const untilNothingIsDue = async ({ platform, actor, db }: Preparation, companyId: string): Promise<void> => {
  const { organizationId } = actor
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const now = platform.clock.now()
    // Without workers of its own, a server knows only by their leases that there are others.
    const due = platform.runner === undefined ? [] : [{ dueAt: { lte: now } }]
    const open = { failedAt: null, OR: [...due, { leaseUntil: { gt: now } }] }
    if ((await db.work.count({ where: { organizationId, companyId, ...open } })) === 0) return
    platform.wakeUps.publish('work', '')
    await wait(LOOK_MS)
  }
}

export const advanceClock = operation({
  name: 'advanceClock',
  summary:
    'Moves the virtual clock of a company forward. Work that becomes ' +
    'due in that time is done at once, including retries.',
  scope: 'companies.write',
  writes: true,
  input: z.strictObject({
    companyId: id('company').describe('Identifier of the company, `comp_…`.'),
    by: z
      .string()
      .regex(FORM, 'Expected a number and a unit: s, min, h, d, w, m (30 days) or y, such as `1h` or `3d`')
      .meta({ examples: ['1h'] })
      .describe('How far to move the clock: `30s`, `10min`, `1h`, `3d`, `2w`, `1m` (30 days), `1y`.'),
  }),
  errors: ['SANDBOX_ONLY', 'COMPANY_NOT_FOUND'],
  async prepare(call, { companyId }) {
    requireSandbox(call.platform.env, call.actor)
    await companyToChange(call.db, call.actor, companyId)
    await untilNothingIsDue(call, companyId)
  },
  async run({ db, actor, platform, now, afterCommit }, { companyId, by }) {
    requireSandbox(platform.env, actor)
    const { organizationId, id, clockOffsetMs } = await companyToChange(db, actor, companyId)
    const offset = Number(clockOffsetMs) + span(by)
    if (offset > FURTHEST_MS)
      throw refusal('INVALID_REQUEST', 'by', 'A clock can be at most ten years ahead. Reset the clock first.')
    await db.company.update({ where: { organizationId_id: { organizationId, id } }, data: { clockOffsetMs: offset } })
    await db.$executeRaw`
      UPDATE work SET advanced = true,
        "dueAt" = ("dueAt" AT TIME ZONE 'UTC' - ${span(by)} * interval '1 millisecond') AT TIME ZONE 'UTC'
      WHERE "organizationId" = ${organizationId} AND "companyId" = ${id} AND "failedAt" IS NULL`
    const due = await db.work.count({ where: { organizationId, companyId: id, failedAt: null, dueAt: { lte: now } } })
    afterCommit(() => platform.wakeUps.publish('work', ''))
    return { companyId: id, now: new Date(now.getTime() + offset), offsetSeconds: offset / 1_000, due }
  },
})
