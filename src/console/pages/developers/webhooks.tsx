/** Webhooks: where events go, whether they are tried, and why one is paused. */
import { useState } from 'react'
import {
  ChangeWebhookDocument,
  EndWebhookDocument,
  TryWebhookDocument,
  WebhooksDocument,
  type WebhooksQuery,
} from '#operations'
import { useAct } from '../../data/act.ts'
import { useList } from '../../data/pages.ts'
import { eventName } from '../../ui/coded.tsx'
import { Sure } from '../../ui/form.tsx'
import { Head } from '../../ui/head.tsx'
import { Badge, Button, Empty, Fault, Skeleton } from '../../ui/parts.tsx'
import { toneOf } from '../../ui/status.tsx'
import { useWords } from '../../words/words.ts'
import { Deliveries } from './deliveries.tsx'
import { NewWebhook } from './new-webhook.tsx'

type Webhook = WebhooksQuery['webhooks']['nodes'][number]

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

const pauseReasons = {
  CALLER: 'pausedByHand',
  FAILURES: 'pausedReason',
  COMPANY: 'pausedWithCompany',
  AGENT: 'pausedWithAgent',
} as const

const OneWebhook = ({ webhook, refresh }: { webhook: Webhook; refresh: () => void }) => {
  const { t, moment } = useWords()
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
      <p className="soft">
        {webhook.events.map((one) => (one === 'ALL' ? t('allEvents') : eventName(one))).join(', ')}
      </p>
      {webhook.pauseReason && (
        <p className="note">
          {t(pauseReasons[webhook.pauseReason], {
            count: webhook.failureCount,
            at: webhook.pausedAt ? moment(webhook.pausedAt) : '',
          })}
        </p>
      )}
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
