import { useState } from 'react'
import { Card, Head } from '../../ui/head.tsx'
import { Badge, Button, Dialog, Empty, Fault, Field, Once, Skeleton } from '../../ui/parts.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { DeliveryBadge, LifecycleBadge } from '../../ui/status.tsx'
import { deliveryNames, lifecycleNames } from '../../words/codes.ts'
import { useWords } from '../../words/words.ts'
import type { DeliveryStatus, LifecycleStatus } from '#operations'

const looks = ['main', 'plain', 'quiet', 'danger'] as const
const tones = ['neutral', 'good', 'busy', 'warn', 'bad'] as const

const Buttons = ({ onPress }: { onPress: () => void }) => {
  const { t } = useWords()
  return (
    <section className="card row">
      {looks.map((look) => (
        <Button key={look} look={look} onPress={onPress}>
          {t('confirm')}
        </Button>
      ))}
      <Button isDisabled>{t('confirm')}</Button>
    </section>
  )
}

const Badges = () => (
  <section className="card row">
    {tones.map((tone) => (
      <Badge key={tone} tone={tone}>
        {tone}
      </Badge>
    ))}
    {(Object.keys(lifecycleNames) as LifecycleStatus[]).map((one) => (
      <LifecycleBadge key={one} status={one} />
    ))}
    {(Object.keys(deliveryNames) as DeliveryStatus[]).map((one) => (
      <DeliveryBadge key={one} status={one} />
    ))}
  </section>
)

/** Names and amounts as they also come: long, written from right to left, without decimals, larger than any number. */
const strange = [
  ['Donaudampfschifffahrtsgesellschaftskapitänswitwenversorgungsverwaltungsgesellschaft mbH & Co. KG', '1234.5', 'EUR'],
  ['شركة التجارة والصناعة المحدودة', '98765', 'JPY'],
  ['חברת הדוגמה בע״מ', '0.1', 'ILS'],
  ['株式会社見本商事', '9999999999999.99', 'KWD'],
  ['a'.repeat(120), '-12.5', 'CLF'],
] as const

const Strange = () => {
  const { t, money } = useWords()
  const columns: readonly Column<(typeof strange)[number]>[] = [
    { name: t('partner'), look: 'partner', of: ([name]) => name },
    { name: t('amount'), look: 'number', of: ([, amount, currency]) => money(amount, currency) },
  ]
  return (
    <Card title={t('strangeTexts')}>
      <Table label={t('strangeTexts')} rows={strange} columns={columns} />
      {strange.slice(0, 2).map(([name]) => (
        <p key={name} dir="auto">
          {name}
        </p>
      ))}
    </Card>
  )
}

/** What stands where a list or page would: nothing yet, not yet, not any more, not for this key, not at all. */
const States = () => {
  const { t } = useWords()
  const fault = {
    message: t('sampleFault'),
    details: [t('tryAgain')],
    docUrl: `${location.origin}/docs/errors#CONFLICT`,
  }
  return (
    <div className="stack">
      <p className="offline">{t('offline')}</p>
      <Fault {...fault} requestId="req_01kafm4h7vf8xbkrs9q2m3c5de" />
      <Once label={t('keyOnce')} secret="svc_test_…" />
      <section className="card">
        <Skeleton rows={3} />
      </section>
      {[
        ['emptyList', 'emptyListText'] as const,
        ['forbidden', 'forbiddenText'] as const,
        ['notFound', 'notFoundText'] as const,
        ['keyRefused', 'accessEnded'] as const,
      ].map(([title, text]) => (
        <section key={title} className="card">
          <Empty title={t(title)} text={t(text)}>
            <Button look="main">{t('tryAgain')}</Button>
          </Empty>
        </section>
      ))}
    </div>
  )
}

export const Components = () => {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Head title={t('components')} beside={t('kitText')} />
      <div className="document">
        <div className="stack">
          <Buttons onPress={() => setOpen(true)} />
          <Badges />
          <Strange />
          <section className="card">
            <Field label={t('name')} hint={t('searchText')}>
              <input />
            </Field>
            <label className="check">
              <input type="checkbox" defaultChecked /> {t('unread')}
            </label>
          </section>
        </div>
        <States />
      </div>
      {isOpen && (
        <Dialog title={t('components')} onClose={() => setOpen(false)}>
          <p>{t('kitText')}</p>
        </Dialog>
      )}
    </>
  )
}
