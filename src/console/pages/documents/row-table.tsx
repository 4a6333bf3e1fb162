import type { MouseEvent } from 'react'
import type { RowFragment } from '#operations'
import { DeliveryBadge, LifecycleBadge } from '../../ui/status.tsx'
import { typeNames } from '../../words/codes.ts'
import { useWords } from '../../words/words.ts'
import type { Direction } from '../../data/shown.ts'

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

const Name = ({ row, isOpen, onOpen }: Pick<RowProps, 'row' | 'isOpen' | 'onOpen'>) => {
  const { date } = useWords()
  const { id, number, issueDate } = row
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <td>
      <a data-row-link href={`/console/documents/${id}`} aria-current={isOpen || undefined} onClick={open}>
        {number}
      </a>
      <span className="fold">
        <bdi>{partnerOf(row)}</bdi> {date(issueDate)} <LifecycleBadge status={row.lifecycleStatus} />
      </span>
    </td>
  )
}

const Row = ({ row, isChosen, isOpen, onToggle, onOpen }: RowProps) => {
  const { t, name, date, money } = useWords()
  const { number, type, direction, read, issueDate, dueDate, grossAmount, currency } = row
  return (
    <tr className={direction === 'INCOMING' && !read ? 'unread' : ''} data-chosen={isChosen || isOpen || undefined}>
      <td className="narrow">
        <input type="checkbox" aria-label={t('select', { name: number })} checked={isChosen} onChange={onToggle} />
      </td>
      <Name {...{ row, isOpen, onOpen }} />
      <td className="partner not-narrow" title={partnerOf(row)} dir="auto">
        {partnerOf(row)}
      </td>
      <td className="wide-only very-wide">{name(typeNames[type])}</td>
      <td className="wide-only very-wide">{date(issueDate)}</td>
      <td className="wide-only">{date(dueDate)}</td>
      <td className="not-narrow">
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

const headings = [
  ['number', ''],
  ['partner', 'not-narrow'],
  ['type', 'wide-only very-wide'],
  ['issued', 'wide-only very-wide'],
  ['due', 'wide-only'],
  ['status', 'not-narrow'],
  ['delivery', 'wide-only'],
  ['amount', 'number'],
] as const

const Headings = ({ rows, direction, chosen, onChoose }: RowTableProps) => {
  const { t } = useWords()
  const isAll = rows.every(({ id }) => chosen.has(id))
  return (
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
        {headings
          .filter(([name]) => name !== 'delivery' || direction === 'OUTGOING')
          .map(([name, look]) => (
            <th key={name} className={look}>
              {t(name)}
            </th>
          ))}
      </tr>
    </thead>
  )
}

export const RowTable = (props: RowTableProps) => {
  const { rows, chosen, open, onChoose, onOpen } = props
  const toggle = (id: string): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <div className="table-frame">
      <table className="documents">
        <Headings {...props} />
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
