/** What may happen, as buttons: time, stories, and recipients that fail on purpose. */
import { useState } from 'react'
import { useQuery } from 'urql'
import {
  AdvanceDocument,
  BackToNowDocument,
  EmptySandboxDocument,
  ExhaustDocument,
  FlushDocument,
  PlayStoryDocument,
  type SandboxStoryName,
  StoriesDocument,
  ViewerDocument,
} from '#operations'
import { useAct } from '../../data/act.ts'
import { useOwnCompany } from '../../data/own-company.ts'
import { Sure } from '../../ui/form.tsx'
import { Card, Head } from '../../ui/head.tsx'
import { Button } from '../../ui/parts.tsx'
import { frenchStories } from '../../words/stories.ts'
import { useWords } from '../../words/words.ts'
import { Action } from './action.tsx'
import { AllEndings } from './sandbox-endings.tsx'

const steps = [
  ['1h', 'oneHour'],
  ['1d', 'oneDay'],
  ['1w', 'oneWeek'],
  ['30d', 'oneMonth'],
] as const

const Clock = ({ companyId, name }: { companyId: string; name: string }) => {
  const { t } = useWords()
  return (
    <Card title={t('clock')}>
      <p className="soft">{t('clockText', { name })}</p>
      {steps.map(([by, name]) => (
        <Action key={by} document={AdvanceDocument} variables={{ input: { companyId, by } }}>
          {t('pair', { name: t('advanceBy'), value: t(name) })}
        </Action>
      ))}
      <Action document={BackToNowDocument} variables={{ id: companyId }}>
        {t('resetClock')}
      </Action>
    </Card>
  )
}

const Stories = () => {
  const { t, language } = useWords()
  const [{ data }] = useQuery({ query: StoriesDocument })
  return (
    <Card title={t('stories')}>
      {data?.sandboxStories.map((one) => {
        const story = one.name as SandboxStoryName
        const [title, about] = (language === 'fr' && frenchStories[story]) || [one.title, one.about]
        return (
          <Action key={story} document={PlayStoryDocument} variables={{ story }} about={about}>
            {title}
          </Action>
        )
      })}
    </Card>
  )
}

const Reset = () => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(EmptySandboxDocument)
  const [isOpen, setOpen] = useState(false)
  const empty = async (): Promise<void> => {
    if (await run({ input: { confirm: 'yes' } })) location.reload()
  }
  return (
    <Card title={t('resetSandbox')}>
      <Action document={ExhaustDocument} variables={{}}>
        {t('exhaust')}
      </Action>
      <Action document={FlushDocument} variables={{}}>
        {t('flush')}
      </Action>
      <div>
        <Button look="danger" onPress={() => setOpen(true)}>
          {t('resetSandbox')}
        </Button>
      </div>
      {isOpen && (
        <Sure
          {...{ isBusy, problem }}
          title={t('resetSandbox')}
          text={t('resetSandboxSure')}
          action={t('resetSandbox')}
          onSubmit={() => void empty()}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  )
}

export const Sandbox = () => {
  const { t } = useWords()
  const [{ data: who }] = useQuery({ query: ViewerDocument })
  const { companies, company } = useOwnCompany()
  return (
    <>
      <Head title={t('sandboxPage')} beside={t('sandboxText')} />
      <div className="columns">
        {company && <Clock companyId={company.id} name={company.name} />}
        <Stories />
        <AllEndings companies={companies} own={company} isPlatform={who?.viewer.keyType !== 'PERSONAL'} />
        <Reset />
      </div>
    </>
  )
}
