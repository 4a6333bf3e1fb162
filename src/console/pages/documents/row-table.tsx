import { type Dispatch, type MouseEvent, type ReactNode, type SetStateAction } from 'react'
import { memo, useCallback, useMemo, useState } from 'react'
import type { RowFragment } from '#operations'
import { DeliveryBadge, LifecycleBadge } from '../../ui/status.tsx'
import { typeNames } from '../../words/codes.ts'
import { type Word, useWords } from '../../words/words.ts'
import type { Direction } from '../../data/shown.ts'
import { useNear } from './near.ts'

interface RowTableProps {
  rows: readonly RowFragment[]
  direction: Direction
  chosen: ReadonlySet<string>
  open: string | undefined
  hidden: ReadonlySet<string>
  onChoose: Dispatch<SetStateAction<ReadonlySet<string>>>
  onOpen: (id: string) => void
}

interface RowProps {
  row: RowFragment
  shown: readonly DocumentColumn[]
  isChosen: boolean
  isOpen: boolean
  /** Among all rows of the table, with the headings as the first. */
  place: number
  onToggle: (id: string) => void
  onOpen: (id: string) => void
}

const partnerOf = ({ direction, senderName, receiverName }: RowFragment): string =>
  (direction === 'INCOMING' ? senderName : receiverName) ?? '–'

const Name = ({ row, isOpen, onOpen }: Pick<RowProps, 'row' | 'isOpen' | 'onOpen'>) => {
  const { id, number } = row
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
        <bdi>{partnerOf(row)}</bdi> <LifecycleBadge status={row.lifecycleStatus} />
      </span>
    </td>
  )
}

interface DocumentColumn {
  name: Word
  look: string
  /** Only where documents were sent. */
  isOfOutbox?: true
  of: (row: RowFragment, words: ReturnType<typeof useWords>) => ReactNode
}

/** The columns after the number; each may be left out. */
export const columns = [
  { name: 'partner', look: 'partner not-narrow', of: (row) => <bdi title={partnerOf(row)}>{partnerOf(row)}</bdi> },
  { name: 'type', look: 'wide-only very-wide kind', of: ({ type }, { name }) => name(typeNames[type]) },
  { name: 'issued', look: 'wide-only very-wide when', of: ({ issueDate }, { date }) => date(issueDate) },
  { name: 'due', look: 'wide-only when', of: ({ dueDate }, { date }) => date(dueDate) },
  { name: 'status', look: 'not-narrow state', of: (row) => <LifecycleBadge status={row.lifecycleStatus} /> },
  {
    name: 'delivery',
    look: 'wide-only state delivery',
    isOfOutbox: true,
    of: (row) => <DeliveryBadge status={row.deliveryStatus} />,
  },
  {
    name: 'amount',
    look: 'number',
    of: ({ grossAmount, currency, issueDate }, { money, date }) => (
      <>
        {money(grossAmount, currency)} <span className="fold">{date(issueDate)}</span>
      </>
    ),
  },
] as const satisfies readonly DocumentColumn[] as readonly DocumentColumn[]

export const columnsOf = (direction: Direction, hidden: ReadonlySet<string>): readonly DocumentColumn[] =>
  columns.filter(({ name, isOfOutbox }) => !hidden.has(name) && (isOfOutbox !== true || direction === 'OUTGOING'))

/** Rendered again only where something of the row has changed. */
const Row = memo(({ row, shown, isChosen, isOpen, place, onToggle, onOpen }: RowProps) => {
  const words = useWords()
  const { id, number, direction, read } = row
  return (
    <tr
      aria-rowindex={place}
      className={direction === 'INCOMING' && !read ? 'unread' : ''}
      data-chosen={isChosen || isOpen || undefined}
    >
      <td className="narrow">
        {row.viewerCan.act && (
          <input
            type="checkbox"
            aria-label={words.t('select', { name: number })}
            checked={isChosen}
            onChange={() => onToggle(id)}
          />
        )}
      </td>
      <Name {...{ row, isOpen, onOpen }} />
      {shown.map(({ name, look, of }) => (
        <td key={name} className={look}>
          {of(row, words)}
        </td>
      ))}
    </tr>
  )
})

const Headings = ({ rows, direction, chosen, hidden, onChoose }: RowTableProps) => {
  const { t } = useWords()
  const isAll = rows.every(({ id }) => chosen.has(id))
  const mayAct = rows.some(({ viewerCan }) => viewerCan.act)
  return (
    <thead>
      <tr>
        {mayAct ? (
          <th className="narrow">
            <input
              type="checkbox"
              aria-label={t('selectAll')}
              checked={isAll}
              onChange={() => onChoose(new Set(isAll ? [] : rows.map(({ id }) => id)))}
            />
          </th>
        ) : (
          <td className="narrow" />
        )}
        <th>{t('number')}</th>
        {columnsOf(direction, hidden).map(({ name, look }) => (
          <th key={name} className={look}>
            {t(name)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Rows that are not rendered, as high as they would be. */
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tbody aria-hidden>
      <tr>
        <td style={{ height, padding: 0 }} />
      </tr>
    </tbody>
  )

export const RowTable = memo((props: RowTableProps) => {
  const { rows, direction, hidden, chosen, open, onChoose, onOpen } = props
  const shown = useMemo(() => columnsOf(direction, hidden), [direction, hidden])
  const [table, setTable] = useState<HTMLTableElement | null>(null)
  const [body, setBody] = useState<HTMLTableSectionElement | null>(null)
  const { from, to, above, below } = useNear(table, body, rows.length)
  const toggle = useCallback(
    (id: string): void =>
      onChoose((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [onChoose],
  )
  return (
    <div className="table-frame">
      <table className="documents" aria-rowcount={rows.length + 1} ref={setTable}>
        <Headings {...props} />
        <Gap height={above} />
        <tbody ref={setBody}>
          {rows.slice(from, to).map((row, index) => (
            <Row
              key={row.id}
              {...{ row, shown, onOpen }}
              place={from + index + 2}
              isChosen={chosen.has(row.id)}
              isOpen={row.id === open}
              onToggle={toggle}
            />
          ))}
        </tbody>
        <Gap height={below} />
      </table>
    </div>
  )
})
