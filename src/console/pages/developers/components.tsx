import { useState } from 'react'
import { Head } from '../../ui/head.tsx'
import { Badge, Button, Dialog, Empty, Fault, Field, Once, Skeleton } from '../../ui/parts.tsx'
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

const States = () => {
  const { t } = useWords()
  return (
    <div className="stack">
      <Fault message={t('offline')} details={[t('tryAgain')]} />
      <Once label={t('keyOnce')} secret="svc_test_…" />
      <section className="card">
        <Skeleton rows={3} />
      </section>
      <section className="card">
        <Empty title={t('emptyList')} text={t('emptyListText')} />
      </section>
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
