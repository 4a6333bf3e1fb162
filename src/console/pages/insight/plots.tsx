/** The plots of a period: documents, amounts and delivery times. */
import { useMemo, useState } from 'react'
import type { InsightQuery } from '#operations'
import { useWords } from '../../words/words.ts'
import { Plot } from './plot.tsx'

type Insight = NonNullable<InsightQuery['insight']>

export const kinds = [
  ['sent', 'sent', '--brand'],
  ['received', 'received', '--good'],
  ['failed', 'failedDocuments', '--bad'],
] as const

export const Volume = ({ stats }: { stats: InsightQuery['stats'] }) => {
  const { t } = useWords()
  const points = stats.series[0]?.points ?? []
  const days = useMemo(() => points.map(({ start }) => start), [points])
  const series = useMemo(
    () =>
      kinds.map(([kind, name, colour]) => ({
        name: t(name),
        colour,
        values: points.map(({ documents }) => documents[kind]),
      })),
    [points, t],
  )
  return <Plot title={t('volume')} file="documents" days={days} series={series} />
}

const sides = [
  ['sent', 'invoicedSent', '--brand'],
  ['received', 'invoicedReceived', '--good'],
] as const

/** One currency at a time: amounts of several are not added. The plot has numbers, table and file the exact texts. */
export const Amounts = ({ amounts }: { amounts: Insight['amounts'] }) => {
  const { t, money } = useWords()
  const [chosen, setChosen] = useState<string>()
  const shown = amounts.find(({ currency }) => currency === chosen) ?? amounts[0]
  const days = useMemo(() => (shown?.points ?? []).map(({ start }) => start), [shown])
  const series = useMemo(
    () =>
      sides.map(([side, name, colour]) => ({
        name: t(name),
        colour,
        values: (shown?.points ?? []).map((point) => Number(point[side])),
        texts: (shown?.points ?? []).map((point) => point[side]),
      })),
    [shown, t],
  )
  if (!shown) return null
  return (
    <Plot title={t('invoiced')} file={`amounts-${shown.currency}`} days={days} series={series}>
      {amounts.length > 1 && (
        <select aria-label={t('currency')} value={shown.currency} onChange={({ target }) => setChosen(target.value)}>
          {amounts.map(({ currency }) => (
            <option key={currency}>{currency}</option>
          ))}
        </select>
      )}
      <span className="soft">
        {sides.map(([side, name]) => `${t(name)} ${money(shown[side], shown.currency)}`).join(' · ')}
      </span>
    </Plot>
  )
}

const times = [
  ['medianSeconds', 'medianTime', '--brand'],
  ['slowSeconds', 'slowTime', '--warn'],
] as const

const rounded = (seconds: number | null | undefined): number | null =>
  seconds === null || seconds === undefined ? null : Math.round(10 * seconds) / 10

export const DeliveryTimes = ({ deliveries }: { deliveries: Insight['deliveries'] }) => {
  const { t, number, count } = useWords()
  const { points, documents } = deliveries
  const days = useMemo(() => points.map(({ start }) => start), [points])
  const series = useMemo(
    () =>
      times.map(([time, name, colour]) => ({
        name: t(name),
        colour,
        values: points.map((point) => rounded(point[time])),
      })),
    [points, t],
  )
  if (documents === 0) return null
  const said = times.map(([time, name]) => `${t(name)} ${number(rounded(deliveries[time]) ?? 0)} s`)
  return (
    <Plot title={t('deliveryTimes')} file="delivery-times" days={days} series={series}>
      <span className="soft">{[count('documents', documents), ...said].join(' · ')}</span>
    </Plot>
  )
}
