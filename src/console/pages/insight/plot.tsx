/** A plot, and the table behind it: what is drawn on a canvas is read by nobody who cannot see it. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { msFromNow } from '../../data/clock.ts'
import { csvOf } from '../../data/csv.ts'
import { save } from '../../data/save.ts'
import { Card } from '../../ui/head.tsx'
import { Button } from '../../ui/parts.tsx'
import { Table } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'

export interface Series {
  name: string
  /** The variable of its colour. */
  colour: string
  values: readonly (number | null)[]
  /** How the table and the file show each value; by default as the number that it is. */
  texts?: readonly string[]
}
interface PlotProps {
  title: string
  /** Days, as the server writes them. */
  days: readonly string[]
  series: readonly Series[]
  /** Name of the file that it is downloaded as. */
  file: string
  children?: ReactNode
}

const HEIGHT = 260

/** Beside the plot nothing is pointed at, and nothing is told. */
const told = (value: number | null | undefined): value is number => value !== null && value !== undefined

const optionsFor = (series: readonly Series[], width: number, language: string, day: string): UPlot.Options => {
  const style = getComputedStyle(document.documentElement)
  const [ink, line] = [style.getPropertyValue('--soft'), style.getPropertyValue('--line')]
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line } }
  const date = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const number = new Intl.NumberFormat(language)
  const points = series[0]?.values.length ?? 0
  return {
    width,
    height: HEIGHT,
    series: [
      { label: day, value: (_plot, value) => (told(value) ? date.format(value * 1_000) : '') },
      ...series.map(({ name, colour }) => {
        const stroke = style.getPropertyValue(colour)
        const value = (_plot: UPlot, given: number | null): string => (told(given) ? number.format(given) : '')
        return { label: name, stroke, value, width: 2, points: { show: points < 40, fill: stroke } }
      }),
    ],
    axes: [
      { ...axis, values: (_plot, ticks) => ticks.map((tick) => date.format(tick * 1_000)) },
      {
        ...axis,
        values: (_plot, ticks) => ticks.map((tick) => number.format(tick)),
        incrs: [1, 2, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 10_000_000],
        size: 64,
      },
    ],
    scales: { y: { range: (_plot, _low, high) => [0, Math.max(4, high * 1.1)] } },
  }
}

const Drawn = ({ title, days, series }: Omit<PlotProps, 'file'>) => {
  const { t, language } = useWords()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = place.current
    if (!box) return undefined
    const times = days.map((day) => Date.parse(day) / 1_000)
    // Of what is yet to come nothing is drawn: nothing happened there, not zero.
    const now = msFromNow(0) / 1_000
    const data: UPlot.AlignedData = [
      times,
      ...series.map(({ values }) => values.map((value, index) => ((times[index] ?? 0) > now ? null : value))),
    ]
    const plot = new UPlot(optionsFor(series, box.clientWidth, language, t('day')), data, box)
    const watch = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }))
    watch.observe(box)
    return () => {
      watch.disconnect()
      plot.destroy()
    }
  }, [days, series, language])
  return <div ref={place} className="plot" role="img" aria-label={title} />
}

export const Plot = ({ title, days, series, file, children }: PlotProps) => {
  const { t, date, number } = useWords()
  const [isTable, setTable] = useState(false)
  const download = (): void => {
    const names = [t('day'), ...series.map(({ name }) => name)]
    const rows = days.map((day, index) => [
      day.slice(0, 10),
      ...series.map(({ values, texts }) => texts?.[index] ?? String(values[index] ?? '')),
    ])
    save(new Blob([csvOf([names, ...rows])], { type: 'text/csv' }), `${file}.csv`)
  }
  const columns = [
    { name: t('day'), of: (index: number) => date(days[index]?.slice(0, 10)) },
    ...series.map(({ name, values, texts }) => ({
      name,
      look: 'number',
      of: (index: number) => texts?.[index] ?? number(values[index] ?? 0),
    })),
  ]
  return (
    <Card title={title}>
      <div className="row">
        <Button onPress={() => setTable(!isTable)}>{t(isTable ? 'asPlot' : 'asTable')}</Button>
        <Button onPress={download}>{t('exportCsv')}</Button>
        {children}
      </div>
      {isTable ? (
        <Table label={title} rows={days.map((_, index) => index)} columns={columns} />
      ) : (
        <Drawn {...{ title, days, series }} />
      )}
    </Card>
  )
}
