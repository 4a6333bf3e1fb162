import type { RowFragment } from '#operations'
import { DeliveryBadge, LifecycleBadge } from '../ui/status.tsx'
import { typeNames } from '../words/codes.ts'
import { useWords } from '../words/words.ts'
import type { Direction } from './documents.tsx'

interface RowTableProps {
  rows: readonly RowFragment[]
  direction: Direction
  chosen: ReadonlySet<string>
  open: string | undefined
  onChoose: (chosen: ReadonlySet<string>) => void
  onOpen: (id: string) => void
}

interface RowProps {
  row: RowFragment
  isChosen: boolean
  isOpen: boolean
  onToggle: () => void
  onOpen: (id: string) => void
}

const partnerOf = ({ direction, senderName, receiverName }: RowFragment): string =>
  (direction === 'INCOMING' ? senderName : receiverName) ?? '–'

const Row = ({ row, isChosen, isOpen, onToggle, onOpen }: RowProps) => {
  const { t, name, date, money } = useWords()
  const { id, number, type, direction, read, issueDate, dueDate, grossAmount, currency } = row
  return (
    <tr className={direction === 'INCOMING' && !read ? 'unread' : ''} data-chosen={isChosen || isOpen || undefined}>
      <td className="narrow">
        <input type="checkbox" aria-label={t('select', { name: number })} checked={isChosen} onChange={onToggle} />
      </td>
      <td>
        <a
          data-row-link
          href={`/console/documents/${id}`}
          aria-current={isOpen || undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onOpen(id)
          }}
        >
          {number}
        </a>
        <span className="fold">
          {name(typeNames[type])} · {date(issueDate)}
        </span>
      </td>
      <td className="partner" title={partnerOf(row)}>
        {partnerOf(row)}
      </td>
      <td className="wide-only">{name(typeNames[type])}</td>
      <td className="wide-only">{date(issueDate)}</td>
      <td className="wide-only">{date(dueDate)}</td>
      <td>
        <LifecycleBadge status={row.lifecycleStatus} />
      </td>
      {direction === 'OUTGOING' && (
        <td className="wide-only">
          <DeliveryBadge status={row.deliveryStatus} />
        </td>
      )}
      <td className="number">{money(grossAmount, currency)}</td>
    </tr>
  )
}

export const RowTable = ({ rows, direction, chosen, open, onChoose, onOpen }: RowTableProps) => {
  const { t } = useWords()
  const isAll = rows.every(({ id }) => chosen.has(id))
  const toggle = (id: string): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <div className="table-frame">
      <table className="documents">
        <thead>
          <tr>
            <th className="narrow">
              <input
                type="checkbox"
                aria-label={t('selectAll')}
                checked={isAll}
                onChange={() => onChoose(new Set(isAll ? [] : rows.map(({ id }) => id)))}
              />
            </th>
            <th>{t('number')}</th>
            <th>{t('partner')}</th>
            <th className="wide-only">{t('type')}</th>
            <th className="wide-only">{t('issued')}</th>
            <th className="wide-only">{t('due')}</th>
            <th>{t('status')}</th>
            {direction === 'OUTGOING' && <th className="wide-only">{t('delivery')}</th>}
            <th className="number">{t('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              isChosen={chosen.has(row.id)}
              isOpen={row.id === open}
              onToggle={() => toggle(row.id)}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
