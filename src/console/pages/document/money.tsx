/** What was paid on a document, and what authorities were told of it; each for a key that may see it. */
import { useEffect } from 'react'
import { type TypedDocumentNode, useQuery } from 'urql'
import { PaymentsOfDocumentDocument, ReportsOfDocumentDocument } from '#operations'
import type { Shown } from '../../data/shown.ts'
import { Card } from '../../ui/head.tsx'
import { Badge } from '../../ui/parts.tsx'
import { toneOf } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'

/** Asked again with each version of the document. */
const useFresh = <Data,>(
  query: TypedDocumentNode<Data, { id: string }>,
  { id, updatedAt }: Shown,
): Data | undefined => {
  const [{ data }, ask] = useQuery({ query, variables: { id } })
  useEffect(() => ask({ requestPolicy: 'network-only' }), [updatedAt])
  return data
}

export const Payments = ({ document }: { document: Shown }) => {
  const { t, date, money, spell } = useWords()
  const data = useFresh(PaymentsOfDocumentDocument, document)
  const payments = data?.document?.payments ?? []
  if (payments.length === 0) return null
  return (
    <Card title={t('payments')}>
      <Table
        label={t('payments')}
        rows={payments}
        keyOf={({ id }) => id}
        columns={[
          { name: t('paymentDate'), of: (one) => date(one.date) },
          { name: t('payReference'), of: ({ reference, source }) => reference ?? spell(source) },
          {
            name: t('amount'),
            look: 'number',
            of: (one) => (
              <>
                {money(one.amount, one.currency)}
                {one.reversalDate && <Badge tone="warn">{t('reversed')}</Badge>}
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}

export const Reports = ({ document }: { document: Shown }) => {
  const { t, moment, spell } = useWords()
  const data = useFresh(ReportsOfDocumentDocument, document)
  const reports = data?.document?.complianceReports ?? []
  if (reports.length === 0) return null
  return (
    <Card title={t('reports')}>
      <Table
        label={t('reports')}
        rows={reports}
        keyOf={({ id }) => id}
        columns={[
          { name: t('reportedTo'), of: (one) => one.reportedTo },
          {
            name: t('status'),
            of: ({ status, frenchStatus, errorMessage }) => (
              <>
                <Badge tone={toneOf(status)}>{spell(status)}</Badge> {frenchStatus}
                {errorMessage && <div className="soft">{errorMessage}</div>}
              </>
            ),
          },
          { name: t('when'), look: 'soft', of: ({ reportedAt, dueBy }) => moment(reportedAt ?? dueBy) },
        ]}
      />
    </Card>
  )
}
