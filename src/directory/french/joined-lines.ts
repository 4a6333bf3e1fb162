/** Several lines of one address, such as of a platform and the next one, as one: what receives, and from when to when. */
import type { AnnuaireLine } from '../../upstreams/annuaire/records.ts'
import { dayOf } from '../../values/dates.ts'

interface KnownLine {
  platformType: string
  startsOn: Date
  endsOn: Date | null
}
type Told = Pick<AnnuaireLine, 'platformType' | 'startsOn' | 'endsOn'>

interface Days {
  platformType: string
  startsOn: string
  endsOn: string | null
}

const daysOf = (line: KnownLine | Told): Days =>
  typeof line.startsOn === 'string'
    ? { platformType: line.platformType, startsOn: line.startsOn, endsOn: (line as Told).endsOn ?? null }
    : {
        platformType: line.platformType,
        startsOn: dayOf(line.startsOn),
        endsOn: (line as KnownLine).endsOn && dayOf((line as KnownLine).endsOn as Date),
      }

/** Without a gap, whoever receives: the address goes on. */
const continued = (one: Days, next: Days): Days => ({
  platformType: next.platformType,
  startsOn: one.startsOn,
  endsOn: one.endsOn === null || next.endsOn === null ? null : one.endsOn > next.endsOn ? one.endsOn : next.endsOn,
})

/** The period that has not ended on the day of the edition and begins first, else the last one. */
export const joinedLines = (lines: readonly (KnownLine | Told | undefined)[], edition: string): Days => {
  const periods: Days[] = []
  const told = lines.flatMap((line) => (line === undefined ? [] : [daysOf(line)]))
  for (const next of told.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))) {
    const last = periods.at(-1)
    if (last && (last.endsOn === null || next.startsOn <= last.endsOn)) periods.splice(-1, 1, continued(last, next))
    else periods.push(next)
  }
  const today = edition.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3')
  return (periods.find(({ endsOn }) => endsOn === null || endsOn > today) ?? periods.at(-1)) as Days
}
