/** What was delivered to a webhook, with the answer of every attempt. */
import { useState } from 'react'
import { DeliverAgainDocument, DeliveriesDocument } from '#operations'
import { useAct } from '../../data/act.ts'
import { useList } from '../../data/pages.ts'
import { TypeOf } from '../../ui/coded.tsx'
import { Badge, Button, Fault } from '../../ui/parts.tsx'
import { toneOf } from '../../ui/status.tsx'
import { type Column, List } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'
import { type Delivery, DeliveryDetails, isGood } from './delivery.tsx'

/** Each attempt as a bar: its height is the time that the answer took. Beside it, how many of them went well. */
const Attempts = ({ rows }: { rows: readonly Delivery[] }) => {
  const { t, percent, number } = useWords()
  const attempts = rows.flatMap((one) => one.attempts).reverse()
  if (attempts.length === 0) return null
  const slowest = Math.max(1, ...attempts.map(({ durationMs }) => durationMs))
  const good = attempts.filter(isGood).length
  return (
    <figure className="attempts">
      <figcaption>
        {t('attemptsGood', { part: percent(good / attempts.length), count: number(attempts.length) })}
      </figcaption>
      <svg
        className="bars"
        role="img"
        aria-label={t('attemptsPlot')}
        preserveAspectRatio="xMinYMid"
        viewBox={`0 0 ${attempts.length * 8 + 1} 40`}
      >
        {attempts.map((attempt, index) => {
          const height = 4 + (36 * attempt.durationMs) / slowest
          const look = isGood(attempt) ? 'good' : 'bad'
          return <rect key={index} className={look} x={index * 8} y={40 - height} width={6} height={height} />
        })}
      </svg>
      <span className="soft">{t('slowest', { ms: number(slowest) })}</span>
    </figure>
  )
}

export const Deliveries = ({ id }: { id: string }) => {
  const { t, instant, spell, number: shown } = useWords()
  const list = useList(DeliveriesDocument, { id })
  const { run, isBusy, problem } = useAct(DeliverAgainDocument)
  const [open, setOpen] = useState<Delivery>()
  const again = ({ id: one }: Delivery, look: 'quiet' | 'plain') => (
    <Button look={look} isDisabled={isBusy} onPress={() => void run({ id: one }).then(list.refresh)}>
      {t('redeliver')}
    </Button>
  )
  const columns: readonly Column<Delivery>[] = [
    { name: t('type'), of: ({ eventType }) => <TypeOf type={eventType} /> },
    { name: t('status'), of: ({ status }) => <Badge tone={toneOf(status)}>{spell(status)}</Badge> },
    {
      name: t('answers'),
      look: 'soft not-narrow',
      of: ({ attempts }) =>
        attempts.map(({ number, status, error, durationMs }) => (
          <div key={number}>
            {status ?? error} · {shown(durationMs)} ms
          </div>
        )),
    },
    { name: t('when'), look: 'soft wide-only', of: ({ createdAt }) => instant(createdAt) },
    {
      name: '',
      look: 'number',
      of: (one) => (
        <span className="row actions">
          <Button look="quiet" onPress={() => setOpen(one)}>
            {t('inspect')}
          </Button>
          <span className="not-narrow">{again(one, 'quiet')}</span>
        </span>
      ),
    },
  ]
  return (
    <>
      {problem && <Fault {...problem} />}
      {open && (
        <DeliveryDetails delivery={open} onClose={() => setOpen(undefined)}>
          {again(open, 'plain')}
        </DeliveryDetails>
      )}
      {list.rows.length > 0 && <Attempts rows={list.rows} />}
      <List label={t('deliveries')} list={list} columns={columns} keyOf={(one) => one.id} empty={t('noDeliveries')} />
    </>
  )
}
