import { dayOf } from './dates.ts'

/** Something that lasts from one day to another, of which the second is the first day without it. */
export interface Period {
  startsOn: Date
  endsOn: Date | null
}

export const isEnabledOn = (today: string, { startsOn, endsOn }: Period): boolean =>
  dayOf(startsOn) <= today && (endsOn === null || dayOf(endsOn) > today)

/** What ended before it began was never there. */
const isNever = ({ startsOn, endsOn }: Period): boolean => endsOn !== null && endsOn <= startsOn

export const overlap = (one: Period, other: Period): boolean =>
  !isNever(one) &&
  !isNever(other) &&
  (other.endsOn === null || one.startsOn < other.endsOn) &&
  (one.endsOn === null || other.startsOn < one.endsOn)
