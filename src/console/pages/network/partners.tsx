/** Whom the organization exchanges documents with. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { PartnerListDocument, type PartnerListQuery } from '#operations'
import { useList } from '../../data/pages.ts'
import { Head } from '../../ui/head.tsx'
import { Badge, SearchField } from '../../ui/parts.tsx'
import { toneOf } from '../../ui/status.tsx'
import { type Column, List } from '../../ui/table.tsx'
import { useTyped } from '../../ui/typed.ts'
import { useWords } from '../../words/words.ts'

type Partner = PartnerListQuery['partners']['nodes'][number]

const useColumns = (): readonly Column<Partner>[] => {
  const { t, spell, moment, number } = useWords()
  return [
    {
      name: t('name'),
      of: ({ id, name }) => (
        <Link data-row-link to="/inbox" search={{ partner: id }}>
          {name}
        </Link>
      ),
    },
    { name: t('vatNumber'), look: 'widest-only', of: ({ vatNumber }) => vatNumber ?? '–' },
    { name: t('peppolId'), look: 'wide-only soft', of: ({ peppolId }) => peppolId ?? '–' },
    { name: t('status'), of: (one) => <Badge tone={toneOf(one.peppolStatus)}>{spell(one.peppolStatus)}</Badge> },
    { name: t('sent'), look: 'number', of: ({ stats }) => number(stats.documentsSent) },
    { name: t('received'), look: 'number', of: ({ stats }) => number(stats.documentsReceived) },
    {
      name: t('lastActivity'),
      look: 'wide-only soft',
      of: ({ stats }) => (stats.lastActivityAt ? moment(stats.lastActivityAt) : '–'),
    },
  ]
}

export const Partners = () => {
  const { t } = useWords()
  const { q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [typed, setTyped] = useTyped(q, (text) => void navigate({ to: '.', search: text ? { q: text } : {} }))
  const list = useList(PartnerListDocument, q ? { search: q } : {})
  const columns = useColumns()
  return (
    <>
      <Head title={t('partners')} />
      <div className="stack">
        <SearchField value={typed} onChange={setTyped} />
        <List label={t('partners')} list={list} columns={columns} keyOf={({ id }) => id} empty={t('emptyPartners')} />
      </div>
    </>
  )
}
