/** A new webhook, whose secret is shown once. */
import { useState } from 'react'
import { NewWebhookDocument } from '#operations'
import { useAct } from '../../data/act.ts'
import { TypeOf } from '../../ui/coded.tsx'
import { Form } from '../../ui/form.tsx'
import { Dialog, Once } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'
import { type OneEvent, webhookEvents } from './webhook-events.ts'

const Events = () => {
  const { t } = useWords()
  return (
    <fieldset className="events">
      <legend>{t('eventsText')}</legend>
      <div className="scopes">
        {webhookEvents.map((event) => (
          <label key={event} className="check">
            <input type="checkbox" name="event" value={event} />
            <TypeOf type={event} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export const NewWebhook = ({ onClose, onMade }: { onClose: () => void; onMade: () => void }) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(NewWebhookDocument)
  const [secret, setSecret] = useState<string>()
  const make = async (url: string, form: HTMLFormElement): Promise<void> => {
    const chosen = new FormData(form).getAll('event') as OneEvent[]
    const events = chosen.length > 0 ? chosen : (['ALL'] as const)
    setSecret((await run({ input: { url, events: [...events] } }))?.secret ?? undefined)
    onMade()
  }
  return (
    <Dialog title={t('addWebhook')} onClose={onClose} wide>
      {secret ? (
        <Once label={t('secretOnce')} secret={secret} />
      ) : (
        <Form
          {...{ isBusy, problem }}
          action={t('add')}
          asks={[{ name: 'url', label: t('url'), kind: 'url' }]}
          onSubmit={({ url = '' }, form) => void make(url, form)}
        >
          <Events />
        </Form>
      )}
    </Dialog>
  )
}
