import { useState } from 'react'
import { Badge, Button, Dialog, Empty, Fault, Field, Once, Skeleton } from '../ui/parts.tsx'
import { DeliveryBadge, LifecycleBadge } from '../ui/status.tsx'
import { deliveryNames, lifecycleNames } from '../words/codes.ts'
import { useWords } from '../words/words.ts'
import type { DeliveryStatus, LifecycleStatus } from '#operations'

const looks = ['main', 'plain', 'quiet', 'danger'] as const
const tones = ['neutral', 'good', 'busy', 'warn', 'bad'] as const

export const Components = () => {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="head">
        <h1>{t('components')}</h1>
        <span className="soft">{t('kitText')}</span>
      </div>
      <div className="document">
        <div className="stack">
          <section className="card row">
            {looks.map((look) => (
              <Button key={look} look={look} onPress={() => setOpen(true)}>
                {t('confirm')}
              </Button>
            ))}
            <Button isDisabled>{t('confirm')}</Button>
          </section>
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
          <section className="card">
            <Field label={t('name')} hint={t('searchText')}>
              <input />
            </Field>
            <label className="check">
              <input type="checkbox" defaultChecked /> {t('unread')}
            </label>
          </section>
        </div>
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
      </div>
      {isOpen && (
        <Dialog title={t('components')} onClose={() => setOpen(false)}>
          <p>{t('kitText')}</p>
        </Dialog>
      )}
    </>
  )
}
