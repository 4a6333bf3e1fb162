/** One document: what it says and looks like, where it stands, what may be done next, and what is wrong. */
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { ActDocument, type DocumentType, OneDocumentDocument, ResendDocument } from '#operations'
import { composed } from '../../app/pages.ts'
import { useAct } from '../../data/act.ts'
import { useMay } from '../../data/may.ts'
import { useLive } from '../../data/live.ts'
import type { Shown } from '../../data/shown.ts'
import { Card } from '../../ui/head.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Button, Empty, Fault, Skeleton } from '../../ui/parts.tsx'
import { DeliveryBadge, LifecycleBadge } from '../../ui/status.tsx'
import { typeNames } from '../../words/codes.ts'
import { type Word, useWords } from '../../words/words.ts'
import { Facts, Lines, Vat } from './content.tsx'
import { Files, XmlOf } from './files.tsx'
import { Findings } from './findings.tsx'
import { Looks } from './looks.tsx'
import { Payments, Reports } from './money.tsx'
import { Notes, Tags } from './notes.tsx'
import { Parties } from './parties.tsx'
import { Related } from './related.tsx'
import { Attempts, Timeline } from './timeline.tsx'
import { Transitions } from './transitions.tsx'

interface Part {
  document: Shown
}

/** What is written to whoever sent a document. */
const answersTo: Readonly<Partial<Record<DocumentType, readonly (readonly [Word, DocumentType])[]>>> = {
  PURCHASE_REQUEST: [['makeQuote', 'QUOTE']],
  QUOTE: [['makeOrder', 'PURCHASE_ORDER']],
  PURCHASE_ORDER: [
    ['answerOrder', 'SALES_ORDER'],
    ['makeInvoice', 'INVOICE'],
  ],
}

const Again = ({ document }: Part) => {
  const { t } = useWords()
  const maySend = useMay()('SEND')
  const { run, isBusy, problem } = useAct(ResendDocument)
  const { id, direction, type, viewerCan } = document
  return (
    <>
      <div className="row">
        {viewerCan.resend && (
          <Button isDisabled={isBusy} onPress={() => void run({ input: { documentId: id } })}>
            {t('resend')}
          </Button>
        )}
        {maySend &&
          direction === 'INCOMING' &&
          (answersTo[type] ?? []).map(([word, next]) => (
            <Link key={next} className="button plain" to="/compose" search={{ copy: id, type: next }}>
              {t(word)}
            </Link>
          ))}
        {maySend && direction === 'OUTGOING' && composed.some((one) => one === type) && (
          <Link className="button plain" to="/compose" search={{ copy: id }}>
            {t('duplicate')}
          </Link>
        )}
        {maySend && direction === 'OUTGOING' && type === 'INVOICE' && (
          <Link className="button plain" to="/compose" search={{ correct: id }}>
            {t('correct')}
          </Link>
        )}
      </div>
      {problem && <Fault {...problem} />}
    </>
  )
}

const Top = ({ document, onClose }: Part & { onClose: () => void }) => {
  const { t, name, money } = useWords()
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
      {document.grossAmount && <div className="amount">{money(document.grossAmount, document.currency)}</div>}
      {document.errorMessage && <Fault message={document.errorMessage} details={[document.errorCode ?? '']} />}
      <Again document={document} />
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

interface Parts extends Part {
  refresh: () => void
  /** Shows the XML, at a place of it or at its beginning. */
  onXml: (place: string) => void
}

const Saying = ({ document, refresh, onXml }: Parts) => {
  const { t } = useWords()
  return (
    <div className="stack">
      <Card title={t('whatItSays')}>
        <Parties document={document} />
        <Facts document={document} />
        {document.lines.length > 0 && <Lines document={document} />}
        <Vat document={document} />
      </Card>
      {(document.viewerCan.downloadHtml || document.viewerCan.downloadPdf) && (
        <Card title={t('whatItLooksLike')}>
          <Looks document={document} />
        </Card>
      )}
      <Card title={t('files')}>
        <Files document={document} onXml={() => onXml('')} />
      </Card>
      <Payments document={document} />
      <Reports document={document} />
      <Card title={t('related')}>
        <Related document={document} />
      </Card>
      <Card title={t('notes')}>
        <Notes {...{ document, refresh }} />
      </Card>
    </div>
  )
}

const Standing = ({ document, refresh, onXml }: Parts) => {
  const { t } = useWords()
  const { validation, attempts } = document
  return (
    <div className="stack">
      <Card title={t('whatIsWrong')}>
        <Findings
          findings={[...validation.errors, ...validation.warnings]}
          {...(document.viewerCan.downloadXml && { onPlace: onXml })}
        />
      </Card>
      <Card title={t('whereItStands')}>
        <Timeline document={document} />
      </Card>
      {attempts.length > 0 && (
        <Card title={t('attempts')}>
          <Attempts document={document} />
        </Card>
      )}
      <Card title={t('tags')}>
        <Tags {...{ document, refresh }} />
      </Card>
    </div>
  )
}

/** Escape leads back, unless a dialog is open, which it closes. */
const useEscape = (onClose: () => void): void =>
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !window.document.querySelector('[role="dialog"]')) onClose()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })

export const DocumentView = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useWords()
  const [{ data, error, fetching }, ask] = useQuery({
    query: OneDocumentDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  })
  const refresh = (): void => ask({ requestPolicy: 'network-only' })
  const document = data?.document?.id === id ? data.document : undefined
  const [place, setPlace] = useState<string>()
  useReading(document)
  useEscape(onClose)
  // Its status is what everybody sees; what led to it is asked for when it has changed.
  const version = document?.updatedAt
  useEffect(() => {
    if (version !== undefined) refresh()
  }, [version])
  if (!document && fetching) return <Skeleton rows={8} />
  if (!document) return error?.networkError ? <Fault message={error.message} /> : <Empty isPage title={t('notFound')} />
  return (
    <article className="stack" aria-label={document.number}>
      <Top document={document} onClose={onClose} />
      <Card title={t('whatIsNext')}>
        <Transitions document={document} onMoved={refresh} />
      </Card>
      {place !== undefined && <XmlOf id={id} place={place} onClose={() => setPlace(undefined)} />}
      <div className="document">
        <Saying {...{ document, refresh }} onXml={setPlace} />
        <Standing {...{ document, refresh }} onXml={setPlace} />
      </div>
    </article>
  )
}

/** A page of its own, for links; events keep it fresh as they do a list. */
export const DocumentPage = () => {
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  useLive(() => {})
  return <DocumentView id={id} onClose={() => void navigate({ to: '/inbox' })} />
}
