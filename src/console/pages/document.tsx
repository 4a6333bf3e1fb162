/** One document: what it says and looks like, where it stands, what may be done next, and what is wrong. */
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useMutation, useQuery } from 'urql'
import { ActDocument, OneDocumentDocument, type OneDocumentQuery, ResendDocument } from '#operations'
import { problemOf } from '../data/refused.ts'
import { Icon } from '../ui/icon.tsx'
import { Badge, Button, Empty, Fault, Skeleton } from '../ui/parts.tsx'
import { DeliveryBadge, LifecycleBadge } from '../ui/status.tsx'
import { typeNames } from '../words/codes.ts'
import { useWords } from '../words/words.ts'
import { Files } from './files.tsx'
import { Transitions } from './transitions.tsx'

export type Shown = NonNullable<OneDocumentQuery['document']>
interface Part {
  document: Shown
}

const Facts = ({ document }: Part) => {
  const { t, date, money } = useWords()
  const { currency } = document
  const facts = [
    [t('seller'), document.senderName, document.senderVatNumber],
    [t('buyer'), document.receiverName, document.receiverVatNumber],
    [t('issued'), date(document.issueDate)],
    [t('due'), document.dueDate && date(document.dueDate)],
    [t('amountDue'), document.amountDue && money(document.amountDue, currency)],
    [t('reference'), document.buyerReference],
    [t('payReference'), document.paymentReference],
    [t('iban'), document.paymentIban],
  ] as const
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value, more]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value} {more && <div className="soft">{more}</div>}
            </dd>
          </div>
        ))}
    </dl>
  )
}

const Lines = ({ document: { lines, currency, netAmount, vatAmount, grossAmount } }: Part) => {
  const { t, money, decimal } = useWords()
  const sums = [
    ['net', netAmount],
    ['vat', vatAmount],
    ['gross', grossAmount],
  ] as const
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={t('whatItSays')}>
      <table>
        <thead>
          <tr>
            <th>{t('line')}</th>
            <th className="number">{t('quantity')}</th>
            <th className="number">{t('price')}</th>
            <th className="number">{t('vat')}</th>
            <th className="number">{t('net')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={line.lineId ?? index}>
              <td>{line.description}</td>
              <td className="number">{decimal(line.quantity)}</td>
              <td className="number">{money(line.unitPrice, currency)}</td>
              <td className="number">{line.vatRate ? `${decimal(line.vatRate)} %` : '–'}</td>
              <td className="number">{money(line.netAmount, currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(([name, amount]) => (
            <tr key={name}>
              <td colSpan={4} className="number">
                {t(name)}
              </td>
              <td className="number">{money(amount, currency)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  )
}

const Timeline = ({ document: { timeline } }: Part) => {
  const { moment } = useWords()
  return (
    <ol className="timeline">
      {timeline.map(({ at, what, text }, index) => (
        <li key={`${at} ${what} ${index}`}>
          <div>{text}</div>
          <time dateTime={at}>{moment(at)}</time>
        </li>
      ))}
    </ol>
  )
}

const Findings = ({ document: { validation } }: Part) => {
  const { t } = useWords()
  const findings = [...validation.errors, ...validation.warnings]
  if (findings.length === 0) return <p className="soft">{t('noFindings')}</p>
  return (
    <ul className="findings">
      {findings.map(({ rule, message, fix, path, severity }, index) => (
        <li key={`${rule} ${index}`}>
          <Badge tone={severity === 'FATAL' ? 'bad' : 'warn'}>{rule}</Badge> {path && <code>{path}</code>}
          <p>{message}</p>
          <p className="soft">
            {t('fix')}: {fix}
          </p>
        </li>
      ))}
    </ul>
  )
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card">
    <h2>{title}</h2>
    {children}
  </section>
)

const Head = ({ document, onClose }: Part & { onClose: () => void }) => {
  const { t, name, money } = useWords()
  const [{ fetching, data, error }, resend] = useMutation(ResendDocument)
  const problem = problemOf(error, data?.resendDocument?.refusal)
  return (
    <header className="card">
      <div className="row">
        <Button look="quiet" aria-label={t('back')} onPress={onClose}>
          <Icon name="back" />
        </Button>
        <h1>{document.number}</h1>
        <span className="soft">{name(typeNames[document.type])}</span>
        <span className="grow" />
        <LifecycleBadge status={document.lifecycleStatus} />
        {document.direction === 'OUTGOING' && <DeliveryBadge status={document.deliveryStatus} />}
      </div>
      <div className="amount">{money(document.grossAmount, document.currency)}</div>
      {document.errorMessage && <Fault message={document.errorMessage} details={[document.errorCode ?? '']} />}
      {document.viewerCan.resend && (
        <div className="row">
          <Button isDisabled={fetching} onPress={() => void resend({ input: { documentId: document.id } })}>
            {t('resend')}
          </Button>
        </div>
      )}
      {problem && <Fault {...problem} />}
    </header>
  )
}

/** Who opens what was received has read it. */
const useReading = (document: Shown | null | undefined): void => {
  const [, act] = useMutation(ActDocument)
  const isUnread = document?.direction === 'INCOMING' && !document.read && document.viewerCan.act
  useEffect(() => {
    if (isUnread && document) void act({ input: { updates: [{ documentId: document.id, action: 'MARK_READ' }] } })
    // Once for each document: marking it unread again, beside it, is a wish.
  }, [document?.id])
}

const Content = ({ document, refresh }: Part & { refresh: () => void }) => {
  const { t } = useWords()
  return (
    <div className="document">
      <div className="stack">
        <Card title={t('whatItSays')}>
          <Facts document={document} />
          {document.lines.length > 0 && <Lines document={document} />}
        </Card>
        <Card title={t('whatItLooksLike')}>
          <Files document={document} />
        </Card>
      </div>
      <div className="stack">
        <Card title={t('whatIsNext')}>
          <Transitions document={document} onMoved={refresh} />
        </Card>
        <Card title={t('whatIsWrong')}>
          <Findings document={document} />
        </Card>
        <Card title={t('whereItStands')}>
          <Timeline document={document} />
        </Card>
      </div>
    </div>
  )
}

export const DocumentView = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useWords()
  const [{ data, error, fetching }, ask] = useQuery({
    query: OneDocumentDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  })
  const document = data?.document?.id === id ? data.document : undefined
  useReading(document)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !window.document.querySelector('[role="dialog"]')) onClose()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  if (!document && fetching) return <Skeleton rows={8} />
  if (!document) return error?.networkError ? <Fault message={error?.message ?? ''} /> : <Empty title={t('notFound')} />
  return (
    <article className="stack" aria-label={document.number}>
      <Head document={document} onClose={onClose} />
      <Content document={document} refresh={() => ask({ requestPolicy: 'network-only' })} />
    </article>
  )
}

/** A page of its own, for links. */
export const DocumentPage = () => {
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  return <DocumentView id={id} onClose={() => void navigate({ to: '/inbox' })} />
}
