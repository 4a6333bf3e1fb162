/** Who changed what: of companies, keys, webhooks and settings. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { AuditDocument, type AuditKind, type AuditQuery } from '#operations'
import { useList } from '../../data/pages.ts'
import { Head } from '../../ui/head.tsx'
import { Badge, Field } from '../../ui/parts.tsx'
import { type Column, List } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'

type Entry = AuditQuery['auditEntries']['nodes'][number]

const kinds: readonly AuditKind[] = [
  'COMPANY',
  'DOMAIN',
  'KEY',
  'MEMBER',
  'ORGANIZATION',
  'QUOTAS',
  'SETTINGS',
  'WEBHOOK',
]

const useColumns = (): readonly Column<Entry>[] => {
  const { t, spell, instant } = useWords()
  return [
    { name: t('when'), look: 'soft when', of: ({ at }) => instant(at) },
    { name: t('who'), of: ({ callerLabel }) => callerLabel },
    { name: t('operation'), of: ({ operation }) => <code>{operation}</code> },
    { name: t('kind'), look: 'wide-only', of: ({ kind }) => <Badge tone="neutral">{spell(kind)}</Badge> },
    { name: t('subject'), look: 'wide-only soft wrap', of: ({ subjectId }) => <code>{subjectId}</code> },
    {
      name: t('changes'),
      look: 'wide-only wrap',
      of: ({ changes }) =>
        changes.map(({ field, from, to }) => (
          <div key={field}>
            <code>{field}</code> {from ?? '–'} → {to ?? '–'}
          </div>
        )),
    },
  ]
}

export const Audit = () => {
  const { t, spell } = useWords()
  const { kind } = useSearch({ strict: false })
  const navigate = useNavigate()
  const list = useList(AuditDocument, kind ? { kind } : {})
  const columns = useColumns()
  return (
    <>
      <Head title={t('audit')}>
        <Field label={t('kind')}>
          <select
            value={kind ?? ''}
            onChange={({ target }) => void navigate({ to: '.', search: target.value ? { kind: target.value } : {} })}
          >
            <option value="">{t('anyKind')}</option>
            {kinds.map((one) => (
              <option key={one} value={one}>
                {spell(one)}
              </option>
            ))}
          </select>
        </Field>
      </Head>
      <List label={t('audit')} list={list} columns={columns} keyOf={({ id }) => id} empty={t('emptyAudit')} />
    </>
  )
}
