/** Webhooks and what was delivered to each, with the answer of every attempt. */
import { useState } from 'react'
import {
  ChangeWebhookDocument,
  DeliverAgainDocument,
  DeliveriesDocument,
  type DeliveriesQuery,
  EndWebhookDocument,
  NewWebhookDocument,
  TryWebhookDocument,
  type WebhookEvent,
  WebhooksDocument,
  type WebhooksQuery,
} from '#operations'
import { useAct } from '../../data/act.ts'
import { useList } from '../../data/pages.ts'
import { Form, Sure } from '../../ui/form.tsx'
import { Head } from '../../ui/head.tsx'
import { Badge, Button, Dialog, Empty, Fault, Once, Skeleton } from '../../ui/parts.tsx'
import { toneOf } from '../../ui/status.tsx'
import { type Column, List } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'

type Webhook = WebhooksQuery['webhooks']['nodes'][number]
type Delivery = NonNullable<DeliveriesQuery['webhookDeliveries']>['nodes'][number]

const eventChoices: readonly WebhookEvent[] = [
  'ALL',
  'DOCUMENT_RECEIVED',
  'DOCUMENT_DELIVERED',
  'DOCUMENT_FAILED',
  'LIFECYCLE_UPDATED',
  'COMPLIANCE_REPORTED',
]

const NewWebhook = ({ onClose, onMade }: { onClose: () => void; onMade: () => void }) => {
  const { t, spell } = useWords()
  const { run, isBusy, problem } = useAct(NewWebhookDocument)
  const [secret, setSecret] = useState<string>()
  const make = async (url: string, events: WebhookEvent): Promise<void> => {
    setSecret((await run({ input: { url, events: [events] } }))?.secret ?? undefined)
    onMade()
  }
  const options = eventChoices.map((one) => [one, one === 'ALL' ? t('allEvents') : spell(one)] as const)
  return (
    <Dialog title={t('addWebhook')} onClose={onClose}>
      {secret ? (
        <Once label={t('secretOnce')} secret={secret} />
      ) : (
        <Form
          {...{ isBusy, problem }}
          action={t('add')}
          asks={[
            { name: 'url', label: t('url'), kind: 'url' },
            { name: 'events', label: t('events'), options },
          ]}
          onSubmit={({ url = '', events = 'ALL' }) => void make(url, events as WebhookEvent)}
        />
      )}
    </Dialog>
  )
}

/** Each attempt as a bar: its height is the time that the answer took. */
const Attempts = ({ rows }: { rows: readonly Delivery[] }) => {
  const { t } = useWords()
  const attempts = rows.flatMap((one) => one.attempts).reverse()
  const slowest = Math.max(1, ...attempts.map(({ durationMs }) => durationMs))
  return (
    <svg className="bars" role="img" aria-label={t('attemptsPlot')} viewBox={`0 0 ${attempts.length * 8 + 1} 40`}>
      {attempts.map(({ status, durationMs }, index) => {
        const height = 4 + (36 * durationMs) / slowest
        const isGood = status !== null && status !== undefined && status < 300
        return (
          <rect
            key={index}
            className={isGood ? 'good' : 'bad'}
            x={index * 8}
            y={40 - height}
            width={6}
            height={height}
          />
        )
      })}
    </svg>
  )
}

const Deliveries = ({ id }: { id: string }) => {
  const { t, moment, spell } = useWords()
  const list = useList(DeliveriesDocument, { id })
  const { run, isBusy, problem } = useAct(DeliverAgainDocument)
  const columns: readonly Column<Delivery>[] = [
    { name: t('type'), of: ({ eventType }) => <code>{eventType}</code> },
    { name: t('status'), of: ({ status }) => <Badge tone={toneOf(status)}>{spell(status)}</Badge> },
    {
      name: t('answers'),
      look: 'soft',
      of: ({ attempts }) =>
        attempts.map(({ number, status, error, response, durationMs }) => (
          <div key={number}>
            {status ?? error} · {durationMs} ms {response && <code>{response.slice(0, 80)}</code>}
          </div>
        )),
    },
    { name: t('when'), look: 'soft wide-only', of: ({ createdAt }) => moment(createdAt) },
    {
      name: '',
      look: 'number',
      of: (one) => (
        <Button isDisabled={isBusy} onPress={() => void run({ id: one.id }).then(list.refresh)}>
          {t('redeliver')}
        </Button>
      ),
    },
  ]
  return (
    <>
      {problem && <Fault {...problem} />}
      {list.rows.length > 0 && <Attempts rows={list.rows} />}
      <List label={t('deliveries')} list={list} columns={columns} keyOf={(one) => one.id} empty={t('noDeliveries')} />
    </>
  )
}

const useWebhook = ({ id, status }: Webhook, refresh: () => void) => {
  const test = useAct(TryWebhookDocument)
  const change = useAct(ChangeWebhookDocument)
  const end = useAct(EndWebhookDocument)
  const toggle = (): void => {
    const next = status === 'ACTIVE' ? 'PAUSED' : 'ACTIVE'
    void change.run({ input: { webhookId: id, status: next } }).then(refresh)
  }
  const remove = (): void => void end.run({ id }).then((done) => done && refresh())
  return { test, end, toggle, remove, problem: test.problem ?? change.problem }
}

type Open = 'deliveries' | 'end' | undefined
interface BarProps {
  webhook: Webhook
  state: ReturnType<typeof useWebhook>
  open: Open
  setOpen: (open: Open) => void
  onTest: () => void
}

const Bar = ({ webhook: { url, status }, state, open, setOpen, onTest }: BarProps) => {
  const { t, spell } = useWords()
  return (
    <div className="row">
      <code className="grow">{url}</code>
      <Badge tone={toneOf(status)}>{spell(status)}</Badge>
      <Button isDisabled={state.test.isBusy} onPress={onTest}>
        {t('test')}
      </Button>
      <Button onPress={state.toggle}>{t(status === 'ACTIVE' ? 'pause' : 'resume')}</Button>
      <Button aria-expanded={open === 'deliveries'} onPress={() => setOpen(open ? undefined : 'deliveries')}>
        {t('deliveries')}
      </Button>
      <Button look="danger" onPress={() => setOpen('end')}>
        {t('remove')}
      </Button>
    </div>
  )
}

const OneWebhook = ({ webhook, refresh }: { webhook: Webhook; refresh: () => void }) => {
  const { t, spell } = useWords()
  const [open, setOpen] = useState<Open>()
  const [turn, setTurn] = useState(0)
  const state = useWebhook(webhook, refresh)
  const tried = async (): Promise<void> => {
    await state.test.run({ id: webhook.id })
    setTurn(turn + 1)
    setOpen('deliveries')
  }
  return (
    <section className="card" aria-label={webhook.url}>
      <Bar {...{ webhook, state, open, setOpen }} onTest={() => void tried()} />
      <p className="soft">{webhook.events.map((one) => (one === 'ALL' ? t('allEvents') : spell(one))).join(', ')}</p>
      {webhook.pausedAt && <p className="note">{t('pausedReason', { count: webhook.failureCount })}</p>}
      {state.problem && <Fault {...state.problem} />}
      {open === 'deliveries' && <Deliveries key={turn} id={webhook.id} />}
      {open === 'end' && (
        <Sure
          title={webhook.url}
          text={t('removeWebhookSure')}
          action={t('remove')}
          isBusy={state.end.isBusy}
          problem={state.end.problem}
          onSubmit={state.remove}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}

export const Webhooks = () => {
  const { t } = useWords()
  const [isAdding, setAdding] = useState(false)
  const { rows, isLoading, problem, refresh } = useList(WebhooksDocument)
  return (
    <>
      <Head title={t('webhooks')}>
        <Button look="main" onPress={() => setAdding(true)}>
          {t('addWebhook')}
        </Button>
      </Head>
      <div className="stack">
        {problem && <Fault {...problem} />}
        {rows.map((webhook) => (
          <OneWebhook key={webhook.id} webhook={webhook} refresh={refresh} />
        ))}
        {rows.length === 0 && (isLoading ? <Skeleton rows={4} /> : <Empty title={t('noWebhooks')} />)}
      </div>
      {isAdding && <NewWebhook onClose={() => setAdding(false)} onMade={refresh} />}
    </>
  )
}
