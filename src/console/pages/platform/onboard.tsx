/** New companies of a platform: one by one, or many from a file, each row with its result. */
import { useState } from 'react'
import { OnboardManyDocument, type OnboardManyMutation, type OnboardingItem } from '#operations'
import { useAct } from '../../data/act.ts'
import { readCsv } from '../../data/csv.ts'
import { FormDialog, type Given } from '../../ui/form.tsx'
import { Badge, Button, Dialog, Fault } from '../../ui/parts.tsx'
import { Table } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'
import { Drop } from '../compose/files.tsx'

type Result = NonNullable<NonNullable<OnboardManyMutation['onboardCompanies']>['results']>[number]
interface OnboardProps {
  onClose: () => void
  onDone: () => void
}

const MOST_ROWS = 100

const itemOf = ({ vatNumber = '', name, externalId }: Given): OnboardingItem => ({
  vatNumber,
  ...(name && { name }),
  ...(externalId && { externalId }),
})

export const Onboard = ({ onClose, onDone }: OnboardProps) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(OnboardManyDocument)
  const [refused, setRefused] = useState<string>()
  const onboard = async (given: Given): Promise<void> => {
    const [result] = (await run({ input: { items: [itemOf(given)] } }))?.results ?? []
    setRefused(result?.error?.message)
    if (!result?.ok) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      {...{ isBusy, onClose }}
      problem={problem ?? (refused === undefined ? undefined : { message: refused })}
      title={t('onboard')}
      action={t('onboard')}
      asks={[
        { name: 'vatNumber', label: t('vatNumber') },
        { name: 'name', label: t('name'), optional: true },
        { name: 'externalId', label: t('externalId'), optional: true },
      ]}
      onSubmit={(given) => void onboard(given)}
    />
  )
}

export const OnboardFile = ({ onClose, onDone }: OnboardProps) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(OnboardManyDocument)
  const [rows, setRows] = useState<readonly Given[]>([])
  const [results, setResults] = useState<readonly Result[]>([])
  const take = async (file: File): Promise<void> => {
    setResults([])
    setRows(readCsv(await file.text()).slice(0, MOST_ROWS))
  }
  const start = async (): Promise<void> => {
    setResults((await run({ input: { items: rows.map(itemOf) } }))?.results ?? [])
    onDone()
  }
  const columns = [
    { name: t('row'), look: 'number', of: (_row: Given, index: number) => index + 2 },
    { name: t('vatNumber'), of: ({ vatNumber }: Given) => vatNumber },
    { name: t('name'), look: 'wide-only', of: ({ name }: Given) => name },
    {
      name: t('result'),
      of: (_row: Given, index: number) => <Outcome result={results.find((one) => one.index === index)} />,
    },
  ]
  return (
    <Dialog title={t('onboardCsv')} onClose={onClose} wide>
      <div className="stack">
        <Drop label={t('onboardCsvText')} accept=".csv,text/csv" onFile={(file) => void take(file)} />
        {problem && <Fault {...problem} />}
        {rows.length > 0 && <Table label={t('file')} rows={rows} columns={columns} />}
        {rows.length > 0 && results.length === 0 && (
          <Button look="main" isDisabled={isBusy} onPress={() => void start()}>
            {t('onboard')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const Outcome = ({ result }: { result: Result | undefined }) => {
  const { t } = useWords()
  if (!result) return '–'
  if (result.ok) return <Badge tone="good">{t('onboarded')}</Badge>
  return (
    <>
      <Badge tone="bad">{result.error?.code}</Badge> <span className="soft">{result.error?.message}</span>
    </>
  )
}
