/** What may happen, as buttons: time, stories, and recipients that fail on purpose. */
import { type ReactNode, useState } from 'react'
import { type AnyVariables, type TypedDocumentNode, useQuery } from 'urql'
import {
  AdvanceDocument,
  BackToNowDocument,
  CompaniesDocument,
  EmptySandboxDocument,
  ExhaustDocument,
  FlushDocument,
  PlayStoryDocument,
  type SandboxStoryName,
  SendSamplesDocument,
  StoriesDocument,
} from '#operations'
import { useAct } from '../../data/act.ts'
import { Sure } from '../../ui/form.tsx'
import { Card, Head } from '../../ui/head.tsx'
import { Button, Fault } from '../../ui/parts.tsx'
import { sample } from '../../session/samples.ts'
import { useWords } from '../../words/words.ts'
import { CopyAs } from './copy-as.tsx'
import { endings } from './endings.ts'

const steps = [
  ['1h', 'oneHour'],
  ['1d', 'oneDay'],
  ['1w', 'oneWeek'],
  ['30d', 'oneMonth'],
] as const

interface ActionProps<Data extends object, Variables extends AnyVariables> {
  document: TypedDocumentNode<Data, Variables>
  variables: Variables
  children: ReactNode
}

/** A button for one mutation, with what became of it, and how a program does the same. */
const Action = <Data extends object, Variables extends AnyVariables>(props: ActionProps<Data, Variables>) => {
  const { document, variables, children } = props
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(document)
  const [isDone, setDone] = useState(false)
  const start = async (): Promise<void> => setDone((await run(variables)) !== undefined)
  return (
    <>
      <div className="row">
        <Button isDisabled={isBusy} onPress={() => void start()}>
          {children}
        </Button>
        <CopyAs document={document} variables={variables} />
        {isDone && !problem && <span role="status">{t('doneWell')}</span>}
      </div>
      {problem && <Fault {...problem} />}
    </>
  )
}

const Clock = ({ companyId }: { companyId: string }) => {
  const { t } = useWords()
  return (
    <Card title={t('clock')}>
      {steps.map(([by, name]) => (
        <Action key={by} document={AdvanceDocument} variables={{ input: { companyId, by } }}>
          {t('advanceBy')}: {t(name)}
        </Action>
      ))}
      <Action document={BackToNowDocument} variables={{ id: companyId }}>
        {t('resetClock')}
      </Action>
    </Card>
  )
}

const Stories = () => {
  const { t } = useWords()
  const [{ data }] = useQuery({ query: StoriesDocument })
  return (
    <Card title={t('stories')}>
      {data?.sandboxStories.map(({ name, title, about }) => (
        <div key={name} className="stack tight">
          <Action document={PlayStoryDocument} variables={{ story: name as SandboxStoryName }}>
            {title}
          </Action>
          <p className="soft">{about}</p>
        </div>
      ))}
    </Card>
  )
}

const Endings = ({ from }: { from: string }) => {
  const { t, name } = useWords()
  return (
    <Card title={t('endings')}>
      <p className="soft">{t('endingsText')}</p>
      {endings.map(([ending, about]) => {
        const one = sample(1, from, `9930:DE000000${ending}`, `END-${ending}`)
        return (
          <div key={ending} className="stack tight">
            <Action document={SendSamplesDocument} variables={{ input: { documents: [one] } }}>
              …{ending}
            </Action>
            <p className="soft">{name(about)}</p>
          </div>
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

const references = [
  ['/graphql', 'GraphiQL'],
  ['/docs', 'REST'],
  ['/docs/errors', 'Errors'],
  ['/docs/events', 'Events'],
  ['/docs/codes', 'Codes'],
] as const

const References = () => {
  const { t } = useWords()
  return (
    <Card title={t('references')}>
      <p className="row">
        {references.map(([path, name]) => (
          <a key={path} href={path} target="_blank" rel="noreferrer">
            {name}
          </a>
        ))}
      </p>
    </Card>
  )
}

export const Sandbox = () => {
  const { t } = useWords()
  const [{ data }] = useQuery({ query: CompaniesDocument })
  const [company] = data?.companies.nodes ?? []
  return (
    <>
      <Head title={t('sandboxPage')} beside={t('sandboxText')} />
      <div className="document">
        <div className="stack">
          <Stories />
          <References />
        </div>
        <div className="stack">
          {company && <Clock companyId={company.id} />}
          {company && <Endings from={company.peppolId} />}
          <Reset />
        </div>
      </div>
    </>
  )
}
