/** One delivery of a webhook: what was posted, and what was answered to each attempt. */
import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { DeliveryRequestDocument, type DeliveriesQuery } from '#operations'
import { problemOf } from '../../data/refused.ts'
import { Badge, Dialog, Fault, Skeleton } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

export type Delivery = NonNullable<DeliveriesQuery['webhookDeliveries']>['nodes'][number]
type Attempt = Delivery['attempts'][number]

export const isGood = ({ status, error }: Attempt): boolean =>
  !error && status !== null && status !== undefined && status < 300

/** JSON with an indent; what is no whole JSON as it is. */
const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const Text = ({ label, children }: { label: string; children: string }) => (
  <pre className="xml" tabIndex={0} aria-label={label}>
    {children}
  </pre>
)

const Request = ({ id }: { id: string }) => {
  const { t, number } = useWords()
  const [{ data, error }] = useQuery({ query: DeliveryRequestDocument, variables: { id } })
  const request = data?.webhookDeliveryRequest
  const problem = problemOf(error, undefined)
  if (problem) return <Fault {...problem} />
  if (!request) return <Skeleton rows={5} />
  const { url, headers, body, bytes } = request
  const head = [`POST ${url}`, ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\n')
  const shown = body ?? undefined
  return (
    <>
      <Text label={t('requestBody')}>{shown === undefined ? head : `${head}\n\n${pretty(shown)}`}</Text>
      {shown === undefined && <p className="soft">{t('bodyGone')}</p>}
      {shown !== undefined && (bytes ?? 0) > new Blob([shown]).size && (
        <p className="soft">{t('bodyCut', { bytes: number(bytes ?? 0) })}</p>
      )}
    </>
  )
}

const Answer = ({ attempt }: { attempt: Attempt }) => {
  const { t, instant, number } = useWords()
  const label = t('answerOf', { number: attempt.number })
  return (
    <>
      <div className="row">
        <h3>{label}</h3>
        <Badge tone={isGood(attempt) ? 'good' : 'bad'}>{attempt.status ?? '–'}</Badge>
        <span className="soft">
          {instant(attempt.at)} · {number(attempt.durationMs)} ms
        </span>
      </div>
      {attempt.error && <p>{attempt.error}</p>}
      {attempt.response ? (
        <Text label={label}>{pretty(attempt.response)}</Text>
      ) : (
        <p className="soft">{t('emptyAnswer')}</p>
      )}
    </>
  )
}

interface DetailsProps {
  delivery: Delivery
  onClose: () => void
  /** What may be done with it. */
  children: ReactNode
}

export const DeliveryDetails = ({ delivery, onClose, children }: DetailsProps) => {
  const { t } = useWords()
  return (
    <Dialog wide title={delivery.eventType} onClose={onClose}>
      <div className="stack">
        <div className="row">{children}</div>
        <h3>{t('requestBody')}</h3>
        <Request id={delivery.id} />
        {delivery.attempts.map((attempt) => (
          <Answer key={attempt.number} attempt={attempt} />
        ))}
      </div>
    </Dialog>
  )
}
