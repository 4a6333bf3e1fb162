/** Approved invoices of others, as one file that a bank takes. */
import { useMemo, useState } from 'react'
import { DocumentsDocument, PaymentFileDocument } from '#operations'
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
  return useList(DocumentsDocument, { filter }).rows
}

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
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
  const chosen = bills.filter(({ id }) => !out.has(id))
  const { make, isBusy, problem } = usePaymentFile(chosen.map(({ id }) => id))
  const toggle = (id: string): void =>
    setOut((before) => (before.has(id) ? without(before, id) : new Set([...before, id])))
  if (bills.length === 0)
    return (
      <Card title={t('payBills')}>
        <p className="soft">{t('noBills')}</p>
      </Card>
    )
  return (
    <Card title={t('payBills')}>
      <p className="soft">{t('payBillsText')}</p>
      {bills.map(({ id, number, senderName, amountDue, currency }) => (
        <label key={id} className="check">
          <input type="checkbox" checked={!out.has(id)} onChange={() => toggle(id)} />
          <span className="grow">{[number, senderName].join(' · ')}</span>
          {money(amountDue, currency)}
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
