/** Webhooks and what was delivered to each, with the answer of every attempt. */
import { type FormEvent, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import {
  DeliverAgainDocument,
  DeliveriesDocument,
  NewWebhookDocument,
  TryWebhookDocument,
  WebhooksDocument,
  type WebhooksQuery,
} from '#operations'
import { problemOf } from '../data/refused.ts'
import { Badge, Button, Dialog, Empty, Fault, Field, Once, Skeleton, type Tone } from '../ui/parts.tsx'
import { useWords } from '../words/words.ts'

const tones: Readonly<Record<string, Tone>> = { DELIVERED: 'good', FAILED: 'bad', PENDING: 'busy', ACTIVE: 'good' }

const NewWebhook = ({ onClose, onMade }: { onClose: () => void; onMade: () => void }) => {
  const { t } = useWords()
  const [{ data, error, fetching }, make] = useMutation(NewWebhookDocument)
  const [url, setUrl] = useState('')
  const problem = problemOf(error, data?.createWebhook?.refusal)
  const secret = data?.createWebhook?.secret
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    await make({ input: { url, events: ['ALL'] } })
    onMade()
  }
  return (
    <Dialog title={t('addWebhook')} onClose={onClose}>
      {secret ? (
        <Once label={t('secretOnce')} secret={secret} />
      ) : (
        <form className="stack" onSubmit={(event) => void submit(event)}>
          <Field label={t('url')}>
            <input
              type="url"
              required
              maxLength={2000}
              placeholder="https://"
              value={url}
              onChange={({ target }) => setUrl(target.value)}
            />
          </Field>
          {problem && <Fault {...problem} />}
          <Button type="submit" look="main" isDisabled={fetching}>
            {t('add')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}

const Deliveries = ({ id }: { id: string }) => {
  const { t, moment } = useWords()
  const [{ data, fetching }, ask] = useQuery({
    query: DeliveriesDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  })
  const [{ error, data: again }, redeliver] = useMutation(DeliverAgainDocument)
  const problem = problemOf(error, again?.redeliver?.refusal)
  const rows = data?.webhookDeliveries?.nodes ?? []
  const refresh = (): void => ask({ requestPolicy: 'network-only' })
  if (rows.length === 0) return fetching ? <Skeleton rows={3} /> : <p className="soft">{t('noDeliveries')}</p>
  return (
    <div className="table-frame">
      {problem && <Fault {...problem} />}
      <table>
        <tbody>
          {rows.map(({ id: deliveryId, eventType, status, createdAt, attempts }) => (
            <tr key={deliveryId}>
              <td>
                <code>{eventType}</code>
              </td>
              <td>
                <Badge tone={tones[status] ?? 'neutral'}>{status.toLowerCase()}</Badge>
              </td>
              <td className="soft">{attempts.map((one) => one.status ?? one.error).join(', ')}</td>
              <td className="soft">{moment(createdAt)}</td>
              <td className="number">
                <Button onPress={() => void redeliver({ id: deliveryId }).then(refresh)}>{t('redeliver')}</Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const OneWebhook = ({ webhook }: { webhook: WebhooksQuery['webhooks']['nodes'][number] }) => {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const [{ data, error, fetching }, send] = useMutation(TryWebhookDocument)
  const problem = problemOf(error, data?.testWebhook?.refusal)
  return (
    <section className="card" aria-label={webhook.url}>
      <div className="row">
        <code className="grow">{webhook.url}</code>
        <Badge tone={tones[webhook.status] ?? 'warn'}>{webhook.status.toLowerCase()}</Badge>
        <Button isDisabled={fetching} onPress={() => void send({ id: webhook.id }).then(() => setOpen(true))}>
          {t('test')}
        </Button>
        <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t('deliveries')}
        </Button>
      </div>
      {problem && <Fault {...problem} />}
      {isOpen && <Deliveries key={data?.testWebhook?.delivery?.id} id={webhook.id} />}
    </section>
  )
}

export const Webhooks = () => {
  const { t } = useWords()
  const [isAdding, setAdding] = useState(false)
  const [{ data, fetching, error }, ask] = useQuery({ query: WebhooksDocument })
  const problem = problemOf(error, undefined)
  const rows = data?.webhooks.nodes ?? []
  return (
    <>
      <div className="head">
        <h1>{t('webhooks')}</h1>
        <span className="grow" />
        <Button look="main" onPress={() => setAdding(true)}>
          {t('addWebhook')}
        </Button>
      </div>
      <div className="stack">
        {problem && <Fault {...problem} />}
        {rows.map((webhook) => (
          <OneWebhook key={webhook.id} webhook={webhook} />
        ))}
        {rows.length === 0 && (fetching ? <Skeleton rows={4} /> : <Empty title={t('noWebhooks')} />)}
      </div>
      {isAdding && (
        <NewWebhook onClose={() => setAdding(false)} onMade={() => ask({ requestPolicy: 'network-only' })} />
      )}
    </>
  )
}
