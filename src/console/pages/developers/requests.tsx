/** What programs asked, and what became of it: each request with the calls that it made, as bars of time. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { RequestsDocument, type RequestsQuery } from '#operations'
import { useList } from '../../data/pages.ts'
import { Head } from '../../ui/head.tsx'
import { Badge, Button, Dialog, Field } from '../../ui/parts.tsx'
import { type Column, List } from '../../ui/table.tsx'
import { useTyped } from '../../ui/typed.ts'
import { useWords } from '../../words/words.ts'

type Request = RequestsQuery['requestLogs']['nodes'][number]

const FIRST_FAULT = 400
const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503] as const
const toneOfStatus = (status: number) => (status >= FIRST_FAULT ? 'bad' : 'good')

const Trace = ({ request: { durationMs, upstreamCalls } }: { request: Request }) => {
  const { t } = useWords()
  if (upstreamCalls.length === 0) return <p className="soft">{t('noUpstreams')}</p>
  const scale = 100 / Math.max(1, durationMs)
  return (
    <ol className="trace">
      {upstreamCalls.map(({ upstream, call, outcome, startedMs, durationMs: lasted }, index) => (
        <li key={index}>
          {upstream} <code>{call}</code> {outcome} · {Math.round(lasted)} ms
          <svg className="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect x={startedMs * scale} width={Math.max(0.5, lasted * scale)} height="8" />
          </svg>
        </li>
      ))}
    </ol>
  )
}

const OneRequest = ({ request, onClose }: { request: Request; onClose: () => void }) => {
  const { t, instant, number } = useWords()
  const { id, method, path, status, startedAt, durationMs, errorCode, validation, requestBody } = request
  return (
    <Dialog title={`${method} ${path}`} onClose={onClose} wide>
      <p className="row">
        <Badge tone={toneOfStatus(status)}>{status}</Badge> {errorCode && <code>{errorCode}</code>}
        <span className="soft">
          {instant(startedAt)} · {number(Math.round(durationMs))} ms
        </span>
        <code>{id}</code>
      </p>
      {validation.length > 0 && (
        <ul className="findings">
          {validation.map(({ field, message }, index) => (
            <li key={index}>
              <mark>{field}</mark> {message}
            </li>
          ))}
        </ul>
      )}
      <h3>{t('trace')}</h3>
      <Trace request={request} />
      {requestBody && (
        <>
          <h3>{t('requestBody')}</h3>
          <pre tabIndex={0}>{requestBody}</pre>
        </>
      )}
    </Dialog>
  )
}

const useColumns = (open: (request: Request) => void): readonly Column<Request>[] => {
  const { t, instant, number } = useWords()
  return [
    { name: t('onlyFailed'), of: ({ status }) => <Badge tone={toneOfStatus(status)}>{status}</Badge> },
    {
      name: t('path'),
      look: 'wrap',
      of: (one) => (
        <Button look="link" onPress={() => open(one)}>
          <code>
            {one.method} {one.path}
          </code>
        </Button>
      ),
    },
    { name: t('operation'), look: 'wide-only soft', of: ({ operation }) => operation ?? '–' },
    { name: t('duration'), look: 'number wide-only', of: ({ durationMs }) => `${number(Math.round(durationMs))} ms` },
    { name: t('when'), look: 'soft wide-only', of: ({ startedAt }) => instant(startedAt) },
  ]
}

export const Requests = () => {
  const { t } = useWords()
  const { q = '', answer } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (parts: object): void => void navigate({ to: '.', search: (before) => ({ ...before, ...parts }) })
  const [typed, setTyped] = useTyped(q, (text) => go({ q: text }))
  const [open, setOpen] = useState<Request>()
  const list = useList(RequestsDocument, { ...(q && { path: q }), ...(answer && { status: Number(answer) }) })
  const columns = useColumns(setOpen)
  return (
    <>
      <Head title={t('requests')} />
      <search className="filters">
        <Field label={t('path')}>
          <input
            data-search
            type="search"
            maxLength={200}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        <Field label={t('onlyFailed')}>
          <select value={answer ?? ''} onChange={({ target }) => go({ answer: target.value })}>
            <option value="">{t('anyAnswer')}</option>
            {statuses.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </Field>
      </search>
      <List label={t('requests')} list={list} columns={columns} keyOf={({ id }) => id} empty={t('emptyRequests')} />
      {open && <OneRequest request={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
