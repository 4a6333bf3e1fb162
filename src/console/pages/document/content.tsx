/** What a document says: its references, its lines, its VAT and its sums, each with its term of the norm. */
import type { Shown } from '../../data/shown.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { vatCategoryNames } from '../../words/codes.ts'
import { useWords } from '../../words/words.ts'
import { Term } from './term.tsx'

interface Part {
  document: Shown
}

export const Facts = ({ document }: Part) => {
  const { t, date, money } = useWords()
  const { currency } = document
  const facts = [
    [t('issued'), 'BT-2', date(document.issueDate)],
    [t('due'), 'BT-9', document.dueDate && date(document.dueDate)],
    [t('amountDue'), 'BT-115', document.amountDue && money(document.amountDue, currency)],
    [t('reference'), 'BT-10', document.buyerReference],
    [t('orderReference'), 'BT-13', document.orderReference],
    [t('payReference'), 'BT-83', document.paymentReference],
    [t('iban'), 'BT-84', document.paymentIban],
  ] as const
  return (
    <dl className="facts">
      {facts
        .filter(([, , value]) => value)
        .map(([name, term, value]) => (
          <div key={term}>
            <dt>
              <Term {...{ document, name, term }} />
            </dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

const sums = [
  ['net', 'netAmount', 'BT-109'],
  ['vat', 'vatAmount', 'BT-110'],
  ['gross', 'grossAmount', 'BT-112'],
] as const

const Sums = ({ document }: Part) => {
  const { t, money } = useWords()
  // What is asked for by a request, and not yet ordered, is added up by nobody.
  if (sums.every(([, amount]) => document[amount] === null)) return null
  return (
    <tfoot>
      {sums.map(([name, amount, term]) => (
        <tr key={name}>
          <td className="wide-only" />
          <td colSpan={3} className="number">
            <Term {...{ document, term }} name={t(name)} />
          </td>
          <td className="number">{money(document[amount], document.currency)}</td>
        </tr>
      ))}
    </tfoot>
  )
}

export const Lines = ({ document }: Part) => {
  const { t, money, decimal } = useWords()
  const { lines, currency } = document
  const number = 'number'
  const head = (name: string, term: string) => <Term {...{ document, name, term }} />
  const columns: readonly Column<Shown['lines'][number]>[] = [
    { name: head(t('line'), 'BT-153'), of: ({ description }) => description },
    { name: head(t('quantity'), 'BT-129'), look: number, of: ({ quantity }) => decimal(quantity) },
    { name: head(t('price'), 'BT-146'), look: 'number wide-only', of: (line) => money(line.unitPrice, currency) },
    {
      name: head(t('vat'), 'BT-152'),
      look: number,
      of: ({ vatRate, vatCategory }) => (vatRate ? `${decimal(vatRate)} %` : (vatCategory ?? '–')),
    },
    { name: head(t('net'), 'BT-131'), look: number, of: ({ netAmount }) => money(netAmount, currency) },
  ]
  return <Table label={t('lines')} rows={lines} columns={columns} foot={<Sums document={document} />} />
}

type Subtotal = NonNullable<NonNullable<Shown['structured']>['vatBreakdown']>[number]

/** What is taxed at each rate. */
export const Vat = ({ document }: Part) => {
  const { t, name, money, decimal } = useWords()
  const { structured, currency } = document
  const shares = structured?.vatBreakdown ?? []
  if (shares.length === 0) return null
  const categories: Readonly<Record<string, readonly [string, string]>> = vatCategoryNames
  const nameOf = (code: string): string => (categories[code] ? name(categories[code]) : code)
  const head = (text: string, term: string) => <Term {...{ document, term }} name={text} />
  const columns: readonly Column<Subtotal>[] = [
    {
      name: head(t('vatCategory'), 'BT-118'),
      of: ({ category, exemptionReason }) => (
        <>
          {nameOf(category ?? '')} {exemptionReason && <div className="soft">{exemptionReason}</div>}
        </>
      ),
    },
    { name: head(t('vatRate'), 'BT-119'), look: 'number', of: ({ rate }) => decimal(rate) },
    { name: head(t('taxable'), 'BT-116'), look: 'number', of: ({ taxable }) => money(taxable, currency) },
    { name: head(t('vat'), 'BT-117'), look: 'number', of: ({ vat }) => money(vat, currency) },
  ]
  return <Table label={t('vatByRate')} rows={shares} columns={columns} />
}
