/** What was paid, read from the bank, and what is to be paid. */
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PaymentListDocument, type PaymentListQuery, TakeBackDocument } from '#operations'
import { useAct } from '../../data/act.ts'
import { useList } from '../../data/pages.ts'
import { FormDialog } from '../../ui/form.tsx'
import { Head } from '../../ui/head.tsx'
import { Badge, Button } from '../../ui/parts.tsx'
import { type Column, List } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'
import { Ageing } from './ageing.tsx'
import { BankFile } from './bank-file.tsx'
import { PayBills } from './pay-bills.tsx'

type Payment = PaymentListQuery['payments']['nodes'][number]

const TakeBack = ({ payment, onClose }: { payment: Payment; onClose: () => void }) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(TakeBackDocument)
  const go = async (reason: string | undefined): Promise<void> => {
    if (await run({ id: payment.id, ...(reason !== undefined && { reason }) })) onClose()
  }
  return (
    <FormDialog
      {...{ isBusy, problem, onClose }}
      title={t('pair', { name: t('reverse'), value: payment.document.number })}
      action={t('reverse')}
      asks={[{ name: 'reason', label: t('reason'), optional: true, hint: t('reverseSure') }]}
      onSubmit={({ reason }) => void go(reason)}
    />
  )
}

const useColumns = (takeBack: (payment: Payment) => void): readonly Column<Payment>[] => {
  const { t, date, money, spell } = useWords()
  return [
    { name: t('paidOn'), of: (one) => date(one.date) },
    {
      name: t('document'),
      of: ({ document }) => (
        <Link data-row-link to="/documents/$id" params={{ id: document.id }}>
          {document.number}
        </Link>
      ),
    },
    { name: t('payReference'), look: 'wide-only soft', of: ({ reference }) => reference ?? '–' },
    { name: t('source'), look: 'wide-only soft', of: ({ source }) => spell(source) },
    { name: t('amount'), look: 'number', of: ({ amount, currency }) => money(amount, currency) },
    {
      name: '',
      look: 'number',
      of: (one) =>
        one.reversedAt ? (
          <Badge tone="warn">{t('reversed')}</Badge>
        ) : (
          <Button look="quiet" onPress={() => takeBack(one)}>
            {t('reverse')}
          </Button>
        ),
    },
  ]
}

export const Payments = () => {
  const { t } = useWords()
  const { company } = useSearch({ strict: false })
  const [open, setOpen] = useState<Payment>()
  const list = useList(PaymentListDocument, company ? { companyId: company } : {})
  const columns = useColumns(setOpen)
  return (
    <>
      <Head title={t('payments')} />
      <div className="document">
        <div className="stack">
          <BankFile company={company} onRecorded={list.refresh} />
          <List label={t('payments')} list={list} columns={columns} keyOf={({ id }) => id} empty={t('emptyPayments')} />
        </div>
        <div className="stack">
          <Ageing company={company} />
          <PayBills company={company} />
        </div>
      </div>
      {open && <TakeBack payment={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
