/** What a document says: its parties, its lines and its sums. */
import type { Shown } from '../../data/shown.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'

interface Part {
  document: Shown
}

export const Facts = ({ document }: Part) => {
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

const sums = [
  ['net', 'netAmount'],
  ['vat', 'vatAmount'],
  ['gross', 'grossAmount'],
] as const

/** What the norm calls a column, for whoever points at it. */
const Term = ({ name, term }: { name: string; term: string }) => <abbr title={term}>{name}</abbr>

export const Lines = ({ document }: Part) => {
  const { t, money, decimal } = useWords()
  const { lines, currency } = document
  const number = 'number'
  const columns: readonly Column<Shown['lines'][number]>[] = [
    { name: <Term name={t('line')} term="BT-153" />, of: ({ description }) => description },
    { name: <Term name={t('quantity')} term="BT-129" />, look: number, of: ({ quantity }) => decimal(quantity) },
    {
      name: <Term name={t('price')} term="BT-146" />,
      look: 'number wide-only',
      of: (line) => money(line.unitPrice, currency),
    },
    {
      name: <Term name={t('vat')} term="BT-152" />,
      look: number,
      of: ({ vatRate, vatCategory }) => (vatRate ? `${decimal(vatRate)} %` : (vatCategory ?? '–')),
    },
    { name: <Term name={t('net')} term="BT-131" />, look: number, of: ({ netAmount }) => money(netAmount, currency) },
  ]
  const foot = (
    <tfoot>
      {sums.map(([name, amount]) => (
        <tr key={name}>
          <td className="wide-only" />
          <td colSpan={3} className="number">
            {t(name)}
          </td>
          <td className="number">{money(document[amount], currency)}</td>
        </tr>
      ))}
    </tfoot>
  )
  return <Table label={t('whatItSays')} rows={lines} columns={columns} foot={foot} />
}
