/** The saved views of a list: opened by one click, and kept under a name that somebody gives. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { forgetView, keepView, useViews } from '../../data/views.ts'
import { FormDialog } from '../../ui/form.tsx'
import { Button } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

const Naming = ({ onClose }: { onClose: () => void }) => {
  const { t } = useWords()
  const keep = (name: string): void => {
    keepView({ name, to: location.pathname + location.search })
    onClose()
  }
  return (
    <FormDialog
      title={t('saveView')}
      action={t('save')}
      asks={[{ name: 'name', label: t('viewName') }]}
      isBusy={false}
      problem={undefined}
      onSubmit={({ name = '' }) => keep(name)}
      onClose={onClose}
    />
  )
}

export const Views = ({ isFiltered }: { isFiltered: boolean }) => {
  const { t } = useWords()
  const navigate = useNavigate()
  const [isNaming, setNaming] = useState(false)
  const views = useViews().filter(({ to }) => to.startsWith(location.pathname))
  if (views.length === 0 && !isFiltered) return null
  return (
    <div className="row" role="group" aria-label={t('views')}>
      {views.map(({ name, to }) => (
        <span key={name} className="badge">
          <Button look="tiny" onPress={() => void navigate({ href: to.replace(/^\/console/, '') })}>
            {name}
          </Button>
          <Button look="tiny" aria-label={t('forgetView', { name })} onPress={() => forgetView(name)}>
            ×
          </Button>
        </span>
      ))}
      {isFiltered && (
        <Button look="quiet" onPress={() => setNaming(true)}>
          {t('saveView')}
        </Button>
      )}
      {isNaming && <Naming onClose={() => setNaming(false)} />}
    </div>
  )
}
