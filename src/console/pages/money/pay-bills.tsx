/** Approved invoices of others, as one file that a bank takes. */
import { useMemo, useState } from 'react'
import { BillsDocument, type BillsQuery, PaymentFileDocument } from '#operations'
import { useAct } from '../../data/act.ts'
import { dayFromToday } from '../../data/clock.ts'
import { useList } from '../../data/pages.ts'
import { save } from '../../data/save.ts'
import { Form, type Given } from '../../ui/form.tsx'
import { Card } from '../../ui/head.tsx'
import { useWords } from '../../words/words.ts'

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))

const useBills = (company: string | undefined) => {
  const filter = useMemo(
    () => ({
      direction: { eq: 'INCOMING' },
      // What a transfer of the Single Euro Payments Area pays.
      type: { in: ['INVOICE', 'DEBIT_NOTE'] },
      currency: { eq: 'EUR' },
      lifecycleStatus: { in: ['APPROVED', 'PARTIALLY_PAID'] },
      ...(company !== undefined && { companyId: { eq: company } }),
    }),
    [company],
  )
  return useList(BillsDocument, { filter }).rows
}

type Bill = BillsQuery['documents']['nodes'][number]

const centsOf = (amount: string | null): number => Math.round(Number(amount ?? 0) * 100)

/** The amount due after the payments that count. */
const openOf = ({ amountDue, payments }: Bill): string => {
  const paid = payments.reduce((sum, { amount, reversedAt }) => sum + (reversedAt === null ? centsOf(amount) : 0), 0)
  return ((centsOf(amountDue) - paid) / 100).toFixed(2)
}

/** Others are refused by the bank, or are paid already. */
const canBePaid = (bill: Bill): boolean => bill.paymentIban !== null && Number(openOf(bill)) > 0

const usePaymentFile = (documentIds: string[]) => {
  const { run, isBusy, problem } = useAct(PaymentFileDocument)
  const make = async ({ name = '', iban = '', executionDate = '' }: Given): Promise<void> => {
    const made = await run({ input: { documentIds, debtor: { name, iban }, executionDate } })
    if (made?.order) save(new Blob([bytesOf(made.order.base64)], { type: made.order.contentType }), made.order.fileName)
  }
  return { make, isBusy, problem }
}

export const PayBills = ({ company }: { company: string | undefined }) => {
  const { t, money } = useWords()
  const bills = useBills(company)
  const [switched, setSwitched] = useState<ReadonlySet<string>>(new Set())
  const isChosen = (bill: Bill): boolean => canBePaid(bill) !== switched.has(bill.id)
  const chosen = bills.filter(isChosen)
  const { make, isBusy, problem } = usePaymentFile(chosen.map(({ id }) => id))
  const toggle = (id: string): void =>
    setSwitched((before) => (before.has(id) ? without(before, id) : new Set([...before, id])))
  if (bills.length === 0)
    return (
      <Card title={t('payBills')}>
        <p className="soft">{t('noBills')}</p>
      </Card>
    )
  return (
    <Card title={t('payBills')}>
      <p className="soft">{t('payBillsText')}</p>
      {bills.map((bill) => (
        <label key={bill.id} className="check">
          <input type="checkbox" checked={isChosen(bill)} onChange={() => toggle(bill.id)} />
          <span className="grow">
            {[bill.number, bill.senderName, ...(bill.paymentIban === null ? [t('noAccount')] : [])].join(' · ')}
          </span>
          {money(openOf(bill), bill.currency)}
        </label>
      ))}
      <Form
        {...{ isBusy: isBusy || chosen.length === 0, problem }}
        action={t('makeFile')}
        asks={[
          { name: 'name', label: t('debtorName') },
          { name: 'iban', label: t('debtorIban') },
          { name: 'executionDate', label: t('executionDate'), kind: 'date', value: dayFromToday(1) },
        ]}
        onSubmit={(given) => void make(given)}
      />
    </Card>
  )
}

const without = (set: ReadonlySet<string>, one: string): ReadonlySet<string> =>
  new Set([...set].filter((id) => id !== one))
