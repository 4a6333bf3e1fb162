/** A new webhook, whose secret is shown once. */
import { useState } from 'react'
import { NewWebhookDocument, type WebhookEvent } from '#operations'
import { useAct } from '../../data/act.ts'
import { Form } from '../../ui/form.tsx'
import { Dialog, Once } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

const eventChoices: readonly WebhookEvent[] = [
  'ALL',
  'DOCUMENT_RECEIVED',
  'DOCUMENT_DELIVERED',
  'DOCUMENT_FAILED',
  'LIFECYCLE_UPDATED',
  'COMPLIANCE_REPORTED',
]

export const NewWebhook = ({ onClose, onMade }: { onClose: () => void; onMade: () => void }) => {
  const { t, spell } = useWords()
  const { run, isBusy, problem } = useAct(NewWebhookDocument)
  const [secret, setSecret] = useState<string>()
  const make = async (url: string, events: WebhookEvent): Promise<void> => {
    setSecret((await run({ input: { url, events: [events] } }))?.secret ?? undefined)
    onMade()
  }
  const options = eventChoices.map((one) => [one, one === 'ALL' ? t('allEvents') : spell(one)] as const)
  return (
    <Dialog title={t('addWebhook')} onClose={onClose}>
      {secret ? (
        <Once label={t('secretOnce')} secret={secret} />
      ) : (
        <Form
          {...{ isBusy, problem }}
          action={t('add')}
          asks={[
            { name: 'url', label: t('url'), kind: 'url' },
            { name: 'events', label: t('events'), options },
          ]}
          onSubmit={({ url = '', events = 'ALL' }) => void make(url, events as WebhookEvent)}
        />
      )}
    </Dialog>
  )
}
